import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { findOptionProblems } from './field-rules.ts';
import { isValueValid, normaliseValue, readFieldValue } from './field-value.ts';

describe('reading a field value', () => {
  it('accepts text, number, true, false, null and a list of texts unchanged (D1, D8)', () => {
    for (const value of ['', 'Façade', 0, -4.5, true, false, null, [], ['a', 'b']])
      assert.deepEqual(readFieldValue(value), value);
  });

  it('anything else is not a value (D1)', () => {
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

describe('the choices of a field', () => {
  const field = { input_type: 'checkbox' as const, options: ['Caf\u00e9', 'b', 'c'] };

  it('are a set: order and repetition do not matter, and the options give the order (Y19)', () => {
    for (const value of [
      ['b', 'Caf\u00e9'],
      ['Caf\u00e9', 'b', 'b'],
      ['b', 'Cafe\u0301', 'Caf\u00e9'],
    ])
      assert.deepEqual(normaliseValue(field, value), ['Caf\u00e9', 'b']);
    assert.deepEqual(normaliseValue(field, 'c'), ['c']);
    assert.deepEqual(normaliseValue(field, ['old', 'c', 'old']), ['c', 'old'], 'what is no option now stays');
  });

  it('are found in either Unicode form, and stored as the option is written (Y19)', () => {
    const stored = { input_type: 'select' as const, options: ['Cafe\u0301'] };
    assert.ok(isValueValid(field, ['Cafe\u0301']));
    assert.ok(isValueValid(stored, 'Caf\u00e9'));
    assert.equal(normaliseValue(stored, 'Caf\u00e9'), 'Cafe\u0301');
    assert.ok(!isValueValid(stored, 'Cafe'));
  });

  it('may keep options of an earlier release that a new field may not have (Y19)', () => {
    const definition = (options: string[]) => ({
      ...{ element_address: '1', label: 'A', input_type: 'select' as const, options, default_value: null },
      ...{ order_number: null, drawing_ref: false, drawing_ref_locator: null },
      ...{ starting_disposition: null, constraint: null, unit: null },
    });
    const old = definition(['a ', '', 'a ']);
    assert.deepEqual(findOptionProblems([old], [old]), []);
    assert.deepEqual(
      findOptionProblems([old], []).map(({ path, rule }) => [path, rule]),
      [
        ['datasheetElements[0].options[0]', 'option_not_trimmed'],
        ['datasheetElements[0].options[1]', 'empty_option'],
        ['datasheetElements[0].options[2]', 'option_not_trimmed'],
      ],
    );
    assert.deepEqual(normaliseValue(old, 'a '), 'a ');
  });
});
