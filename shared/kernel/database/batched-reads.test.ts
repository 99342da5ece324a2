/** Tests of concurrent reads that share one database query. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { createBatchedLoader, createCoalescedLoader } from './batched-reads.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('concurrent callers that read the same', () => {
  it('share the load that begins after they asked; another key does not wait for theirs', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const read = createCoalescedLoader(
      async (key: string) => {
        const count = begun.push(key);
        await new Promise<void>((resolve) => ends.push(resolve));
        return `${key} ${count}`;
      },
      (key) => key,
    );
    const first = read('a');
    const second = [read('a'), read('a')];
    const other = read('b');
    assert.deepEqual(begun, ['a', 'b']);
    ends[0]?.();
    assert.equal(await first, 'a 1');
    await turn();
    assert.deepEqual(begun, ['a', 'b', 'a']);
    ends[1]?.();
    ends[2]?.();
    assert.deepEqual(await Promise.all([other, ...second]), ['b 2', 'a 3', 'a 3']);
    const again = read('a');
    ends[3]?.();
    assert.equal(await again, 'a 4');
  });

  it('a failed load is not shared with later callers', async () => {
    let fails = true;
    const read = createCoalescedLoader(
      async (key: string) => {
        if (fails) throw new Error('the database is away');
        return key;
      },
      (key) => key,
    );
    const [first, second] = [read('a'), read('a')];
    await assert.rejects(first, /away/);
    await assert.rejects(second, /away/);
    fails = false;
    assert.equal(await read('a'), 'a');
  });
});

describe('reads of many callers in one query', () => {
  /** A value that changes, and a load of it that waits until it is let on. */
  function slowValue() {
    const loads: (readonly number[])[] = [];
    const waiting: (() => void)[] = [];
    const state = { value: 'old' };
    const read = createBatchedLoader(
      async (keys: readonly number[]) => {
        loads.push(keys);
        const seen = state.value;
        await new Promise<void>((resolve) => waiting.push(resolve));
        return keys.map((key) => `${key} ${seen}`);
      },
      (key) => key,
    );
    /** Lets the next load end, once it has begun. */
    const letOn = async (): Promise<void> => {
      await eventually(() => waiting.length > 0);
      waiting.shift()?.();
    };
    return { loads, state, read, letOn };
  }

  it('concurrent callers share one load, each key once', async () => {
    const { loads, read, letOn } = slowValue();
    const responses = Promise.all([read(1), read(2), read(1)]);
    await letOn();
    assert.deepEqual(await responses, ['1 old', '2 old', '1 old']);
    assert.deepEqual(loads, [[1, 2]]);
  });

  it('a call during a load is part of the next one, and sees everything written before it', async () => {
    const { loads, state, read, letOn } = slowValue();
    const before = read(1);
    await eventually(() => loads.length > 0);
    state.value = 'new';
    const after = read(1);
    await letOn();
    await letOn();
    assert.deepEqual([await before, await after], ['1 old', '1 new']);
    assert.deepEqual(loads, [[1], [1]]);
  });

  it('a client that asks again on being answered shares the load of those who waited meanwhile', async () => {
    const { loads, read, letOn } = slowValue();
    const answered = read(1);
    await eventually(() => loads.length > 0);
    const waited = read(2);
    await letOn();
    await answered;
    // Its next request has a way to go.
    await turn();
    const next = read(1);
    await letOn();
    assert.deepEqual(await Promise.all([waited, next]), ['2 old', '1 old']);
    assert.deepEqual(loads, [[1], [2, 1]]);
  });

  it('a failed load affects only its callers: the next ones start another', async () => {
    let fails = true;
    const read = createBatchedLoader(
      async (keys: readonly number[]) => {
        if (fails) throw new Error('the database is away');
        return keys;
      },
      (key) => key,
    );
    await assert.rejects(read(1), /away/);
    fails = false;
    assert.equal(await read(1), 1);
  });
});
