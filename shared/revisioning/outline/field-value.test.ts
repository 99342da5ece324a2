/** Tests of reading, comparing and normalising the values of datasheet fields. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { findOptionProblems } from './field-rules.ts';
import { isValueValid, normaliseValue, readFieldValue } from './field-value.ts';
import type { FieldValue, InputType } from './outline.ts';

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

describe('the value of a field', () => {
  it('is of the form of its input type (D1, D8)', () => {
    const options = ['a', 'b', 'c'];
    const takes = (input_type: InputType, sent: FieldValue) => isValueValid({ input_type, options }, sent);
    for (const type of ['number', 'range'] as const) {
      for (const good of ['4', '4.5', '-4', '+4', '.5', '1/2', '4 1/2', ' 4 ', 4.5, '', null])
        assert.ok(takes(type, good), `${good}`);
      for (const bad of ['four', '4,5', '1/0', '4 1', '1e3', '4.', '4 mm', true, ['4'], Number.NaN])
        assert.ok(!takes(type, bad), `${bad}`);
    }
    for (const type of ['select', 'radio', 'combobox'] as const) {
      assert.ok(takes(type, 'a'));
      for (const bad of ['d', 'A', 1, ['a']]) assert.ok(!takes(type, bad));
    }
    for (const type of ['checkbox', 'listbox'] as const) {
      for (const good of ['a', ['a', 'c'], []]) assert.ok(takes(type, good));
      for (const bad of ['d', ['a', 'd'], true]) assert.ok(!takes(type, bad));
    }
    for (const good of ['2024-02-29', '1999-12-31']) assert.ok(takes('date', good));
    for (const bad of ['2023-02-29', '31.12.1999', '2024-13-01', 20240101]) assert.ok(!takes('date', bad));
    assert.ok(
      takes('text', 'anything') &&
        takes('textarea', 'any\nthing') &&
        !takes('text', 5) &&
        !takes('text', ['a']),
    );
  });
});
