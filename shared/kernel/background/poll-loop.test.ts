/** Tests of the loop that runs background work repeatedly. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it, jest } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { PollLoop } from './poll-loop.ts';

const HOUR_MS = 3_600_000;

/** Work whose rounds end when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  return {
    ends,
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    async begun(count: number): Promise<void> {
      await eventually(() => ends.length >= count, { every: 5 });
      assert.equal(ends.length, count);
    },
  };
}

describe('a loop that runs work again and again', () => {
  it('come one at a time, however slow one is', async () => {
    const { ends, work, begun } = heldWork();
    const rounds = new PollLoop(1, work);
    rounds.start();
    await begun(1);
    await pause(30);
    rounds.runWithin(0);
    await pause(30);
    assert.equal(ends.length, 1, 'the first is still under way');
    ends[0]?.();
    await begun(2);
    ends[1]?.();
    await rounds.stop();
  });

  it('are woken early, and no wake delays one that was due sooner', async () => {
    const { ends, work, begun } = heldWork();
    const rounds = new PollLoop(HOUR_MS, work);
    rounds.runWithin(0);
    await pause(10);
    assert.equal(ends.length, 0, 'before the start there is nothing to wake');
    rounds.start();
    rounds.runWithin(30);
    const poking = setInterval(() => rounds.runWithin(30), 5);
    try {
      await begun(1);
    } finally {
      clearInterval(poking);
    }
    rounds.runWithin(0);
    ends[0]?.();
    await begun(2);
    ends[1]?.();
    await pause(20);
    assert.equal(ends.length, 2, 'then the pause is the usual one');
    await rounds.stop();
  });

  it('stop waits for the running round, and none follows', async () => {
    const { ends, work, begun } = heldWork();
    const rounds = new PollLoop(1, work);
    rounds.start(0);
    await begun(1);
    let stopped = false;
    const stopping = rounds.stop().then(() => {
      stopped = true;
    });
    rounds.runWithin(0);
    await pause(20);
    assert.deepEqual([stopped, rounds.isStopped], [false, true]);
    ends[0]?.();
    await stopping;
    await pause(20);
    assert.equal(ends.length, 1);
  });

  it('pause longer, up to four times, while there is nothing to do', async () => {
    jest.useFakeTimers();
    afterTest(() => jest.useRealTimers());
    const begin = performance.now();
    let begun: number[] = [];
    let isIdle = true;
    const rounds = new PollLoop(1_000, async () => {
      begun.push(performance.now() - begin);
      return !isIdle;
    });
    rounds.start(0);
    await jest.advanceTimersByTimeAsync(14_500);
    assert.deepEqual(begun, [0, 2_000, 6_000, 10_000, 14_000]);
    begun = [];
    // What is to do may be committed only after the run that was asked for.
    rounds.runWithin(50);
    await jest.advanceTimersByTimeAsync(3_500);
    assert.deepEqual(begun, [14_550, 15_550, 17_550]);
    begun = [];
    isIdle = false;
    await jest.advanceTimersByTimeAsync(5_000);
    assert.deepEqual(begun, [21_550, 22_550]);
    await rounds.stop();
  });

  it('go on after one that throws, and after a new start', async () => {
    const heard: unknown[] = [];
    let count = 0;
    const work = async () => {
      count += 1;
      if (count === 1) throw new Error('away');
    };
    const rounds = new PollLoop(1, work, (error) => heard.push(error));
    rounds.start();
    await eventually(() => count >= 3);
    await rounds.stop();
    assert.match(String(heard), /^Error: away$/);
    const before = count;
    await pause(10);
    assert.equal(count, before);
    rounds.start();
    await eventually(() => count > before);
    await rounds.stop();
  });
});
