/** Tests of the memory budgets for request bodies and unread responses. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { toErrorInfo } from '../../shared/kernel/errors/errors.ts';
import { createMemoryBudgets } from './memory-budget.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 8 * MEGABYTE;
const budget = createMemoryBudgets().responses;

/** Answers that wait until there is room for no more; what the next one is refused with. */
function fill(owner: string): { release(): void; count: number; refusal: unknown } {
  const held: (() => void)[] = [];
  const release = (): void => {
    for (const end of held) end();
  };
  try {
    for (;;) held.push(budget.reserve(owner, LARGEST));
  } catch (refusal) {
    return { release, count: held.length, refusal };
  }
}

it('who does not read what was asked for is refused more, and is served again when it has left (H35)', () => {
  const one = fill('reader 1');
  const refused = toErrorInfo(one.refusal);
  assert.deepEqual([refused.code, refused.extras.metadata], ['SERVICE_UNAVAILABLE', { retryAfter: 1 }]);
  assert.equal(one.count, 8);
  assert.throws(() => budget.assertAvailable('reader 1'));
  budget.assertAvailable('reader 2');
  budget.reserve('reader 2', LARGEST)();
  one.release();
  one.release();
  const again = fill('reader 1');
  assert.equal(again.count, 8, 'given back once');
  again.release();
});

it('together they have no more than the node has room for, and nobody else is shut out (H35)', () => {
  const readers = Array.from({ length: 5 }, (_, at) => fill(`reader ${at}`));
  assert.deepEqual(
    readers.map(({ count }) => count),
    [8, 8, 8, 8, 1],
  );
  const other = 'another reader';
  budget.assertAvailable(other);
  const ordinary = [MEGABYTE, MEGABYTE, MEGABYTE].map((bytes) => budget.reserve(other, bytes));
  assert.throws(() => budget.reserve(other, LARGEST));
  for (const end of ordinary) end();
  for (const { release } of readers) release();
  budget.reserve(other, LARGEST)();
});
