/** Tests of clauses that are combined from the words and fields of both sides. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { plainField } from '../outline/histories.fixture.ts';
import type { Element, Field, Outline } from '../outline/outline.ts';
import { planMerge } from './plan-merge.ts';
import { resolveMerge } from './resolve-merge.ts';

const element = (element_id: number, address: string, content: string): Element => ({
  element_id,
  address,
  kind: 'clause',
  toc_content: '',
  content,
});

/** The fields after two clauses, both added at 1, are combined. */
function combineAdditions(theirs: Outline, mine: Outline): string[] {
  const plan = planMerge({ base: { elements: [], fields: [] }, theirs, mine });
  const choices = new Map(
    plan.conflicts.map(({ conflictId }) => [conflictId, { choice: 'combine' as const }]),
  );
  const { outline } = resolveMerge(plan, choices);
  assert.ok(outline);
  const addresses = new Map(outline.elements.map(({ element_id, address }) => [element_id, address]));
  return outline.fields.map(({ element_id, label, unit }) => `${addresses.get(element_id)} ${label} ${unit}`);
}

const side = (elements: Element[], fields: Field[]): Outline => ({ elements, fields });

test('combined clauses keep the fields of both; two that differ under one label stay two (S8)', () => {
  const theirs = side(
    [element(30, '1', 'theirs')],
    [plainField(30, 3, 'Strength', 'psi'), plainField(30, 4, 'Cover')],
  );
  const mine = side(
    [element(40, '1', 'mine')],
    [plainField(40, 5, 'Strength', 'MPa'), plainField(40, 6, 'Slump')],
  );
  assert.deepEqual(combineAdditions(theirs, mine).toSorted(), [
    '1 Cover null',
    '1 Slump null',
    '1 Strength (2) psi',
    '1 Strength MPa',
  ]);
});

test('so do the clauses below them that both sides added alike (S8)', () => {
  const theirs = side(
    [element(30, '1', 'theirs'), element(31, '1.1', 'Cement')],
    [plainField(31, 3, 'Strength', 'psi'), plainField(31, 4, 'Cover')],
  );
  const mine = side(
    [element(40, '1', 'mine'), element(41, '1.1', 'Cement')],
    [plainField(41, 5, 'Strength', 'MPa'), plainField(41, 6, 'Cover')],
  );
  assert.deepEqual(combineAdditions(theirs, mine).toSorted(), [
    '1.1 Cover null',
    '1.1 Strength (2) psi',
    '1.1 Strength MPa',
  ]);
});

/** The outline once a plan is resolved by these choices, by the type of the conflict. */
function resolveByType(
  [base, theirs, mine]: [Outline, Outline, Outline],
  choices: Readonly<Record<string, 'theirs' | 'mine' | 'combine'>>,
): Outline {
  const plan = planMerge({ base, theirs, mine });
  const { outline } = resolveMerge(
    plan,
    new Map(plan.conflicts.map(({ conflictId, type }) => [conflictId, { choice: choices[type] ?? 'mine' }])),
  );
  assert.ok(outline);
  return outline;
}
const idsAndLabels = ({ fields }: Outline) =>
  fields.map(({ field_id, element_id, label }) => `${field_id} ${element_id} ${label}`).toSorted();

test('of two fields under one label the one of the chosen side keeps it, also where both were moved there (S18)', () => {
  const clauses = [element(5, '1', 'a'), element(6, '2', 'b'), element(11, '3', 'c')];
  const outlines: [Outline, Outline, Outline] = [
    side(clauses, [plainField(6, 8, 'L'), plainField(5, 10, 'L')]),
    side(clauses, [plainField(6, 8, 'L'), plainField(11, 10, 'L')]),
    side(clauses, [plainField(11, 8, 'L'), plainField(5, 10, 'L')]),
  ];
  assert.deepEqual(idsAndLabels(resolveByType(outlines, { field_changed: 'theirs' })), [
    '10 11 L',
    '8 11 L (2)',
  ]);
  assert.deepEqual(idsAndLabels(resolveByType(outlines, { field_changed: 'mine' })), [
    '10 11 L (2)',
    '8 11 L',
  ]);
});

test('a clause that was chosen to stay does, also below sections that are combined (S18)', () => {
  const outlines: [Outline, Outline, Outline] = [
    side([element(3, '1', 'section'), element(9, '1.1', 'a')], []),
    side([element(30, '1', 'new section'), element(9, '1.1', 'a')], []),
    side([element(3, '1', 'my section'), element(40, '1.2', 'x')], []),
  ];
  const { elements } = resolveByType(outlines, { identity_replaced: 'combine', changed_deleted: 'theirs' });
  assert.deepEqual(
    elements.map(({ element_id, address }) => `${address}=${element_id}`),
    ['1=3', '1.1=9', '1.2=40'],
  );
});

test('a field has the definition that was chosen, also where its clause is that of the other side (S18)', () => {
  const outlines: [Outline, Outline, Outline] = [
    side([element(1, '1', 'a'), element(3, '2', 'b')], [plainField(1, 4, 'L', 'mm')]),
    side([element(1, '1', 'a'), element(3, '2', 'changed')], [plainField(3, 4, 'L', 'm')]),
    side([element(1, '1', 'a')], [plainField(1, 4, 'L', 'cm')]),
  ];
  const { fields } = resolveByType(outlines, { field_changed: 'theirs', changed_deleted: 'mine' });
  assert.deepEqual(
    fields.map(({ element_id, unit }) => [element_id, unit]),
    [[1, 'm']],
  );
});

test('two fields that are combined onto one clause keep labels of their own (S8)', () => {
  const clauses = [element(1, '1', 'a'), element(2, '2', 'b')];
  const outlines: [Outline, Outline, Outline] = [
    side(clauses, [plainField(1, 1, 'A'), plainField(2, 2, 'B')]),
    side(clauses, [plainField(1, 1, 'X'), plainField(2, 2, 'X')]),
    side(clauses, [plainField(1, 1, 'A', 'm'), plainField(1, 2, 'B', 'm')]),
  ];
  assert.deepEqual(idsAndLabels(resolveByType(outlines, { field_changed: 'combine' })), ['1 1 X', '2 1 B']);
});

test('a field can be combined only where something of both sides would be in it (S19)', () => {
  const clauses = [element(1, '1', 'a')];
  const canCombine = (theirs: Partial<Field>, mine: Partial<Field>) => {
    const field = plainField(1, 2, 'Cover', 'mm');
    const withChanges = (changes: Partial<Field>) => side(clauses, [{ ...field, ...changes }]);
    return planMerge({ base: withChanges({}), theirs: withChanges(theirs), mine: withChanges(mine) })
      .conflicts[0]?.canCombine;
  };
  assert.equal(canCombine({ default_value: '35' }, { default_value: '40' }), false);
  assert.equal(canCombine({ default_value: '35' }, { label: 'Concrete cover' }), true);
});
