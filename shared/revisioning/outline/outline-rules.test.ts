/** Tests of which outlines and fields are valid, and of the warnings about valid ones. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { completeField, type SubmittedField } from './complete-field.ts';
import { findFieldWarnings } from './field-warnings.ts';
import {
  findOutlineProblems,
  MAX_ELEMENT_CHARACTERS,
  MAX_ELEMENTS,
  toSubmittedCandidate,
} from './outline-rules.ts';

function rules(addresses: string[], fields: SubmittedField[] = []): string[] {
  const candidate = toSubmittedCandidate(
    addresses.map((address) => ({ address })),
    fields,
  );
  return findOutlineProblems(candidate).map(({ path, rule }) => `${path} ${rule}`);
}

const field: SubmittedField = { element_address: '1', label: 'Grade', input_type: 'text' };

function fieldRules(change: Partial<SubmittedField>): string[] {
  return rules(['1'], [{ ...field, ...change }]).map((row) => row.replace('datasheetElements[0].', ''));
}

test('valid outlines, in any order (save rule 4, R-038)', () => {
  assert.deepEqual(rules(['1', '2', '2.1', '2.1.1', '10']), []);
  assert.deepEqual(rules(['2.1', '2']), []);
  assert.deepEqual(rules([]), []);
});

test('every fault names its address (save rule 4, H9, R-038, R-039)', () => {
  assert.deepEqual(rules(['1', '1']), ['elements[1].address duplicate_address']);
  assert.deepEqual(rules(['1', '2.1']), ['elements[1].address missing_parent']);
  assert.deepEqual(rules(['1', '1.1.1']), ['elements[1].address missing_parent']);
  assert.deepEqual(rules(['1', '2.1.1']), ['elements[1].address skipped_level']);
  for (const bad of ['1..2', '0', '01', '1.a', '1.0', '', '１'])
    assert.deepEqual(rules([bad]), ['elements[0].address bad_address']);
  assert.deepEqual(rules([Array(13).fill('1').join('.')]), ['elements[0].address too_deep']);
  assert.deepEqual(rules(['10000']), ['elements[0].address level_too_large']);
  const [problem] = findOutlineProblems({ elements: [{ address: '1.'.repeat(1000) }], fields: [] });
  assert.ok(problem && problem.message.length < 250);
});

test('at most 10,000 elements, said once (S23, H9)', () => {
  const addresses = Array.from({ length: MAX_ELEMENTS + 1 }, (_, i) =>
    i < 9_999 ? String(i + 1) : `1.${i - 9_998}`,
  );
  assert.deepEqual(rules(addresses), ['elements too_many_elements']);
  assert.deepEqual(rules(addresses.slice(0, -1)), []);
});

test('a field needs its element in the same submission, and a label of its own (save rule 3, R-046, R-047)', () => {
  assert.deepEqual(fieldRules({ element_address: '2' }), ['element_address unknown_element_address']);
  assert.deepEqual(fieldRules({ label: ' ' }), ['label empty_label']);
  assert.deepEqual(rules(['1', '2'], [field, { ...field, element_address: '2' }, field]), [
    'datasheetElements[2].label duplicate_label',
  ]);
});

test('the default of a choice is one of its options (save rule 8, S23, R-051)', () => {
  const options = ['a', 'b'];
  for (const input_type of ['select', 'radio', 'combobox', 'checkbox', 'listbox'] as const) {
    for (const none of [null, '', undefined])
      assert.deepEqual(fieldRules({ input_type, options, default_value: none }), []);
    assert.deepEqual(fieldRules({ input_type, options, default_value: 'b' }), []);
    assert.deepEqual(fieldRules({ input_type, options, default_value: 'c' }), [
      'default_value default_not_an_option',
    ]);
    assert.deepEqual(fieldRules({ input_type, options, default_value: true }), [
      'default_value default_not_an_option',
    ]);
  }
  assert.deepEqual(fieldRules({ input_type: 'checkbox', options, default_value: ['a', 'b'] }), []);
  assert.deepEqual(fieldRules({ input_type: 'listbox', options, default_value: ['a', 'c'] }), [
    'default_value default_not_an_option',
  ]);
  assert.deepEqual(fieldRules({ input_type: 'select', options, default_value: ['a'] }), [
    'default_value default_not_an_option',
  ]);
  assert.deepEqual(fieldRules({ input_type: 'number', default_value: 'about ten' }), []);
});

test('constraints belong to ranges and multiple choices (document 1, R-054)', () => {
  for (const constraint of ['min', 'max', 'exact'] as const) {
    assert.deepEqual(fieldRules({ input_type: 'range', constraint }), []);
    assert.deepEqual(fieldRules({ input_type: 'checkbox', constraint }), [
      'constraint constraint_of_other_type',
    ]);
    assert.deepEqual(fieldRules({ input_type: 'number', constraint }), [
      'constraint constraint_of_other_type',
    ]);
  }
  for (const constraint of ['all_of', 'any_of'] as const) {
    assert.deepEqual(fieldRules({ input_type: 'listbox', constraint }), []);
    assert.deepEqual(fieldRules({ input_type: 'range', constraint }), [
      'constraint constraint_of_other_type',
    ]);
  }
});

test('only a field of several choices has a list as its default (S23)', () => {
  for (const input_type of ['text', 'number', 'date', 'range'] as const)
    assert.deepEqual(fieldRules({ input_type, default_value: ['a', 'b'] }), [
      'default_value default_is_a_list',
    ]);
  assert.deepEqual(fieldRules({ input_type: 'listbox', options: ['a', 'b'], default_value: ['a', 'b'] }), []);
});

test('a label has at most 500 characters and a field 1,000 options, on every path alike', () => {
  assert.deepEqual(fieldRules({ label: '𝄞'.repeat(500) }), []);
  assert.deepEqual(fieldRules({ label: '𝄞'.repeat(501) }), ['label label_too_long']);
  const options = Array.from({ length: 1_001 }, (_, at) => String(at));
  assert.deepEqual(fieldRules({ input_type: 'select', options }), ['options too_many_options']);
});

test('a unit has at most 40 characters, counted as code points (S22)', () => {
  assert.deepEqual(fieldRules({ unit: '㎡'.repeat(40) }), []);
  assert.deepEqual(fieldRules({ unit: '𝒳'.repeat(40) }), []);
  assert.deepEqual(fieldRules({ unit: 'm'.repeat(41) }), ['unit unit_too_long']);
});

test('a default has at most 20,000 characters, counted as code points (X12)', () => {
  assert.deepEqual(fieldRules({ default_value: '𝒳'.repeat(20_000) }), []);
  assert.deepEqual(fieldRules({ default_value: 'm'.repeat(20_001) }), ['default_value default_too_long']);
});

test('a deferral to drawings leaves the default null (save rule 8)', () => {
  const deferral = { starting_disposition: 'per_drawings' as const, drawing_ref: true };
  assert.deepEqual(fieldRules(deferral), []);
  assert.deepEqual(fieldRules({ ...deferral, default_value: '5' }), [
    'default_value default_beside_deferral',
  ]);
  assert.deepEqual(fieldRules({ starting_disposition: 'manufacturer_standard' }), []);
});

test('warnings are said and do not refuse (S23, R-048)', () => {
  const warn = (change: Partial<SubmittedField>) =>
    findFieldWarnings(toSubmittedCandidate([{ address: '1' }], [{ ...field, ...change }]).fields).map(
      ({ rule }) => rule,
    );
  assert.deepEqual(warn({ label: 'Minimum slump', input_type: 'range', constraint: 'min' }), [
    'direction_in_label',
  ]);
  assert.deepEqual(warn({ label: 'Minimum slump', input_type: 'range' }), []);
  assert.deepEqual(warn({ label: 'Minimums', input_type: 'range', constraint: 'min' }), []);
  assert.deepEqual(warn({ input_type: 'select' }), ['no_options']);
  assert.deepEqual(warn({ input_type: 'select', options: ['A', 'B', 'A'] }), ['repeated_option']);
  assert.deepEqual(warn({ input_type: 'select', options: ['A', ' '] }), ['blank_option']);
  assert.deepEqual(warn({ starting_disposition: 'per_drawings' }), ['deferral_without_drawing_ref']);
  for (const [input_type, default_value] of [
    ['number', 'about 30'],
    ['range', 'M10'],
    ['date', '2026-02-30'],
  ] as const)
    assert.deepEqual(warn({ input_type, default_value }), ['default_of_other_type']);
  for (const [input_type, default_value] of [
    ['number', '4 1/2'],
    ['range', ''],
    ['date', '2026-02-28'],
    ['text', 'M10'],
  ] as const)
    assert.deepEqual(warn({ input_type, default_value }), []);
});

test('the legacy starts_deferred, and one spelling of no default (D6, R-053)', () => {
  const legacy = completeField({ ...field, starts_deferred: true }, null);
  assert.deepEqual([legacy.starting_disposition, legacy.drawing_ref], ['per_drawings', true]);
  const both = completeField(
    { ...field, starts_deferred: true, starting_disposition: 'manufacturer_standard' },
    null,
  );
  assert.deepEqual([both.starting_disposition, both.drawing_ref], ['manufacturer_standard', false]);
  assert.equal(completeField({ ...field, starts_deferred: false }, legacy).starting_disposition, null);
  for (const none of ['', '  ', [], null])
    assert.equal(completeField({ ...field, default_value: none }, null).default_value, null);
});

test('text and heading of an element have at most 100,000 characters, however many code units these take (S23)', () => {
  const faults = (element: { content?: string; toc_content?: string }): string[] =>
    findOutlineProblems({ elements: [{ address: '1' }, { address: '1.1', ...element }], fields: [] }).map(
      ({ path, rule }) => `${path} ${rule}`,
    );
  for (const character of ['a', '𝟙']) {
    const longest = character.repeat(MAX_ELEMENT_CHARACTERS);
    assert.deepEqual(faults({ content: longest, toc_content: longest }), []);
    assert.deepEqual(faults({ content: `${longest}b` }), ['elements[1].content text_too_long']);
    assert.deepEqual(faults({ toc_content: `${longest}b` }), ['elements[1].toc_content text_too_long']);
  }
});
