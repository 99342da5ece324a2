/** Tests of the bounds of fields: laws over numbers as people write them. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { findBoundBreach } from './field-bound.ts';

/** A number in thirds and how it may be written. */
const written = fc
  .record({
    whole: fc.nat(9999),
    thirds: fc.constantFrom(0, 1, 2),
    isMixed: fc.boolean(),
    sign: fc.constantFrom('', '-'),
  })
  .map(({ whole, thirds, isMixed, sign }) => {
    const all = whole * 3 + thirds;
    const text = thirds === 0 ? `${whole}.0` : isMixed ? `${whole} ${thirds}/3` : `${all}/3`;
    return { size: sign === '-' ? -all : all, text: `${sign}${text}` };
  });

test('a value breaks a minimum or a maximum where it is smaller or larger, however both are written', () => {
  fc.assert(
    fc.property(written, written, (bound, given) => {
      const of = (constraint: 'min' | 'max' | 'exact') =>
        findBoundBreach({ constraint, default_value: bound.text }, given.text);
      assert.equal(of('min'), given.size < bound.size ? 'below' : null);
      assert.equal(of('max'), given.size > bound.size ? 'above' : null);
      assert.equal(of('exact'), given.size === bound.size ? null : 'unequal');
    }),
  );
});

test('without a bound, or where one of both is no number, nothing is broken', () => {
  const min = (default_value: string | number | null, value: string | number | boolean | string[] | null) =>
    findBoundBreach({ constraint: 'min', default_value }, value);
  for (const value of [null, '', ' ', 'wide', '1/0', '1e3', '.', '-', ['1'], true])
    assert.equal(min('1800', value), null);
  for (const bound of [null, '', 'as drawn']) assert.equal(min(bound, '1'), null);
  assert.equal(findBoundBreach({ constraint: null, default_value: '1800' }, '1'), null);
  assert.equal(findBoundBreach({ constraint: 'all_of', default_value: '1800' }, '1'), null);
  assert.equal(min(1800, ' 1799.99 '), 'below');
  assert.equal(min('.5', '1/2'), null);
});
