/** Tests and laws of the numbers of siblings after insertions and removals by both sides. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { LAW_RUNS } from '../outline/histories.fixture.ts';
import type { Outline } from '../outline/outline.ts';
import { mergeOutlines } from './merge-outline.ts';
import type { OutlineMerge } from './merge-result.ts';
import { merge, read, write } from './plans.fixture.ts';

/** Fails unless the law holds for every generated value. */
const holds = <T>(generated: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(generated, law), { numRuns: LAW_RUNS });

test('insertions and removals by both sides add up (S18)', () => {
  const base = '1=1 2=2 3=3 4=4 5=5';
  const twoInserted = '1=1 2=30 3=31 4=2 5=3 6=4 7=5';
  assert.equal(merge(base, twoInserted, '1=1 2=2 3=3 4=40 5=4 6=5'), '1=1 2=30 3=31 4=2 5=3 6=40 7=4 8=5');
  assert.equal(merge(base, twoInserted, '1=1 2=2 3=4 4=5'), '1=1 2=30 3=31 4=2 5=4 6=5');
  assert.equal(merge(base, '1=2 2=3 3=4 4=5', '1=1 2=2 3=3 4=5'), '1=2 2=3 3=5');
  // At the end nothing follows that would need another number.
  assert.equal(merge(base, twoInserted, `${base} 6=40`), '1=1 2=30 3=31 4=2 5=3 6=4 7=5 8=40');
});

test('numbers that one side skipped are used up before others change (S18)', () => {
  assert.equal(merge('1=1 2=2 5=5', '1=1 2=30 3=2 5=5', '1=1 2=2 3=40 5=5'), '1=1 2=30 3=2 4=40 5=5');
  assert.equal(merge('1=1 2=2 4=4', '1=30 2=1 3=2 4=4', '1=1 2=40 3=2 4=4'), '1=30 2=1 3=40 4=2 5=4');
});

test('a number that was changed for no such reason stays, and two at one number are a conflict (S18)', () => {
  assert.equal(merge('1=1 2=2', '1=1 3=2', '1=1 2=2 4=40'), '1=1 3=2 4=40');
  assert.equal(merge('1=1 2=2', '1=1 3=2', '1=1 2=2 3=40'), 'address_taken 2, address_taken 40');
  assert.equal(merge('1=1 2=2', '1=1 5=2', '1=1 7=2'), 'both_moved 2');
  assert.equal(merge('1=1 2=2', '1=1 2=30 3=2', '1=1 2=40 3=2'), 'address_taken 30, address_taken 40');
});

test('who moves a clause decides over who only renumbers it (S18)', () => {
  // In theirs 2 has its old number and is after 3.
  assert.equal(merge('1=1 2=2 3=3', '1=3 2=2', '1=2 2=3'), '1=3 2=2');
  assert.equal(merge('1=1 2=2 3=3', '1=3 2=2', '1=1 2=40 3=2 4=3'), '1=40 2=3 3=2');
  assert.equal(merge('1=1 2=2 3=3', '1=30 2=1 3=2 4=3', '1=1 2=3 3=2'), '1=30 2=1 3=3 4=2');
});

test('clauses that both sides insert and remove at different places are no conflict, and the numbers go on (S18)', () => {
  /** What happens after every third clause, and who does it. */
  const slot = fc.record({
    isMine: fc.boolean(),
    inserted: fc.nat({ max: 3 }),
    isRemoved: fc.boolean(),
  });
  const clause = (element_id: number, at: number) => ({
    element_id,
    address: String(at + 1),
    kind: 'clause' as const,
    toc_content: '',
    content: `Text ${element_id}`,
  });
  holds(fc.array(slot, { minLength: 1, maxLength: 8 }), (slots) => {
    const write = (isActive: (isMine: boolean) => boolean): Outline => {
      const ids = slots.flatMap(({ isMine, inserted, isRemoved }, at) => {
        const own = [1, 2, 3].map((offset) => at * 3 + offset);
        if (!isActive(isMine)) return own;
        const added = Array.from({ length: inserted }, (_, count) => 1_000 + at * 10 + count);
        return isRemoved ? own.filter((id) => id % 3 !== 2) : [...own.slice(0, 2), ...added, ...own.slice(2)];
      });
      return { elements: ids.map(clause), fields: [] };
    };
    const merge = mergeOutlines({
      base: write(() => false),
      theirs: write((isMine) => !isMine),
      mine: write((isMine) => isMine),
    });
    assert.deepEqual(merge.conflicts, []);
    assert.deepEqual(
      merge.outline,
      write(() => true),
    );
  });
});

