/** Tests of combining a field that both sides of a merge changed. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { plainField } from '../outline/histories.fixture.ts';
import type { Field } from '../outline/outline.ts';
import { combineFields } from './combine-fields.ts';

const base: Field = { ...plainField(1, 2, 'Cover', 'mm'), input_type: 'range', default_value: '5' };

test('each member is from the side that changed it (S8)', () => {
  const theirs = { ...base, drawing_ref: true, order_number: 3 };
  const mine = { ...base, label: 'Concrete cover', order_number: 7 };
  assert.deepEqual(combineFields(base, theirs, mine), { ...mine, drawing_ref: true });
});

test('a value, its unit and its type are from one side, that of the copy where both changed any of them (S8)', () => {
  const inCentimetres = { ...base, unit: 'cm', default_value: '0.5' };
  const seven = { ...base, default_value: '7' };
  assert.deepEqual(combineFields(base, inCentimetres, seven), seven);
  assert.deepEqual(combineFields(base, { ...base, unit: 'cm' }, seven), seven);
  assert.deepEqual(combineFields(base, inCentimetres, { ...base, label: 'Concrete cover' }), {
    ...inCentimetres,
    label: 'Concrete cover',
  });
});

test('where both changed the meaning, the label is of that side too; a deferral is from one side (S8)', () => {
  const atMost = { ...base, label: 'Maximum cover', constraint: 'max' as const, default_value: '50' };
  const seven = { ...base, default_value: '7' };
  assert.deepEqual(combineFields(base, atMost, seven), seven);
  const onDrawings: Field = {
    ...base,
    default_value: null,
    starting_disposition: 'per_drawings',
    drawing_ref: true,
    drawing_ref_locator: 'S-101',
  };
  const open = { ...base, default_value: null };
  const byMaker: Field = { ...open, starting_disposition: 'manufacturer_standard' };
  assert.deepEqual(combineFields(open, onDrawings, byMaker), byMaker);
  assert.deepEqual(combineFields(open, onDrawings, { ...open, label: 'Cover on site' }), {
    ...onDrawings,
    label: 'Cover on site',
  });
  // The default would never be used.
  assert.deepEqual(combineFields(open, byMaker, seven), seven);
});
