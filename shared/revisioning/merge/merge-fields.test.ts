/** Tests of the labels of merged fields: of two fields with one label on a clause, one is renamed. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { plainField } from '../outline/histories.fixture.ts';
import type { Field } from '../outline/outline.ts';
import type { Side } from './decide-axis.ts';
import { mergeFields } from './merge-fields.ts';

test('of two fields under one label one is numbered past the labels of all others, which keep theirs (S18)', () => {
  const clauses = new Set([1]);
  const grade = plainField(1, 7, 'Grade');
  const labels = (side: Side) =>
    mergeFields({
      state: { theirs: clauses, mine: clauses, kept: clauses, choices: new Map([[1, side]]) },
      base: [grade],
      theirs: [{ ...grade, label: 'Strength' }],
      mine: [grade, plainField(1, 9, 'Strength'), plainField(1, 12, 'Strength (2)')],
      fieldChoices: new Map(),
    }).fields.map(({ field_id, label }) => `${field_id} ${label}`);
  assert.deepEqual(labels('theirs').toSorted(), ['12 Strength (2)', '7 Strength', '9 Strength (3)']);
  assert.deepEqual(labels('mine').toSorted(), ['12 Strength (2)', '7 Strength (3)', '9 Strength']);
});

test('the label of a field in conflict makes no conflict of another, whoever saves first (S26)', () => {
  const clauses = new Set([1]);
  const grade = plainField(1, 7, 'Grade');
  // One side renames the field, the other replaces it by one with that label.
  const [renamed, replaced] = [{ ...grade, label: 'Strength' }, plainField(1, 9, 'Strength')];
  const reasons = (theirs: Field, mine: Field) =>
    mergeFields({
      state: { theirs: clauses, mine: clauses, kept: clauses, choices: new Map() },
      base: [grade],
      theirs: [theirs],
      mine: [mine],
      fieldChoices: new Map(),
    }).conflicts.map(({ reason, id }) => `${reason} ${id}`);
  assert.deepEqual(reasons(renamed, replaced), ['changed_deleted 7']);
  assert.deepEqual(reasons(replaced, renamed), ['deleted_changed 7']);
});
