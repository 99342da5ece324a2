/** Tests of starting, rebuilding and stopping a search index. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../test/eventually.ts';
import { SearchIndex } from './search-index.ts';
import { SearchThread } from './search-thread.ts';

const STANDARDS_WORKER = new URL('../../services/standards/search/search-worker.ts', import.meta.url);

/** An index whose content is there when `build` is called. */
function slowIndex(startsWithIndex: boolean, { worker = STANDARDS_WORKER, log = console } = {}) {
  const { promise, resolve: build } = Promise.withResolvers<void>();
  const changes = Promise.withResolvers<IteratorResult<never>>();
  const index = new SearchIndex({
    worker,
    modelFolder: '',
    subject: 'nothing',
    watch: async () => ({
      [Symbol.asyncIterator]: () => ({ next: () => changes.promise }),
      close: async () => changes.resolve({ done: true, value: undefined }),
    }),
    createFeed: (thread: SearchThread) => ({ thread, syncAll: () => promise }),
    apply: async () => undefined,
    startsWithIndex,
    log,
  });
  return { index, build };
}

const isPending = async (work: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([
    work.then(() => 'done'),
    new Promise((resolve) => setImmediate(resolve, 'pending')),
  ])) === 'pending';

describe('the start of a service with a search index', () => {
  it('waits for the index where other nodes respond meanwhile', async () => {
    const { index, build } = slowIndex(true);
    const started = index.start();
    assert.ok(await isPending(started));
    build();
    await started;
    assert.equal(await index.search(async () => 'found'), 'found');
    await index.stop();
  });

  it('ends when the service stops before the index is built', async () => {
    const { index } = slowIndex(true);
    const started = index.start();
    assert.ok(await isPending(started));
    await index.stop();
    await started;
  });

  it('starts no thread while there is nothing to search', async () => {
    const errors: unknown[] = [];
    const worker = new URL('data:text/javascript,throw new Error("started")');
    const log = { ...console, error: (...args: unknown[]) => void errors.push(args) };
    const { index, build } = slowIndex(true, { worker, log });
    build();
    await index.start();
    // One that was started has ended before others have that are started after it.
    for (let others = 0; others < 2; others += 1) {
      const other = new SearchThread(worker, { modelFolder: '' }, () => undefined);
      await assert.rejects(other.request('discard', 'Sills'), /started/);
    }
    assert.deepEqual(errors, []);
    await index.stop();
  });

  it('does not wait on a node that is alone', async () => {
    const { index, build } = slowIndex(false);
    await index.start();
    build();
    assert.equal(await index.search(async () => 'found'), 'found');
    await index.stop();
  });
});

describe('a search index that is built again', () => {
  it('keeps the old one up to date meanwhile, and the new one has what came while it was built (S27)', async () => {
    const { promise: built, resolve: finishBuild } = Promise.withResolvers<void>();
    const arrived: string[] = [];
    let arrival = Promise.withResolvers<void>();
    const publish = (name: string) => {
      arrived.push(name);
      arrival.resolve();
    };
    let isOver = false;
    async function* changes() {
      while (!isOver) {
        await arrival.promise;
        arrival = Promise.withResolvers();
        yield* arrived.splice(0);
      }
    }
    let feeds = 0;
    const index = new SearchIndex({
      worker: STANDARDS_WORKER,
      modelFolder: '',
      subject: 'names',
      watch: async () => ({
        [Symbol.asyncIterator]: changes,
        close: async () => {
          isOver = true;
          arrival.resolve();
        },
      }),
      createFeed: (thread: SearchThread) => {
        feeds += 1;
        const isFirst = feeds === 1;
        const content = { names: [] as string[] };
        return { thread, content, syncAll: () => (isFirst ? Promise.resolve() : built) };
      },
      apply: async (feed, names: readonly string[]) => void feed.content.names.push(...names),
      startsWithIndex: true,
      log: console,
    });
    await index.start();
    const names = () => index.search(async (feed) => feed.content.names);
    const rebuilt = index.rebuild();
    publish('Masonry');
    await eventually(async () => (await names()).includes('Masonry'));
    finishBuild();
    assert.deepEqual((await rebuilt).content.names, ['Masonry']);
    assert.deepEqual(await names(), ['Masonry']);
    publish('Concrete');
    await eventually(async () => (await names()).includes('Concrete'));
    const [one, other] = [index.rebuild(), index.rebuild()];
    assert.notEqual(await one, await other, 'one after the other');
    await index.stop();
  });
});
