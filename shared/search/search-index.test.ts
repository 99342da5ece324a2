import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { SearchIndex } from './search-index.ts';
import type { SearchThread } from './search-thread.ts';

/** An index whose content is there when `build` is called. */
function slowIndex(startsWithIndex: boolean) {
  const { promise, resolve: build } = Promise.withResolvers<void>();
  const changes = Promise.withResolvers<IteratorResult<never>>();
  const index = new SearchIndex({
    worker: new URL('../../services/standards/search/search-worker.ts', import.meta.url),
    modelFolder: '',
    subject: 'nothing',
    watch: async () => ({
      [Symbol.asyncIterator]: () => ({ next: () => changes.promise }),
      close: async () => changes.resolve({ done: true, value: undefined }),
    }),
    createFeed: (thread: SearchThread) => ({ thread, syncAll: () => promise }),
    apply: async () => undefined,
    startsWithIndex,
    log: console,
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

  it('does not wait on a node that is alone', async () => {
    const { index, build } = slowIndex(false);
    await index.start();
    build();
    assert.equal(await index.search(async () => 'found'), 'found');
    await index.stop();
  });
});