test('two clauses at one number are no conflict where both sides have them in one order (S18)', () => {
  // Theirs inserts before 6, mine puts 3 before 9: both have 6 before 3.
  assert.equal(merge('1=8 3=6 4=9 6=3', '1=8 3=30 4=6 5=9 6=3', '1=8 3=6 4=3 6=9'), '1=8 3=30 4=6 5=3 7=9');
});

test('a clause that both sides added after another stays after it where one side moves that one (S18)', () => {
  const [theirs, mine] = [read('1=3 2=1 3=40'), read('1=1 3=41 4=3')];
  for (const { elements } of [theirs, mine])
    for (const element of elements) if (element.element_id >= 40) element.content = 'Added';
  const { outline } = mergeOutlines({ base: read('1=1 2=3'), theirs, mine });
  assert.equal(outline && write(outline), '3=3 4=1 5=40');
});

test('clauses that one side added after another stay apart where the other gave that one a higher number (S18)', () => {
  assert.equal(merge('1=1', '3=1', '1=1 2=41 4=40'), '3=1 4=41 5=40');
});

test('a clause that one side inserted stays before one whose number the other lowered (S18)', () => {
  // Mine puts 3 first and closes the gap before 1.
  assert.equal(merge('1=2 2=3 5=1', '1=2 2=3 4=40 5=1', '1=3 2=1 5=2'), '1=3 3=40 4=1 7=2');
});

test('where a clause in conflict is for now makes no conflict of others, whoever saves first (S26)', () => {
  // Both moved 2, one of them between 3 and 6, of which the other lowered the numbers.
  const [base, theirs, mine] = ['1=2 2=3 3=6 5=1 6=4', '1=3 2=6 3=1 5=2 6=4', '1=3 2=2 3=6 5=1 6=4'];
  assert.equal(merge(base, theirs, mine), 'both_moved 2');
  assert.equal(merge(base, mine, theirs), 'both_moved 2');
});

test('a section that is there for a clause in conflict alone makes no conflict of others, whoever saves first (S26)', () => {
  // Both moved 8, theirs below 5, which mine deleted.
  const [base, theirs] = ['3=6 5=5 6=7 8=8', '2=5 2.1=8 3=6 6=7'];
  const mine = '1=6 3=40 4=7 7=41 7.1=8';
  assert.equal(merge(base, theirs, mine), 'both_moved 8');
  assert.equal(merge(base, mine, theirs), 'both_moved 8');
});

test('two clauses that a side reversed are no conflict at one number, whoever saves first (S26)', () => {
  // Theirs puts 9 after 8, mine 2 before it. 1 is in conflict.
  const [base, theirs] = [read('1=9 2=8 3=1 4=2 5=5'), read('2=8 3=1 4=2 5=9 6=5')];
  for (const element of theirs.elements) if (element.element_id === 1) element.content = 'Reworded';
  const mine = read('1=9 2=2 3=8 4=40 5=5');
  const reasonsOf = ({ conflicts }: OutlineMerge) =>
    conflicts.map(({ reason, id }) => `${reason} ${id}`).sort();
  assert.deepEqual(reasonsOf(mergeOutlines({ base, theirs, mine })), ['changed_deleted 1']);
  assert.deepEqual(reasonsOf(mergeOutlines({ base, theirs: mine, mine: theirs })), ['deleted_changed 1']);
});
