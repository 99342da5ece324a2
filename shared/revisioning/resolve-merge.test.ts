/** Clauses of both sides that are combined into one, with their fields (decisions S8, S19). */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { plainField } from './histories.fixture.ts';
import type { Element, Field, Outline } from './outline.ts';
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

test('S8: combined clauses keep the fields of both; two that differ under one label stay two', () => {
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

test('S8: so do the clauses below them that both sides added alike', () => {
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
