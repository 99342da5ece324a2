/** Tests and a law of merging siblings as one order, in outlines with and without gaps in their numbers. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { childOf, parentOf } from '../outline/address.ts';
import { indexClauses } from '../outline/clause.ts';
import { anyScript, historyArbitrary, LAW_RUNS } from '../outline/histories.fixture.ts';
import type { Outline } from '../outline/outline.ts';
import { mergeOutlines } from './merge-outline.ts';
import { merge } from './plans.fixture.ts';

test('what one side removed leaves no number free where clauses were numbered anew (S18)', () => {
  // Mine closed the gap of 1; 2 is gone in theirs.
  assert.equal(merge('1=1 2=2', '1=1', '1=2 2=20'), '1=20');
  assert.equal(merge('1=1 2=3 3=2', '1=2 2=3', '1=3'), '1=3');
  // Where nobody did, a number is kept.
  assert.equal(merge('1=1 2=2', '1=1', '1=1 2=2 3=20'), '1=1 3=20');
});

test('a number that neither side changed stays where there is room before it (S18)', () => {
  assert.equal(
    merge('1=6 2=1 5=9', '1=6 2=1 4=30 5=9', '1=40 2=6 3=1 5=9 6=41'),
    '1=40 2=6 3=1 4=30 5=9 6=41',
  );
});

test('a clause is not moved past one that the other side removed (S18)', () => {
  // Theirs put 2 after 1, which mine removed; mine added 20 after 2.
  assert.equal(merge('1=2 2=1', '1=1 2=2', '1=2 2=20'), '1=2 2=20');
  // Theirs removed 3, before which mine has the others in the order of base.
  assert.equal(merge('1=1 2=3 3=2', '1=2 2=1', '1=3 2=1 3=2'), '1=2 2=1');
});

test('a clause that both put at one number is before the one past which a side moved it (S18)', () => {
  // Both put 7 at 2, theirs before 4 and mine after it.
  const [base, theirs] = ['1=4 2=1 3=6 4=7 5=8', '1=30 2=7 3=4 4=1 5=6 6=8'];
  const mine = '1=4 2=7 3=1 4=6 5=8';
  assert.equal(merge(base, theirs, mine), theirs);
  assert.equal(merge(base, mine, theirs), theirs);
});

test('a clause that one side moved to the front and the other after one that came before is moved by both (S18)', () => {
  // Theirs puts 8 before 4, which keeps its number. Mine puts 4 before all.
  const [base, theirs, mine] = ['1=5 2=7 5=4 6=8', '1=5 2=7 3=8 5=4', '1=4 3=5 4=7 6=8'];
  assert.equal(merge(base, theirs, mine), 'both_moved 4');
  assert.equal(merge(base, mine, theirs), 'both_moved 4');
  assert.equal(merge(base, theirs, mine, { 4: 'mine' }), '1=4 3=5 4=7 5=8');
});

test('clauses after one whose number is in conflict are compared by their own numbers (S18)', () => {
  assert.equal(merge('2=1 3=2', '3=30 5=1', '1=1 2=40 3=41 4=2'), 'both_moved 1');
  // Both added a clause four numbers after 1, but not at one number.
  const sides = ['5=1', '2=1 6=30', '1=1 5=40'] as const;
  assert.equal(merge(...sides), 'both_moved 1');
  assert.equal(merge(...sides, { 1: 'theirs' }), '2=1 5=40 6=30');
  assert.equal(merge(...sides, { 1: 'mine' }), '1=1 5=40 6=30');
});

test('a chosen number is kept before what was added before it (S18)', () => {
  const sides = ['3=2', '4=2', '4=40 5=2'] as const;
  assert.equal(merge(...sides), 'both_moved 2');
  assert.equal(merge(...sides, { 2: 'theirs' }), '3=40 4=2');
  assert.equal(merge(...sides, { 2: 'mine' }), '4=40 5=2');
});

test('two runs at the same numbers follow one another as they were chosen (S18)', () => {
  const sides = ['1=1', '1=1 2=30 3=31', '1=1 2=40 3=41'] as const;
  assert.equal(merge(...sides), 'address_taken 30, address_taken 40, address_taken 31, address_taken 41');
  assert.equal(merge(...sides, { 30: 'theirs', 31: 'theirs' }), '1=1 2=30 3=31 4=40 5=41');
  assert.equal(merge(...sides, { 30: 'mine', 31: 'mine' }), '1=1 2=40 3=41 4=30 5=31');
});

/** The same clauses with the numbers 1, 2, 3 … under each parent. */
function withoutGaps({ elements, fields }: Outline): Outline {
  const addresses = new Map<string | null, string | null>([[null, null]]);
  const counts = new Map<string | null, number>();
  return {
    elements: elements.map((clause) => {
      const parent = parentOf(clause.address);
      const count = (counts.get(parent) ?? 0) + 1;
      const address = childOf(addresses.get(parent) ?? null, count);
      counts.set(parent, count);
      addresses.set(clause.address, address);
      return { ...clause, address };
    }),
    fields,
  };
}

test('law: of outlines without gaps, the result has none where a side numbered clauses anew (S18)', () => {
  const holds = fc.property(historyArbitrary(anyScript), (history) => {
    const [base, theirs, mine] = [history.base, history.x, history.y].map(withoutGaps);
    assert.ok(base && theirs && mine);
    const { outline: merged } = mergeOutlines({ base, theirs, mine });
    if (merged === null) return;
    const before = indexClauses(base);
    const renumbered = new Set<number | null>();
    for (const side of [theirs, mine])
      for (const [id, { parentId, ordinal }] of indexClauses(side)) {
        const clause = before.get(id);
        if (clause?.parentId === parentId && clause.ordinal !== ordinal) renumbered.add(parentId);
      }
    const children = Map.groupBy(indexClauses(merged).values(), ({ parentId }) => parentId);
    for (const parentId of renumbered) {
      const numbers = (children.get(parentId) ?? []).map(({ ordinal }) => ordinal);
      assert.deepEqual(
        numbers,
        [...numbers.keys()].map((at) => at + 1),
      );
    }
  });
  fc.assert(holds, { numRuns: LAW_RUNS });
});
