/** Laws and examples of the comparison of two outlines. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import {
  anyOutline,
  anyScript,
  historyArbitrary,
  LAW_RUNS,
  plainField,
} from '../outline/histories.fixture.ts';
import type { Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import { diffOutlines, type OutlineDiff } from './diff-outlines.ts';

const runs = { numRuns: LAW_RUNS };

/** Does to `from` what the comparison says. */
function applyDiff(from: Outline, diff: OutlineDiff): Outline {
  const elements = new Map(from.elements.map((element) => [element.element_id, element]));
  for (const { element_id, after } of diff.clauses) {
    if (after === null) elements.delete(element_id);
    else elements.set(element_id, after);
  }
  const fields = new Map(from.fields.map((field) => [field.field_id, field]));
  for (const { field_id, after } of diff.fields) {
    if (after === null) fields.delete(field_id);
    else fields.set(field_id, after);
  }
  return orderOutline({ elements: [...elements.values()], fields: [...fields.values()] });
}

test('diff(a, a) is empty (S25)', () => {
  fc.assert(
    fc.property(anyOutline, (outline) => {
      assert.deepEqual(diffOutlines(outline, structuredClone(outline)), { clauses: [], fields: [] });
    }),
    runs,
  );
});

test('applying a diff gives the other outline (S25)', () => {
  fc.assert(
    fc.property(historyArbitrary(anyScript), ({ x, y }) => {
      assert.deepEqual(applyDiff(x, diffOutlines(x, y)), y);
    }),
    runs,
  );
});

test('a clause that moved and was reworded is changed, with both axes (S25, S20)', () => {
  const element = { element_id: 1, address: '1', kind: 'clause' as const, toc_content: '', content: 'a' };
  const from: Outline = { elements: [element], fields: [plainField(1, 5, 'Grade')] };
  const moved = { ...element, address: '2' };
  const rows = (to: Outline) => diffOutlines(from, to).clauses.map(({ change, axes }) => [change, ...axes]);
  assert.deepEqual(rows({ ...from, elements: [moved] }), [['moved', 'place']]);
  assert.deepEqual(rows({ ...from, elements: [{ ...moved, content: 'b' }] }), [['changed', 'text', 'place']]);
});

test('other identities with the same words are added and removed (S25)', () => {
  const element = { element_id: 1, address: '1', kind: 'clause' as const, toc_content: '', content: 'a' };
  const diff = diffOutlines(
    { elements: [element], fields: [] },
    { elements: [{ ...element, element_id: 2 }], fields: [] },
  );
  assert.deepEqual(
    diff.clauses.map(({ change, element_id }) => [change, element_id]),
    [
      ['added', 2],
      ['removed', 1],
    ],
  );
});

test('a field that went to another clause is moved, one redefined is changed (S25)', () => {
  const elements = [1, 2].map((id) => ({
    element_id: id,
    address: String(id),
    kind: 'clause' as const,
    toc_content: '',
    content: '',
  }));
  const field = plainField(1, 5, 'Grade');
  const rows = (after: typeof field) =>
    diffOutlines({ elements, fields: [field] }, { elements, fields: [after] }).fields.map(
      ({ change, element_id }) => [change, element_id],
    );
  assert.deepEqual(rows({ ...field, element_id: 2 }), [['moved', 2]]);
  assert.deepEqual(rows({ ...field, unit: 'mm' }), [['changed', 1]]);
});
