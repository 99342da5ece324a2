/** Tests of the numbers that an import gives to siblings. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseOrdinals } from './choose-ordinals.ts';

describe('the numbers of siblings (X8)', () => {
  for (const [wanted, chosen] of [
    [
      [1, 2, 5],
      [1, 2, 5],
    ],
    [
      [2, 1],
      [2, 1],
    ],
    [
      [0, 1, 5],
      [1, 2, 6],
    ],
    [
      [1, 1, 2, 7],
      [1, 2, 3, 7],
    ],
    [
      [null, 1, 2],
      [1, 2, 3],
    ],
    [
      [1, null, 3, null],
      [1, 2, 3, 4],
    ],
    [
      [5, null, null],
      [5, 6, 7],
    ],
    [
      [3, 9_999, null],
      [1, 2, 3],
    ],
    [
      [10_000, 1],
      [1, 2],
    ],
    [[], []],
  ] as const)
    it(`${JSON.stringify(wanted)} become ${JSON.stringify(chosen)}`, () => {
      assert.deepEqual(chooseOrdinals(wanted), chosen);
    });

  it('are refused when there are more than a level has', () => {
    assert.equal(chooseOrdinals(Array.from({ length: 10_000 }, () => null)), null);
  });

  it('are valid and different, and rise unless the source has them otherwise', () => {
    const wanted = fc.array(fc.option(fc.nat(12), { nil: null }), { maxLength: 12 });
    fc.assert(
      fc.property(wanted, (numbers) => {
        const chosen = chooseOrdinals(numbers) ?? [];
        assert.equal(new Set(chosen).size, numbers.length);
        assert.ok(chosen.every((ordinal) => ordinal >= 1 && ordinal <= 9_999));
        const known = numbers.filter((ordinal) => ordinal !== null);
        const rises = known.every((ordinal, index) => index === 0 || ordinal >= (known[index - 1] ?? 0));
        if (rises)
          assert.deepEqual(
            chosen,
            chosen.toSorted((a, b) => a - b),
          );
      }),
    );
  });
});
