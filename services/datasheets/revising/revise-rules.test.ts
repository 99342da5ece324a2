/** Unit tests of the rules of a revise: parsing of the changes, and their merge into the current revision. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { RecordedValue } from '../../../shared/revisioning/outline/field-value.ts';
import { ANNA, BORIS, EARLIER, NOW, SLAB, statesFor } from '../fields.fixture.ts';
import type { FieldStates } from '../records/recorded-values.ts';
import { mergeFieldChanges } from './merge.ts';
import { type FieldChangeInput, parseChanges } from './parse-changes.ts';

const HEAD = statesFor(SLAB, {
  1: { value: 'ACME' },
  2: { value: '6' },
  3: { value: 'Broom' },
  5: { disposition: 'per_drawings', disposition_note: 'A-101' },
});

const wantedOf = (change: FieldChangeInput, reference = HEAD) =>
  parseChanges(SLAB, [change], reference).get(change.element_id);

function refused(...changes: FieldChangeInput[]): {
  paths: (string | undefined)[];
  detail: string;
  metadata: unknown;
} {
  try {
    parseChanges(SLAB, changes, HEAD);
  } catch (error) {
    const { code, detail, extras } = toErrorInfo(error);
    assert.equal(code, 'VALIDATION_ERROR');
    return { paths: (extras.errors ?? []).map((problem) => problem.path), detail, metadata: extras.metadata };
  }
  throw new Error('expected a refusal');
}

describe('what a change requests', () => {
  it('needs new_value or disposition (rule 1)', () => {
    assert.deepEqual(refused({ element_id: 1 }).paths, ['changes[0].new_value']);
    assert.deepEqual(refused({ element_id: 1, disposition_note: 'note alone' }).paths, [
      'changes[0].new_value',
    ]);
  });

  it('the same choices in another order or form change nothing, also of a value of an earlier release (Y19)', () => {
    for (const value of [
      ['Air', 'Fly ash'],
      ['Fly ash', 'Air', 'Air'],
    ]) {
      const stored = statesFor(SLAB, { 4: { value } });
      const { value: wanted } = wantedOf({ element_id: 4, new_value: ['Fly ash', 'Air'] }, stored) ?? {};
      assert.deepEqual(wanted, value);
    }
    assert.deepEqual(wantedOf({ element_id: 4, new_value: ['Fly ash', 'Air', 'Air'] })?.value, [
      'Air',
      'Fly ash',
    ]);
  });

  it('an unknown field and the same field twice are 400 (D2)', () => {
    assert.deepEqual(
      refused(
        { element_id: 99, new_value: 'x' },
        { element_id: 1, new_value: 'x' },
        { element_id: 1, new_value: 'y' },
      ).paths,
      ['changes[0].element_id', 'changes[2].element_id'],
    );
  });

  it('a disposition other than specified forces the value to null and may be sent alone (rule 2, R-133, R-077)', () => {
    for (const disposition of ['per_drawings', 'not_applicable', 'tbd', 'manufacturer_standard'] as const) {
      assert.deepEqual(wantedOf({ element_id: 1, disposition }), {
        value: null,
        disposition,
        disposition_note: null,
      });
      assert.deepEqual(refused({ element_id: 1, disposition, new_value: 'ACME' }).paths, [
        'changes[0].new_value',
      ]);
      assert.equal(wantedOf({ element_id: 1, disposition, new_value: '' })?.disposition, disposition);
    }
  });

  it('going back to specified needs new_value in the same change (rule 2)', () => {
    assert.deepEqual(refused({ element_id: 5, disposition: 'specified' }).paths, ['changes[0].new_value']);
    assert.deepEqual(wantedOf({ element_id: 5, disposition: 'specified', new_value: '1:48' }), {
      value: '1:48',
      disposition: 'specified',
      disposition_note: null,
    });
    assert.equal(wantedOf({ element_id: 5, new_value: '1:48' })?.disposition, 'specified');
  });

  it('an empty new_value alone is 400 naming every field it would erase (rule 3, R-186)', () => {
    const { paths, detail, metadata } = refused(
      { element_id: 1, new_value: '' },
      { element_id: 2, new_value: null },
      { element_id: 3, new_value: '  ' },
      { element_id: 4, new_value: [] },
    );
    assert.deepEqual(paths, ['changes[0].new_value', 'changes[1].new_value', 'changes[2].new_value']);
    for (const label of ['Supplier', 'Thickness', 'Finish']) assert.ok(detail.includes(label));
    assert.deepEqual(metadata, {
      fields: [
        { element_id: 1, address: '1.1', label: 'Supplier' },
        { element_id: 2, address: '2.1', label: 'Thickness' },
        { element_id: 3, address: '2.2', label: 'Finish' },
      ],
    });
  });

  it('a blank with disposition specified erases on purpose (rule 3)', () => {
    const blank: RecordedValue = { value: null, disposition: 'specified', disposition_note: null };
    assert.deepEqual(wantedOf({ element_id: 1, disposition: 'specified', new_value: '' }), blank);
    assert.deepEqual(wantedOf({ element_id: 5, disposition: 'specified', new_value: null }), blank);
  });

  it('blanking a blank is not an error, and a deferred field stays deferred (D9)', () => {
    assert.equal(wantedOf({ element_id: 7, new_value: '' })?.value, null);
    assert.equal(wantedOf({ element_id: 5, new_value: null })?.disposition, 'per_drawings');
  });

  it('a note is allowed only with a disposition other than specified (rule 4, R-187)', () => {
    assert.deepEqual(refused({ element_id: 1, new_value: 'x', disposition_note: 'n' }).paths, [
      'changes[0].disposition_note',
    ]);
    assert.deepEqual(
      refused({ element_id: 1, disposition: 'specified', new_value: 'x', disposition_note: 'n' }).paths,
      ['changes[0].disposition_note'],
    );
    assert.equal(
      wantedOf({ element_id: 1, disposition: 'tbd', disposition_note: 'später 合' })?.disposition_note,
      'später 合',
    );
  });

  it('a disposition resent without its note clears the note (D9)', () => {
    assert.equal(wantedOf({ element_id: 5, disposition: 'per_drawings' })?.disposition_note, null);
  });

  it('values are checked against type, options and numeric form (D1)', () => {
    const { paths } = refused(
      { element_id: 2, new_value: 'six' },
      { element_id: 3, new_value: 'Mirror' },
      { element_id: 4, new_value: ['Air', 1] },
      { element_id: 7, new_value: '31.12.2026' },
      { element_id: 1, new_value: { $ne: null } },
    );
    assert.deepEqual(
      paths,
      [0, 1, 2, 3, 4].map((index) => `changes[${index}].new_value`),
    );
    for (const value of ['.5', '1/2', '4 1/2', '-3', 12])
      assert.equal(wantedOf({ element_id: 2, new_value: value })?.value, value);
  });
});

describe('a revise merged into the head', () => {
  const merge = (base: FieldStates, head: FieldStates, changes: FieldChangeInput[]) =>
    mergeFieldChanges({
      definition: SLAB,
      base,
      head,
      requested: parseChanges(SLAB, changes, base),
      editor: { by: BORIS, at: NOW },
    });

  it('fields left out stay as they are, with who gave them their state (rule 5)', () => {
    const { states, changed } = merge(HEAD, HEAD, [{ element_id: 2, new_value: '8' }]);
    assert.equal(changed, 1);
    assert.deepEqual(states.get(1), HEAD.get(1));
    assert.deepEqual(states.get(2), {
      field_id: 2,
      value: '8',
      disposition: 'specified',
      disposition_note: null,
      edited_by: BORIS,
      edited_at: NOW,
    });
  });

  it('counts what was altered and lists what was cleared (rule 6)', () => {
    const { changed, cleared } = merge(HEAD, HEAD, [
      { element_id: 1, disposition: 'not_applicable' },
      { element_id: 2, new_value: '6' },
      { element_id: 3, disposition: 'specified', new_value: '' },
      { element_id: 5, disposition: 'tbd' },
    ]);
    assert.equal(changed, 3);
    assert.deepEqual(cleared, [
      { element_id: 1, label: 'Supplier', previous_value: 'ACME' },
      { element_id: 3, label: 'Finish', previous_value: 'Broom' },
    ]);
  });

  it('changes of others are kept and listed with who made them (rule 7)', () => {
    const base = statesFor(SLAB, { 1: { value: 'Any' }, 2: { value: '6' } });
    const { states, conflicts, mergedChanges, changed } = merge(base, HEAD, [
      { element_id: 2, new_value: '8' },
    ]);
    assert.deepEqual(conflicts, []);
    assert.equal(changed, 1);
    assert.equal(states.get(1)?.value, 'ACME');
    const edited = { editedBy: ANNA, editedAt: EARLIER };
    assert.deepEqual(mergedChanges, [
      { elementId: 1, label: 'Supplier', change: 'changed', ...edited },
      { elementId: 3, label: 'Finish', change: 'added', ...edited },
      { elementId: 5, label: 'Slope', change: 'changed', ...edited },
    ]);
  });

  it('a field that both changed differently conflicts, with all three sides whole (rule 7)', () => {
    const base = statesFor(SLAB, { 1: { value: 'Any' }, 2: { value: '6' } });
    const { conflicts } = merge(base, HEAD, [
      { element_id: 1, disposition: 'tbd', disposition_note: 'open' },
      { element_id: 2, new_value: '9' },
    ]);
    assert.deepEqual(conflicts, [
      {
        elementId: 1,
        label: 'Supplier',
        base: { value: 'Any', disposition: 'specified', disposition_note: null },
        mine: { value: null, disposition: 'tbd', disposition_note: 'open' },
        theirs: { value: 'ACME', disposition: 'specified', disposition_note: null },
        editedBy: ANNA,
        editedAt: EARLIER,
      },
    ]);
  });

  it('the same change by both is no conflict and alters nothing (rule 7)', () => {
    const base = statesFor(SLAB, { 1: { value: 'Any' } });
    const { conflicts, changed } = merge(base, HEAD, [{ element_id: 1, new_value: 'ACME' }]);
    assert.deepEqual([conflicts, changed], [[], 0]);
  });

  it('repeating the old value of a field that another changed is a conflict, never a silent loss (rule 7)', () => {
    const base = statesFor(SLAB, { 1: { value: 'Any' } });
    assert.deepEqual(
      merge(base, HEAD, [{ element_id: 1, new_value: 'Any' }]).conflicts.map((one) => one.elementId),
      [1],
    );
  });
});
