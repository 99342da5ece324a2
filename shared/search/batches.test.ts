/** Tests of collecting changes in batches. */
import assert from 'node:assert/strict';
import { setImmediate as tick } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { inBatches } from './batches.ts';

describe('changes in batches', () => {
  /** Three items at once, then one more; then it ends or fails. */
  async function* source(error?: Error): AsyncGenerator<number> {
    yield* [1, 2, 3];
    await tick();
    await tick();
    yield 4;
    if (error) throw error;
  }

  async function collect(items: AsyncIterable<number>): Promise<number[][]> {
    const batches: number[][] = [];
    for await (const batch of inBatches(items)) {
      batches.push(batch);
      await tick();
    }
    return batches;
  }

  it('every item comes once, in order, and what has come together is taken together', async () => {
    const batches = await collect(source());
    assert.deepEqual(batches.flat(), [1, 2, 3, 4]);
    assert.ok(batches.length < 4, `${batches.length} batches`);
  });

  it('the error of the source comes after its last item', async () => {
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const batch of inBatches(source(new Error('lost')))) seen.push(...batch);
    };
    await assert.rejects(read, /lost/);
    assert.deepEqual(seen, [1, 2, 3, 4]);
  });
});
