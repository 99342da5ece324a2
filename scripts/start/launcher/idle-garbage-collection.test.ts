/** Tests of when an idle process collects its garbage. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { collectGarbageWhenIdle } from './idle-garbage-collection.ts';

const WINDOW_MS = 50;

describe('a process that has nothing to do', () => {
  it('collects its garbage once after each busy time', async () => {
    let collections = 0;
    const collect = async (): Promise<void> => {
      collections += 1;
    };
    const timer = collectGarbageWhenIdle(Object.assign(collect, globalThis.gc), WINDOW_MS);
    afterTest(() => clearInterval(timer ?? undefined));
    await eventually(() => collections === 1, { every: WINDOW_MS });
    await pause(5 * WINDOW_MS);
    assert.equal(collections, 1, 'nothing was done since');
    const until = performance.now() + 3 * WINDOW_MS;
    while (performance.now() < until) JSON.stringify([until]);
    await eventually(() => collections === 2, { every: WINDOW_MS });
  });
});
