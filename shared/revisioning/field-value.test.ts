import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { readFieldValue } from './field-value.ts';

describe('reading a field value', () => {
  it('D1, D8: accepts text, number, true, false, null and a list of texts unchanged', () => {
    for (const value of ['', 'Façade', 0, -4.5, true, false, null, [], ['a', 'b']])
      assert.deepEqual(readFieldValue(value), value);
  });

  it('D1: anything else is not a value', () => {
    const others = [
      {},
      { $gt: '' },
      [1],
      ['a', null],
      [['a']],
      Number.NaN,
      Number.POSITIVE_INFINITY,
      undefined,
    ];
    for (const other of others) assert.equal(readFieldValue(other), undefined);
  });
});
