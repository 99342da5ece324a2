/** Unit tests of the upgrade of one datasheet: conflicts and their resolutions. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { ANNA, BORIS, definitionWith, NOW, statesFor } from '../fields.fixture.ts';
import { NO_PRINTED_NUMBERS } from '../printed-numbers.ts';
import {
  assertResolved,
  planDatasheetUpgrade,
  type ResolutionInput,
  resolveUpgrade,
} from './datasheet-upgrade.ts';
import { presentPlan } from './present.ts';

const FROM = definitionWith([
  { id: 1, label: 'Supplier', element_address: '1.1' },
  { id: 2, label: 'Thickness', input_type: 'range', unit: 'in', element_address: '1.2' },
  { id: 3, label: 'Finish', input_type: 'select', options: ['Trowel', 'Broom'], element_address: '1.2' },
  { id: 4, label: 'Curing', element_address: '1.3' },
]);
const TO = definitionWith(
  [
    { id: 1, label: 'Supplier', element_address: '1.4' },
    {
      id: 2,
      label: 'Thickness',
      input_type: 'range',
      unit: 'mm',
      default_value: '150',
      element_address: '1.2',
    },
    {
      id: 3,
      label: 'Finish',
      input_type: 'select',
      options: ['Mirror'],
      default_value: 'Mirror',
      element_address: '1.2',
    },
    { id: 5, label: 'Joints', starting_disposition: 'per_drawings', element_address: '1.5' },
  ],
  { revision_id: 200, code: '2.0.0' },
);
const STATES = statesFor(FROM, {
  1: { value: 'ACME' },
  2: { value: '6' },
  3: { value: 'Broom' },
  4: { value: '7 days' },
});

const resolve = (resolutions: ResolutionInput[]) =>
  resolveUpgrade({
    datasheetId: 9,
    from: FROM,
    to: TO,
    states: STATES,
    resolutions,
    path: 'resolutions',
    editor: { by: BORIS, at: NOW },
  });

const ALL: ResolutionInput[] = [
  { elementId: 2, resolution: 'user_modified', newValue: '152' },
  { elementId: 3, resolution: 'user_discarded' },
  { elementId: 4, resolution: 'user_accepted' },
];

describe('the upgrade of a datasheet', () => {
  it('reports a conflict for a value whose field is removed, rejects it, or has another meaning (D7)', () => {
    assert.deepEqual(
      planDatasheetUpgrade(FROM, TO, STATES).conflicts.map(({ field_id, reason }) => [field_id, reason]),
      [
        [2, 'meaning_changed'],
        [3, 'invalid'],
        [4, 'removed'],
      ],
    );
  });

  it('applies each resolution, keeps the rest with its editor, starts what is new (D7)', () => {
    const { states, faults, missing, count } = resolve(ALL);
    assert.deepEqual([faults, missing], [[], []]);
    assert.deepEqual(
      [...states.values()].map(({ field_id, value, disposition, edited_by }) => [
        field_id,
        value,
        disposition,
        edited_by,
      ]),
      [
        [1, 'ACME', 'specified', ANNA],
        [2, '152', 'specified', BORIS],
        [3, 'Mirror', 'specified', BORIS],
        [5, null, 'per_drawings', null],
      ],
    );
    // Two values resolved anew, one field new, one gone.
    assert.equal(count, 4);
  });

  it('a choice that becomes one of several is carried as a list, and keeps who recorded it (D8)', () => {
    const choice = { id: 3, label: 'Finish', options: ['Trowel', 'Broom'] };
    const from = definitionWith([{ ...choice, input_type: 'select' }]);
    const { states, count } = resolveUpgrade({
      datasheetId: 9,
      from,
      to: definitionWith([{ ...choice, input_type: 'checkbox' }], { revision_id: 200, code: '2.0.0' }),
      states: statesFor(from, { 3: { value: 'Broom' } }),
      resolutions: [],
      path: 'resolutions',
      editor: { by: BORIS, at: NOW },
    });
    assert.deepEqual([states.get(3)?.value, states.get(3)?.edited_by, count], [['Broom'], ANNA, 0]);
  });

  it('every conflict needs its own resolution; what is missing is named over all datasheets (D4)', () => {
    const one = resolve([{ elementId: 2, resolution: 'user_accepted' }]);
    assert.deepEqual(one.missing, [
      { datasheetId: 9, elementId: 3, address: '1.2', label: 'Finish' },
      { datasheetId: 9, elementId: 4, address: '1.3', label: 'Curing' },
    ]);
    assert.throws(
      () => assertResolved([one, resolve(ALL)]),
      (error) => {
        const { code, extras } = toErrorInfo(error);
        assert.equal(code, 'MISSING_RESOLUTION');
        assert.deepEqual(extras.metadata, { missing: one.missing });
        return true;
      },
    );
  });

  it('a resolution without conflict and an address with several are refused, each with its path (D7)', () => {
    const codes = (resolutions: ResolutionInput[]) =>
      resolve(resolutions).faults.map(({ code, path }) => [code, path]);
    assert.deepEqual(codes([{ elementId: 1, resolution: 'user_accepted' }]), [
      ['UNKNOWN_RESOLUTION', 'resolutions[0]'],
    ]);
    assert.deepEqual(codes([...ALL, { address: '1.2', resolution: 'user_accepted' }]), [
      ['AMBIGUOUS_ADDRESS', 'resolutions[3]'],
    ]);
    assert.deepEqual(codes([{ resolution: 'user_accepted' }]), [['VALIDATION_ERROR', 'resolutions[0]']]);
    assert.deepEqual(codes([{ elementId: 2, resolution: 'user_modified' }]), [
      ['VALIDATION_ERROR', 'resolutions[0]'],
    ]);
    assert.deepEqual(codes([{ elementId: 2, resolution: 'user_modified', newValue: { a: 1 } }]), [
      ['VALIDATION_ERROR', 'resolutions[0].newValue'],
    ]);
  });

  it('a removed field may be named by its former address', () => {
    const { faults, missing } = resolve([
      ...ALL.slice(0, 2),
      { address: '1.3', resolution: 'user_accepted' },
    ]);
    assert.deepEqual([faults, missing], [[], []]);
  });

  it('pages conflicts, with the offset of the next page and null at the end', () => {
    const page = (offset: number, limit: number | null) =>
      presentPlan({
        shifted: new Map(),
        numbersOf: () => NO_PRINTED_NUMBERS,
        revision: {
          _id: 1,
          datasheet_id: 9,
          previous_id: null,
          ordinal: 1,
          code: '1.0.0',
          version: 'v',
          name: 'n',
          scope: '',
          standard_id: 10,
          standard_revision_id: 100,
          standard_revision_code: '1.0.0',
          severity: 'MAJOR',
          summary: '',
          status: 'ACTIVE',
          content_hash: '',
          created_by: ANNA,
          created_at: new Date(0),
          states: STATES,
        },
        from: FROM,
        to: TO,
        plan: planDatasheetUpgrade(FROM, TO, STATES),
        page: { offset, limit },
      });
    assert.deepEqual(page(0, 2).conflictPage, { total: 3, offset: 0, limit: 2, nextOffset: 2 });
    assert.deepEqual(page(2, 2).conflictPage, { total: 3, offset: 2, limit: 2, nextOffset: null });
    assert.equal(page(0, null).conflicts.length, 3);
    assert.deepEqual(page(9, 2).conflicts, []);
    const [, , removed] = page(0, null).conflicts;
    assert.deepEqual([removed?.fromElementId, removed?.toElementId, removed?.to], [4, null, null]);
  });
});
