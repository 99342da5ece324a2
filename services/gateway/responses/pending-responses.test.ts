import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { BudgetOwner } from '../request-context.ts';
import { assertResponseBudget, reserveResponseBytes } from './pending-responses.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 8 * MEGABYTE;
const from = (clientIp: string): BudgetOwner => ({ clientIp });

/** Answers that wait until there is room for no more; what the next one is refused with. */
function fill(owner: BudgetOwner): { release(): void; count: number; refusal: unknown } {
  const held: (() => void)[] = [];
  const release = (): void => {
    for (const end of held) end();
  };
  try {
    for (;;) held.push(reserveResponseBytes(owner, LARGEST));
  } catch (refusal) {
    return { release, count: held.length, refusal };
  }
}

it('H35: who does not read what was asked for is refused more, and is served again when it has left', () => {
  const one = fill(from('192.0.2.1'));
  const refused = toErrorInfo(one.refusal);
  assert.deepEqual([refused.code, refused.extras.metadata], ['SERVICE_UNAVAILABLE', { retryAfter: 1 }]);
  assert.equal(one.count, 8);
  assert.throws(() => assertResponseBudget(from('192.0.2.1')));
  assertResponseBudget(from('192.0.2.2'));
  reserveResponseBytes(from('192.0.2.2'), LARGEST)();
  one.release();
  one.release();
  const again = fill(from('192.0.2.1'));
  assert.equal(again.count, 8, 'given back once');
  again.release();
});

it('H35: together they have no more than the node has room for, and nobody else is shut out', () => {
  const readers = Array.from({ length: 5 }, (_, at) => fill(from(`198.51.100.${at}`)));
  assert.deepEqual(
    readers.map(({ count }) => count),
    [8, 8, 8, 8, 1],
  );
  const other = from('203.0.113.1');
  assertResponseBudget(other);
  const ordinary = [MEGABYTE, MEGABYTE, MEGABYTE].map((bytes) => reserveResponseBytes(other, bytes));
  assert.throws(() => reserveResponseBytes(other, LARGEST));
  for (const end of ordinary) end();
  for (const { release } of readers) release();
  reserveResponseBytes(other, LARGEST)();
});
