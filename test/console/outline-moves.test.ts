/** Laws of moves in the editor of the console: the outline stays valid, and nothing is lost or renumbered without reason. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import type { DraftClause } from '../../console/src/pages/standard-edit/draft-clause.ts';
import * as moves from '../../console/src/pages/standard-edit/outline-moves.ts';
import { compareAddresses } from '../../shared/revisioning/outline/address.ts';
import { findOutlineProblems } from '../../shared/revisioning/outline/outline-rules.ts';
import { placeClauses } from '../../shared/revisioning/outline/place-clauses.ts';

/** An outline from levels: each at most one deeper than the one before; numbers may be left out. */
const outlines = fc
  .array(fc.record({ depth: fc.integer({ min: 1, max: 4 }), gap: fc.integer({ min: 0, max: 2 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((rows): DraftClause[] => {
    const numbers: number[] = [];
    return rows.map(({ depth: wanted, gap }, index) => {
      const depth = Math.min(wanted, numbers.length + 1);
      numbers.length = Math.max(numbers.length, depth);
      numbers[depth - 1] = (numbers[depth - 1] ?? 0) + 1 + gap;
      numbers.length = depth;
      const address = numbers.join('.');
      return {
        key: `c${index + 1}`,
        id: index + 1,
        depth,
        address,
        was: address,
        kind: 'clause',
        label: '',
        heading: '',
        text: `text ${index}`,
        fields: [],
        seal: null,
      };
    });
  });

const steps = fc.array(
  fc.record({
    at: fc.nat(40),
    what: fc.constantFrom('up', 'down', 'in', 'out', 'insert', 'below', 'remove'),
  }),
  { maxLength: 12 },
);

const placesOf = (clauses: readonly DraftClause[]) =>
  clauses.flatMap(({ id, address }) => (id === null ? [] : [{ id, address }]));

function step(
  clauses: readonly DraftClause[],
  { at: place, what }: { at: number; what: string },
  key: string,
) {
  const at = clauses.length === 0 ? -1 : place % clauses.length;
  if (what === 'insert' || what === 'below') return moves.insert(clauses, at, what === 'below', key);
  if (at < 0) return null;
  if (what === 'remove') return moves.remove(clauses, at);
  const move = { up: moves.moveUp, down: moves.moveDown, in: moves.moveIn, out: moves.moveOut }[what];
  return move?.(clauses, at) ?? null;
}

describe('moves in the outline of a draft', () => {
  it('leave a valid outline in the order that is shown, and lose no clause', () => {
    fc.assert(
      fc.property(outlines, steps, (start, path) => {
        const before = placesOf(start);
        let clauses: readonly DraftClause[] = start;
        for (const [index, one] of path.entries()) {
          const next = step(clauses, one, `n${index}`);
          if (!next) continue;
          const lost = clauses.filter(({ key }) => !next.some((clause) => clause.key === key));
          const at = clauses.length === 0 ? -1 : one.at % clauses.length;
          assert.deepEqual(lost, one.what === 'remove' ? clauses.slice(at, moves.endOf(clauses, at)) : []);
          clauses = moves.renumber(next, before);
          // Outlines of this size are too deep only by indenting again and again.
          assert.deepEqual(findOutlineProblems({ elements: clauses, fields: [] }), []);
          const order = clauses.map(({ address }) => address);
          assert.deepEqual(order, order.toSorted(compareAddresses));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keep every number while nothing is moved; two neighbours exchange theirs', () => {
    fc.assert(
      fc.property(outlines, fc.nat(40), (clauses, place) => {
        const before = placesOf(clauses);
        assert.deepEqual(moves.renumber(clauses, before), clauses);
        const at = place % clauses.length;
        const moved = moves.moveDown(clauses, at);
        if (!moved) return;
        const numbered = moves.renumber(moved, before);
        const numberOf = (list: readonly DraftClause[], key?: string) =>
          list.find((clause) => clause.key === key)?.address;
        const next = clauses[moves.endOf(clauses, at)]?.key;
        assert.equal(numberOf(numbered, clauses[at]?.key), numberOf(clauses, next));
        assert.equal(numberOf(numbered, next), numberOf(clauses, clauses[at]?.key));
        const back = moves.moveUp(
          numbered,
          numbered.findIndex(({ key }) => key === clauses[at]?.key),
        );
        assert.deepEqual(back && moves.renumber(back, before), clauses);
      }),
      { numRuns: 300 },
    );
  });

  it('a clause that was left out leaves its number free, also in a file that came back', () => {
    const before = ['1', '2', '3'].map((address, index) => ({ id: index + 1, address }));
    const without = [1, 3].map((id) => ({ id, depth: 1, was: String(id) }));
    for (const exchanges of [true, false])
      assert.deepEqual(placeClauses(without, before, { exchanges }), ['1', '3']);
  });
});
