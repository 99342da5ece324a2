import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { readError } from '../../../shared/kernel/errors.ts';
import type { Owned } from '../exchange.ts';
import { checkRoom, holdAnswer } from './waiting-answers.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST = 8 * MEGABYTE;
const from = (address: string): Owned => ({ address });

/** Answers that wait until there is room for no more; what the next one is refused with. */
function fill(owner: Owned): { release(): void; count: number; refusal: unknown } {
  const held: (() => void)[] = [];
  const release = (): void => {
    for (const end of held) end();
  };
  try {
    for (;;) held.push(holdAnswer(owner, LARGEST));
  } catch (refusal) {
    return { release, count: held.length, refusal };
  }
}

it('H35: who does not read what was asked for is refused more, and is served again when it has left', () => {
  const one = fill(from('192.0.2.1'));
  const refused = readError(one.refusal);
  assert.deepEqual([refused.code, refused.extras.metadata], ['SERVICE_UNAVAILABLE', { retryAfter: 1 }]);
  assert.equal(one.count, 8);
  assert.throws(() => checkRoom(from('192.0.2.1')));
  checkRoom(from('192.0.2.2'));
  holdAnswer(from('192.0.2.2'), LARGEST)();
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
  checkRoom(other);
  const ordinary = [MEGABYTE, MEGABYTE, MEGABYTE].map((bytes) => holdAnswer(other, bytes));
  assert.throws(() => holdAnswer(other, LARGEST));
  for (const end of ordinary) end();
  for (const { release } of readers) release();
  holdAnswer(other, LARGEST)();
});
