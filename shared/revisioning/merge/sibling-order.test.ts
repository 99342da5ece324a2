/** Tests and laws of the order of siblings after changes by both sides. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { findMovedClauses } from '../compare/moved-clauses.ts';
import { ordinalOf } from '../outline/address.ts';
import { indexClauses } from '../outline/clause.ts';
import { anyScript, historyArbitrary, LAW_RUNS } from '../outline/histories.fixture.ts';
import type { Side } from './decide-axis.ts';
import { mergeOutlines } from './merge-outline.ts';
import { foldedMine, merge, read, write } from './plans.fixture.ts';

/** Fails unless the law holds for every generated value. */
const holds = <T>(generated: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(generated, law), { numRuns: LAW_RUNS });

const anyHistory = historyArbitrary(anyScript);

test('two orders that exclude each other are a conflict of the clauses that were moved (S18)', () => {
  const base = '1=1 2=2 3=3';
  // Theirs puts 2 before 1. Mine puts 3 before 2, and keeps 1 before 3.
  const [theirs, mine] = ['1=2 2=1', '1=40 2=1 3=3 4=2'];
  assert.equal(merge(base, `${theirs} 3=3`, mine), 'both_moved 1, both_moved 2');
  const resolve = (choices: [number, Side][]) => {
    const { outline } = mergeOutlines({
      base: read(base),
      theirs: read(`${theirs} 3=3`),
      mine: read(mine),
      resolutions: new Map(choices),
    });
    return outline && write(outline);
  };
  // 2 is before 1; 40 loses its number.
  assert.equal(resolve([[2, 'theirs']]), '1=2 2=1 3=3 4=40');
  assert.equal(
    resolve([
      [1, 'mine'],
      [2, 'mine'],
    ]),
    mine,
  );
});

test('clauses that neither side moved keep their order, with what was inserted between them (S18)', () => {
  assert.equal(merge('2=1 5=2', '2=1 3=2', '4=1 5=2'), '4=1 5=2');
  // Theirs closes the gap and inserts 40 before 4. Mine needs 2 for 1.
  const [theirs, mine] = ['1=1 2=2 3=3 4=40 5=4', '2=1 3=2 4=3 5=4'];
  assert.equal(merge('1=1 3=2 4=3 5=4', theirs, mine), '2=1 3=2 4=3 5=40 6=4');
});

test('what both put at one place is no conflict and no second clause where one side inserted another before it (S18)', () => {
  // Both dissolve 2.
  assert.equal(merge('1=1 2=2 2.1=21 2.2=22', '1=1 2=21 3=22', '1=40 2=1 3=21 4=22'), '1=40 2=1 3=21 4=22');
  // Both move 3 to the front.
  assert.equal(merge('1=1 2=2 3=3', '1=3 2=1 3=2', '1=40 2=3 3=1 4=2'), '1=40 2=3 3=1 4=2');
  // Mine saves once more after the answer to its first save was lost.
  const [theirs, mine] = [read('1=30 2=1 3=40 4=2'), read('1=1 2=41 3=2')];
  for (const { elements } of [theirs, mine])
    for (const element of elements) if (element.element_id >= 40) element.content = 'Added';
  const { outline } = mergeOutlines({ base: read('1=1 2=2'), theirs, mine });
  assert.equal(outline && write(outline), '1=30 2=1 3=40 4=2');
  // Different numbers for no such reason are a conflict still.
  assert.equal(merge('1=1 2=2 2.1=21', '1=1 3=21', '1=1 5=21'), 'both_moved 21');
});

test('two siblings are in the order that a side gave them, in that of base if none did (S18)', () => {
  holds(anyHistory, (history) => {
    const { outline } = mergeOutlines({ base: history.base, theirs: history.x, mine: history.y });
    if (outline === null) return;
    const base = indexClauses(history.base);
    const [theirs, mine, merged] = [history.x, foldedMine(history), outline].map(indexClauses);
    const outlines = [theirs, mine, merged];
    const siblings = [...base].filter(([id, { parentId }]) =>
      outlines.every((index) => index?.has(id) && index.get(id)?.parentId === parentId),
    );
    for (const [first, before] of siblings) {
      for (const [second, behind] of siblings) {
        if (before.parentId !== behind.parentId || before.ordinal >= behind.ordinal) continue;
        const [byTheirs, byMine, result] = outlines.map(
          (index) => (index?.get(first)?.ordinal ?? 0) > (index?.get(second)?.ordinal ?? 0),
        );
        assert.equal(result, byTheirs || byMine);
      }
    }
  });
});

test('siblings have the order on which all agree who have both of them, or the numbers they were given (S18)', () => {
  holds(anyHistory, (history) => {
    const { outline } = mergeOutlines({ base: history.base, theirs: history.x, mine: history.y });
    if (outline === null) return;
    const base = indexClauses(history.base);
    const sides = [indexClauses(history.x), indexClauses(foldedMine(history))];
    const moved = new Set(sides.flatMap((side) => [...findMovedClauses(base, side)]));
    for (const siblings of Map.groupBy(indexClauses(outline).values(), ({ parentId }) => parentId).values()) {
      for (const [at, { element: first }] of siblings.entries()) {
        for (const { element: second } of siblings.slice(at + 1)) {
          if (moved.has(first.element_id) || moved.has(second.element_id)) continue;
          const orders = sides.flatMap((side) => {
            const [a, b] = [side.get(first.element_id), side.get(second.element_id)];
            return a && b && a.parentId === b.parentId ? [a.ordinal < b.ordinal] : [];
          });
          const isAsWritten = [first, second].every(({ element_id, address }) =>
            sides.some((side) => side.get(element_id)?.ordinal === ordinalOf(address)),
          );
          assert.ok(orders.length === 0 || orders.includes(true) || isAsWritten);
        }
      }
    }
  });
});
