/** Tests of the worker thread that reads markup: turns of owners, limits, cancelled and endless texts. */
import assert from 'node:assert/strict';
import { afterAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { toFollowTask } from '../../revisioning/identity/follow-texts.ts';
import { hasErrorCode, toErrorInfo } from '../errors/errors.ts';
import { MarkupReader } from './markup-reader.ts';

/** The longest that may be sent, made to be slow: half a million headings without an address. */
const SLOW = '#\n'.repeat(500_000);
const LONG = `# 1 Materials\n\n${'1.1 Cement shall be Portland cement.\n\n'.repeat(1)}${'Text.\n'.repeat(5_000)}`;
/** What the thread of the fixture never comes to the end of. */
const ENDLESS = `# Endless\n${'Text.\n'.repeat(5_000)}`;
const FAILING_WORKER = new URL('./failing-worker.fixture.ts', import.meta.url);
const ANY_TIME = 600_000;
const never = new AbortController().signal;

describe('the reader of markup', () => {
  const reader = new MarkupReader();
  afterAll(() => reader.stop());
  const isUnread = (error: unknown): boolean =>
    hasErrorCode(error, 'SERVICE_UNAVAILABLE') && toErrorInfo(error).status === 503;

  it('a save of one edit in a long text needs no worker, one of another text does', async () => {
    const withoutWorker = new MarkupReader({ workerFile: FAILING_WORKER });
    const text = (of: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        element_id: at + 1,
        kind: 'clause' as const,
        address: `${at + 1}`,
        toc_content: '',
        content: `${of} number ${at} shall be tested for each thousand kilograms.`,
      }));
    const base = text('Steel bar', 900);
    const sent = base.map(({ element_id: _, ...clause }) => clause);
    const edited = sent.with(7, {
      address: '8',
      kind: 'clause',
      toc_content: '',
      content: 'Bar number 7 shall be tested.',
    });
    const requester = { quotaOwner: 'user 1', signal: never };
    const { followed } = await withoutWorker.follow(toFollowTask(base, edited), requester);
    assert.deepEqual([followed.get(7)?.element_id, followed.size], [8, 900]);
    await assert.rejects(
      withoutWorker.follow(
        toFollowTask(
          base,
          text('Concrete pour', 900).map(({ element_id: _, ...clause }) => clause),
        ),
        requester,
      ),
      /this worker compares nothing/,
    );
    await withoutWorker.stop();
  });

  it('a save of short clauses that all moved by one needs a worker', async () => {
    const withoutWorker = new MarkupReader({ workerFile: FAILING_WORKER });
    const clause = (at: number, text: string) => ({
      kind: 'clause' as const,
      address: `${at + 1}`,
      toc_content: '',
      content: text,
    });
    const texts = Array.from({ length: 400 }, (_, at) => `A 17 203 ${405 + at}`);
    const base = texts.map((text, at) => ({ element_id: at + 1, ...clause(at, text) }));
    const task = toFollowTask(
      base,
      ['B 1', ...texts].map((text, at) => clause(at, text)),
    );
    await assert.rejects(
      withoutWorker.follow(task, { quotaOwner: 'user 1', signal: never }),
      /this worker compares nothing/,
    );
    await withoutWorker.stop();
  });

  it('owners take turns: an owner of one text waits for one text of another owner, not for all of them (A5)', async () => {
    const done: string[] = [];
    const requested = Array.from({ length: 4 }, async (_, at) => {
      await reader.parse(SLOW, { quotaOwner: 'user 1', signal: never });
      done.push(`slow ${at}`);
    });
    const other = reader.parse(LONG, { quotaOwner: 'user 2', signal: never }).then((outcome) => {
      done.push('other');
      return outcome;
    });
    assert.equal((await other).elements.length, 2);
    assert.ok(done.length <= 2, done.join());
    await Promise.all(requested);
  });

  it('one owner can fill only a part of the queue, then gets Retry-After; another is still admitted (A5)', async () => {
    const leaving = new AbortController();
    const requested = Array.from({ length: 30 }, () =>
      reader.parse(SLOW, { quotaOwner: 'user 1', signal: leaving.signal }),
    );
    const other = reader.parse(LONG, { quotaOwner: 'user 2', signal: never });
    const result = Promise.allSettled(requested);
    leaving.abort();
    const settled = await result;
    assert.ok(settled.every((each) => each.status === 'rejected' && isUnread(each.reason)));
    assert.ok(
      settled.some(
        (each) => each.status === 'rejected' && /^Too much markup is queued/.test(each.reason.message),
      ),
    );
    assert.equal((await other).elements.length, 2);
  });

  it('a text whose callers have all left is no longer read, however long it would take: the thread is free at once (A5)', async () => {
    const patient = new MarkupReader({ maxReadMs: ANY_TIME, workerFile: FAILING_WORKER });
    const leaving = new AbortController();
    const left = patient.parse(ENDLESS, { quotaOwner: 'user 1', signal: leaving.signal });
    const behind = patient.parse(LONG, { quotaOwner: 'user 1', signal: leaving.signal });
    const other = patient.parse(LONG, { quotaOwner: 'user 2', signal: never });
    leaving.abort();
    await assert.rejects(left, isUnread);
    await assert.rejects(behind, isUnread);
    assert.equal((await other).elements.length, 2);
    await assert.rejects(patient.parse(LONG, { quotaOwner: 'user 1', signal: leaving.signal }), isUnread);
    await patient.stop();
  });

  it('a thread that spends too long on one text is replaced: its caller gets 503, other texts are read (A5)', async () => {
    const impatient = new MarkupReader({ maxReadMs: 2_000, workerFile: FAILING_WORKER });
    const stuck = impatient.parse(ENDLESS, { quotaOwner: 'user 1', signal: never });
    await assert.rejects(stuck, (error: unknown) => isUnread(error) && /took too long/.test(String(error)));
    // On a very busy machine this too may take longer than that once.
    const { elements } = await eventually(() =>
      impatient.parse(LONG, { quotaOwner: 'user 2', signal: never }),
    );
    assert.equal(elements.length, 2);
    await impatient.stop();
  });

  it('a thread that dies, out of memory or otherwise, is replaced: its caller gets 503, other texts are read (A5)', async () => {
    const memory = { maxOldGenerationSizeMb: 48 };
    const mortal = new MarkupReader({ maxReadMs: ANY_TIME, workerFile: FAILING_WORKER, memory });
    for (const text of ['# Hungry', '# Deadly']) {
      const dying = mortal.parse(ENDLESS.replace('# Endless', text), { quotaOwner: 'user 1', signal: never });
      const other = mortal.parse(LONG, { quotaOwner: 'user 2', signal: never });
      await assert.rejects(dying, isUnread, text);
      assert.equal((await other).elements.length, 2);
    }
    await mortal.stop();
  });

  it('a reader that stops rejects the waiting calls (A5)', async () => {
    const stopping = new MarkupReader();
    const requested = [1, 2].map(() => stopping.parse(SLOW, { quotaOwner: 'user 1', signal: never }));
    const result = Promise.allSettled(requested);
    await stopping.stop();
    for (const each of await result) assert.ok(each.status === 'rejected' && isUnread(each.reason));
  });
});
