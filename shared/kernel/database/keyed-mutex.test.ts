/** Tests of the mutex by key. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.ts';

describe('keyed mutexes', () => {
  it('go one after the other under one key, and on after a failure', async () => {
    const turns = new KeyedMutex();
    const log: string[] = [];
    const work = (name: string, fails = false) =>
      turns.run(1, async (waited) => {
        log.push(`${name} in${waited ? ' later' : ''}`);
        await new Promise((done) => setImmediate(done));
        log.push(`${name} out`);
        if (fails) throw new Error(name);
      });
    const ends = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    assert.deepEqual(
      ends.map((end) => end.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(log, ['a in', 'a out', 'b in later', 'b out', 'c in later', 'c out']);
    await work('d');
    assert.equal(log.at(-2), 'd in');
  });

  it('of different keys do not wait for each other', async () => {
    const turns = new KeyedMutex();
    let release = (): void => undefined;
    const held = turns.run(1, () => new Promise<void>((resolve) => (release = resolve)));
    assert.equal(await turns.run(2, async (waited) => waited), false);
    release();
    await held;
  });
});
