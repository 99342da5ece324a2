/** Unit tests of recognising calls whose process has died. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it, jest } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { ActiveCalls, type CallTransport, LostCallDetector } from './lost-call-detector.ts';

/** What a node says when it is asked about calls. */
type Reply = 'works on it' | 'denies it' | 'is busy' | 'is gone';

/** Nodes that say what the test wants; a call is under way until it fails or is answered. */
class TestBus implements CallTransport {
  readonly pending = new Set<string>();
  readonly failed: string[] = [];
  readonly #replies: Record<string, Reply>;
  /** What the connection says comes as events do: through here. */
  lost: LostCallDetector | undefined;

  constructor(replies: Record<string, Reply>) {
    this.#replies = replies;
  }

  isPending(id: string): boolean {
    return this.pending.has(id);
  }

  nodes(): string[] {
    return Object.keys(this.#replies);
  }

  serves(node: string): boolean {
    return node !== 'here';
  }

  queryActiveCalls(node: string, ids: string[]): void {
    const reply = this.#replies[node];
    if (reply === 'works on it') this.lost?.handleReport(node, ids, ids);
    if (reply === 'denies it') this.lost?.handleReport(node, ids, []);
    if (reply === 'is gone') this.lost?.markNodeUnreachable(node);
  }

  /** What it says from now on. */
  reply(node: string, reply: Reply): void {
    this.#replies[node] = reply;
  }

  flushIncoming(): Promise<void> {
    return Promise.resolve();
  }

  fail(id: string): void {
    this.pending.delete(id);
    this.failed.push(id);
  }
}

describe('calls that are lost with the process that handles them', () => {
  beforeEach(() => void jest.useFakeTimers());

  /** A call under way among nodes that say this. */
  function call(replies: Record<string, Reply>, isRead = false): { bus: TestBus; lost: LostCallDetector } {
    const bus = new TestBus(replies);
    const lost = new LostCallDetector(bus);
    bus.lost = lost;
    lost.start();
    afterTest(() => {
      lost.stop();
      jest.useRealTimers();
    });
    bus.pending.add('call');
    lost.trackCall('call', isRead ? 'read' : null);
    return { bus, lost };
  }

  const MINUTE_MS = 60_000;

  it('fails when its process is gone: after a quarter of a second and four rounds, so its caller gets an error well within two', async () => {
    const { bus } = call({ here: 'denies it', taker: 'is gone' });
    await jest.advanceTimersByTimeAsync(999);
    assert.deepEqual(bus.failed, [], 'one that was missed three times may only have been interrupted');
    await jest.advanceTimersByTimeAsync(251);
    assert.deepEqual(bus.failed, ['call']);
  });

  it('fails at once when every node denies having it, but not before it is a quarter of a second old', async () => {
    const { bus } = call({ here: 'denies it', taker: 'denies it' });
    await jest.advanceTimersByTimeAsync(249);
    assert.deepEqual(bus.failed, []);
    await jest.advanceTimersByTimeAsync(1);
    assert.deepEqual(bus.failed, ['call']);
  });

  it('never fails while a node works on it, or is too busy to say whether it does', async () => {
    const working = call({ here: 'denies it', taker: 'works on it' });
    const busy = call({ here: 'denies it', taker: 'is busy', other: 'is gone' });
    await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
    assert.deepEqual([...working.bus.failed, ...busy.bus.failed], []);
    working.bus.reply('taker', 'denies it');
    await jest.advanceTimersByTimeAsync(500);
    assert.deepEqual(working.bus.failed, ['call'], 'it is asked for as long as it lasts');
  });

  it('a read fails when no node has said for three seconds that it works on it', async () => {
    const { bus } = call({ here: 'denies it', taker: 'is busy', other: 'denies it' }, true);
    await jest.advanceTimersByTimeAsync(2_999);
    assert.deepEqual(bus.failed, []);
    await jest.advanceTimersByTimeAsync(1);
    assert.deepEqual(bus.failed, ['call']);
  });

  it('a read waits for the only node that serves it, however long that is busy', async () => {
    const { bus } = call({ here: 'denies it', taker: 'is busy' }, true);
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    assert.deepEqual(bus.failed, []);
  });

  it('a read never fails while a node says that it works on it', async () => {
    const { bus } = call({ here: 'denies it', taker: 'works on it', other: 'denies it' }, true);
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    assert.deepEqual(bus.failed, []);
    bus.reply('taker', 'is busy');
    await jest.advanceTimersByTimeAsync(2_750);
    assert.deepEqual(bus.failed, []);
    await jest.advanceTimersByTimeAsync(250);
    assert.deepEqual(bus.failed, ['call']);
  });

  it('forgets a missed heartbeat when the node is back', async () => {
    const { bus, lost } = call({ here: 'denies it', taker: 'is gone' });
    for (let round = 0; round < 20; round += 1) {
      await jest.advanceTimersByTimeAsync(750);
      lost.markNodeAlive('taker');
    }
    assert.deepEqual(bus.failed, []);
  });

  it('checks nothing for three seconds after its own connection was interrupted', async () => {
    const { bus, lost } = call({ here: 'denies it', taker: 'is gone' });
    await jest.advanceTimersByTimeAsync(750);
    lost.connectionInterrupted();
    await jest.advanceTimersByTimeAsync(3_000);
    assert.deepEqual(bus.failed, []);
    await jest.advanceTimersByTimeAsync(1_500);
    assert.deepEqual(bus.failed, ['call']);
  });

  it('does not touch an answered call', async () => {
    const { bus } = call({ here: 'denies it', taker: 'is gone' });
    await jest.advanceTimersByTimeAsync(750);
    bus.pending.delete('call');
    await jest.advanceTimersByTimeAsync(MINUTE_MS);
    assert.deepEqual(bus.failed, []);
  });
});

describe('the calls a node works on', () => {
  it('count as running until their work ends, also when it fails', async () => {
    const calls = new ActiveCalls();
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ends = [calls.track('one', () => one.promise), calls.track('other', () => other.promise)];
    assert.deepEqual(calls.filterActive(['one', 'other', 'unknown']), ['one', 'other']);
    one.resolve();
    await ends[0];
    assert.deepEqual(calls.filterActive(['one', 'other']), ['other']);
    other.reject(new Error('it failed'));
    await assert.rejects(ends[1] ?? Promise.resolve());
    assert.deepEqual(calls.filterActive(['one', 'other']), []);
  });
});
