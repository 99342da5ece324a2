/** Tests of planning and applying the upgrade of a datasheet, by example. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import {
  BLANK_VALUE,
  isBlankValue,
  normaliseValue,
  type RecordedValue,
  startingValue,
} from '../outline/field-value.ts';
import { plainField } from '../outline/histories.fixture.ts';
import type { FieldValue } from '../outline/outline.ts';
import { type AddressedField, planUpgrade, type UpgradePlan } from './plan-upgrade.ts';
import { applyResolutions, type UpgradeResolution } from './resolve-upgrade.ts';

function field(field_id: number, address: string, change: Partial<AddressedField> = {}): AddressedField {
  return { ...plainField(1, field_id, `Field ${field_id}`), address, ...change };
}

function value(text: FieldValue): RecordedValue {
  return { ...BLANK_VALUE, value: text };
}

const options = ['a', 'b', 'c'];
const from = [
  field(1, '1.1'),
  field(2, '1.2', { input_type: 'select', options }),
  field(3, '1.3', { input_type: 'range', unit: 'mm' }),
  field(4, '1.4', { default_value: 'old' }),
  field(5, '1.5'),
  field(6, '1.6'),
];
const to = [
  field(1, '1.1'),
  field(2, '1.2', { input_type: 'select', options: ['a', 'b'] }),
  field(3, '2.3', { input_type: 'range', unit: 'in' }),
  field(4, '2.3', { default_value: 'new' }),
  field(7, '1.7', { default_value: 'start' }),
  field(8, '1.8', { starting_disposition: 'per_drawings', drawing_ref: true }),
];
const values = new Map([
  [1, value('kept')],
  [2, value('c')],
  [3, value('4 1/2')],
  [4, value('old')],
  [5, value('recorded')],
]);
const plan = planUpgrade({ from, to, values });

test('a field with another identity under its label on the same clause takes over the value, on another clause at the address after confirmation (D6)', () => {
  const label = 'Grade';
  const before = [
    { ...plainField(11, 1, label), address: '1.1' },
    { ...plainField(12, 2, label), address: '1.2' },
    { ...plainField(13, 3, label), address: '1.3' },
  ];
  const after = [
    { ...plainField(11, 21, label), address: '2.1' },
    { ...plainField(32, 22, label), address: '1.2' },
    { ...plainField(13, 23, 'Class'), address: '1.3' },
  ];
  const recorded = new Map([1, 2, 3].map((id) => [id, value(`value ${id}`)]));
  const { conflicts, autoResolved, newElements, counts } = planUpgrade({
    from: before,
    to: after,
    values: recorded,
  });
  assert.deepEqual(
    autoResolved.map(({ field_id, from, reason }) => [field_id, from.field_id, reason]),
    [[21, 1, 'unchanged']],
  );
  assert.deepEqual(
    conflicts.map(({ field_id, from, reason }) => [field_id, from.field_id, reason]),
    [
      [22, 2, 'meaning_changed'],
      [3, 3, 'removed'],
    ],
  );
  assert.deepEqual(
    newElements.map(({ field_id }) => field_id),
    [23],
  );
  assert.deepEqual([counts.additions, counts.removals, counts.modifications], [1, 1, 0]);
});

test('what conflicts and what resolves itself (D7)', () => {
  assert.deepEqual(
    plan.conflicts.map(({ field_id, reason, address }) => [field_id, reason, address]),
    [
      [2, 'invalid', '1.2'],
      [3, 'meaning_changed', '2.3'],
      [5, 'removed', '1.5'],
    ],
  );
  assert.deepEqual(
    plan.autoResolved.map(({ field_id, reason, recorded }) => [field_id, reason, recorded.value]),
    [
      [1, 'unchanged', 'kept'],
      [4, 'definition_changed', 'old'],
      [6, 'removed', null],
    ],
  );
  assert.deepEqual(
    plan.newElements.map(({ field_id, starts }) => [field_id, starts.value, starts.disposition]),
    [
      [7, 'start', 'specified'],
      [8, null, 'per_drawings'],
    ],
  );
  assert.deepEqual(plan.counts, { additions: 2, removals: 2, modifications: 3 });
});

test('an upgrade to the same fields has no conflict, wherever their clauses moved (D7)', () => {
  const moved = from.map((old) => ({ ...old, address: `9.${old.address}`, element_id: 99 }));
  const { conflicts, counts } = planUpgrade({ from, to: moved, values });
  assert.deepEqual([conflicts, counts], [[], { additions: 0, removals: 0, modifications: 0 }]);
});

test('a value kept although it is no option is asked about only when the options change again (D7)', () => {
  const kept = new Map([[2, value('gone')]]);
  const one = field(2, '1.2', { input_type: 'select', options });
  assert.deepEqual(planUpgrade({ from: [one], to: [one], values: kept }).conflicts, []);
  const other = field(2, '1.2', { input_type: 'select', options: ['x'] });
  assert.deepEqual(
    planUpgrade({ from: [one], to: [other], values: kept }).conflicts.map(({ reason }) => reason),
    ['invalid'],
  );
});

test('a blank stays blank, and so does the disposition that a field starts with (D7)', () => {
  const blank = planUpgrade({
    from: [field(3, '1.3', { unit: 'mm' })],
    to: [field(3, '1.3', { unit: 'in', default_value: '5' })],
    values: new Map(),
  });
  assert.deepEqual(applyResolutions(blank, []).values.get(3), BLANK_VALUE);
  const from = field(3, '1.3', { starting_disposition: 'per_drawings' });
  const starting = { ...BLANK_VALUE, disposition: 'per_drawings' as const };
  for (const to of [[], [{ ...from, unit: 'in' }]]) {
    const plan = planUpgrade({ from: [from], to, values: new Map([[3, starting]]) });
    assert.deepEqual(plan.conflicts, []);
    assert.deepEqual(plan.autoResolved[0]?.recorded, starting);
  }
});

test('a disposition that somebody chose is not dropped, nor kept under another meaning, without asking (D7)', () => {
  const chosen = { value: null, disposition: 'not_applicable' as const, disposition_note: null };
  const from = [field(3, '1.3', { unit: 'mm' })];
  const planOf = (to: AddressedField[]) => planUpgrade({ from, to, values: new Map([[3, chosen]]) });
  const reasons = (plan: UpgradePlan) => plan.conflicts.map(({ reason }) => reason);
  assert.deepEqual(reasons(planOf([])), ['removed']);
  assert.deepEqual(reasons(planOf([field(3, '1.3', { unit: 'mm', default_value: '5' })])), []);
  const plan = planOf([field(3, '1.3', { unit: 'in' })]);
  assert.deepEqual(reasons(plan), ['meaning_changed']);
  const keep: UpgradeResolution = { elementId: 3, resolution: 'user_accepted' };
  assert.deepEqual(applyResolutions(plan, [keep]).values.get(3), chosen);
});

const accepted: UpgradeResolution[] = [
  { elementId: 2, resolution: 'user_accepted' },
  { elementId: 3, resolution: 'user_accepted' },
  { elementId: 5, resolution: 'user_accepted' },
];

test('accepting keeps the value even where it is no option, and accepts a removal (D4, D7)', () => {
  const { values: after, problems, missing } = applyResolutions(plan, accepted);
  assert.deepEqual([problems, missing], [[], []]);
  assert.deepEqual([...after].map(([id, recorded]) => [id, recorded.value]).sort(), [
    [1, 'kept'],
    [2, 'c'],
    [3, '4 1/2'],
    [4, 'old'],
    [7, 'start'],
    [8, null],
  ]);
});

test('modifying writes the new value, discarding goes back to the new default (D4)', () => {
  const { values: after, problems } = applyResolutions(plan, [
    { address: '1.2', resolution: 'user_modified', newValue: 'b' },
    { address: '1.3', resolution: 'user_discarded' },
    { elementId: 5, resolution: 'user_discarded' },
  ]);
  assert.deepEqual(problems, []);
  assert.deepEqual([after.get(2), after.get(3), after.has(5)], [value('b'), BLANK_VALUE, false]);
});

test('resolutions that cannot be used, and the missing ones (D4, D7)', () => {
  const codes = (...resolutions: UpgradeResolution[]) =>
    applyResolutions(plan, resolutions).problems.map(({ code }) => code);
  assert.deepEqual(codes({ elementId: 1, resolution: 'user_accepted' }), ['UNKNOWN_RESOLUTION']);
  assert.deepEqual(codes({ address: '7', resolution: 'user_accepted' }), ['UNKNOWN_RESOLUTION']);
  assert.deepEqual(codes({ resolution: 'user_accepted' }), ['UNKNOWN_RESOLUTION']);
  assert.deepEqual(codes({ elementId: 2, resolution: 'user_modified' }), ['VALIDATION_ERROR']);
  assert.deepEqual(codes({ elementId: 2, resolution: 'user_modified', newValue: 'c' }), ['VALIDATION_ERROR']);
  assert.deepEqual(codes({ elementId: 5, resolution: 'user_accepted', newValue: 'x' }), ['VALIDATION_ERROR']);
  assert.deepEqual(codes({ elementId: 2, resolution: 'user_discarded', newValue: 'a' }), [
    'VALIDATION_ERROR',
  ]);
  assert.deepEqual(codes(...accepted, { address: '1.2', resolution: 'user_accepted' }), ['VALIDATION_ERROR']);
  const { missing } = applyResolutions(plan, accepted.slice(0, 1));
  assert.deepEqual(missing, [
    { elementId: 3, address: '2.3', label: 'Field 3' },
    { elementId: 5, address: '1.5', label: 'Field 5' },
  ]);
});

test('an address with several conflicts is ambiguous (D7)', () => {
  const [a, b] = [field(1, '1.1'), field(2, '1.1')];
  const twice = planUpgrade({
    from: [a, b],
    to: [],
    values: new Map([
      [1, value('x')],
      [2, value('y')],
    ]),
  });
  const { problems } = applyResolutions(twice, [{ address: '1.1', resolution: 'user_accepted' }]);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['AMBIGUOUS_ADDRESS'],
  );
});

test('how values are stored (D8)', () => {
  assert.equal(normaliseValue({ input_type: 'number', options }, '4 1/2'), '4 1/2');
  assert.deepEqual(normaliseValue({ input_type: 'checkbox', options }, 'a'), ['a']);
  for (const blank of ['', '  ', [], null]) {
    assert.ok(isBlankValue(blank));
    assert.equal(normaliseValue({ input_type: 'text', options }, blank), null);
  }
  assert.ok(!isBlankValue(0) && !isBlankValue(false));
  assert.deepEqual(
    startingValue(field(1, '1', { input_type: 'listbox', options, default_value: 'a' })),
    value(['a']),
  );
});
