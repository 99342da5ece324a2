/** Law of the directory of terms: it finds what looking through every segment finds, whatever was added and removed. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { PostingsBuilder } from './postings.ts';
import { toRowSequence } from './row-sequence.ts';
import type { Segment } from './segment.ts';
import { TermDirectory } from './term-directory.ts';

const TERMS = ['beam', 'column', 'door', 'slab', 'stair'];
const ROWS = 3;

/** A segment whose rows have these terms, and its terms in the order of their numbers. */
function toSegment(
  slot: number,
  rows: readonly (readonly string[])[],
): { segment: Segment; names: string[] } {
  const builder = new PostingsBuilder();
  for (const [row, terms] of rows.entries()) for (const term of terms) builder.add(term, row, 1);
  const { postings, names } = builder.build();
  const segment: Segment = {
    slot,
    firstId: 1 + slot * ROWS,
    size: rows.length,
    lengths: Uint16Array.from(rows, ({ length }) => length),
    isNote: new Uint8Array(rows.length),
    parents: new Int32Array(rows.length).fill(-1),
    terms: postings,
    vectors: null,
    bytes: 0,
  };
  return { segment, names };
}

const rows = fc.array(fc.uniqueArray(fc.constantFrom(...TERMS)), { maxLength: ROWS });
/** A content in a slot, in the place of the one there, or nothing. */
const steps = fc.array(fc.record({ slot: fc.nat(5), rows: fc.option(rows) }), { maxLength: 20 });

describe('the directory of terms', () => {
  it('finds the rows that have a term, in the segments of a search alone', () => {
    fc.assert(
      fc.property(steps, fc.uniqueArray(fc.nat(5)), (history, searched) => {
        const directory = new TermDirectory();
        const inUse = new Map<number, { segment: Segment; rows: readonly (readonly string[])[] }>();
        for (const { slot, rows: next } of history) {
          const earlier = inUse.get(slot);
          if (earlier) directory.remove(earlier.segment);
          inUse.delete(slot);
          if (!next) continue;
          const { segment, names } = toSegment(slot, next);
          directory.add(segment, names);
          inUse.set(slot, { segment, rows: next });
        }
        const chosen = searched.flatMap((slot) => inUse.get(slot) ?? []);
        const sequence = toRowSequence(
          chosen.map(({ segment }) => ({ segment, standardId: segment.slot, revisionId: 1, name: '' })),
        );
        for (const term of TERMS) {
          const found = directory
            .find(term, sequence)
            .flatMap(({ segment, start, end }) =>
              [...segment.terms.rows.slice(start, end)].map((row) => `${segment.slot} ${row}`),
            );
          const expected = chosen.flatMap(({ segment, rows: all }) =>
            all.flatMap((terms, row) => (terms.includes(term) ? `${segment.slot} ${row}` : [])),
          );
          assert.deepEqual(found.sort(), expected.sort());
          for (const { segment, rows: all } of inUse.values())
            for (const [row, terms] of all.entries())
              assert.equal(directory.contains(term, segment, row), terms.includes(term));
        }
      }),
    );
  });
});
