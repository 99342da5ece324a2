/**
 * Differences between two outlines by identity: added, removed and changed clauses and fields, clauses with
 * another address and fields on another clause as moved.
 */
import { type ClauseAxis, isSameField } from '../outline/clause.ts';
import type { Element, Field, Outline } from '../outline/outline.ts';

interface ClauseDiff {
  /** `changed` when wording, label or kind differ, at any place; `moved` when only the address differs. */
  change: 'added' | 'removed' | 'changed' | 'moved';
  element_id: number;
  before: Element | null;
  after: Element | null;
  /**
   * What differs; `place` means that the written address does. The changelog makes two rows of moved and
   * reworded.
   */
  axes: ClauseAxis[];
}

interface FieldDiff {
  /** `moved` when only the clause of the field changed. */
  change: 'added' | 'removed' | 'changed' | 'moved';
  field_id: number;
  /** The clause it is on, after; before, when it was removed. */
  element_id: number;
  before: Field | null;
  after: Field | null;
}

export interface OutlineDiff {
  /**
   * In the order of `to`; removed clauses at the end, in the order of `from`. Unchanged clauses are omitted.
   */
  clauses: ClauseDiff[];
  fields: FieldDiff[];
}

/** Compares two outlines, matching clauses and fields by identity. */
export function diffOutlines(from: Outline, to: Outline): OutlineDiff {
  return { clauses: diffClauses(from.elements, to.elements), fields: diffFields(from.fields, to.fields) };
}

function diffClauses(from: readonly Element[], to: readonly Element[]): ClauseDiff[] {
  const before = new Map(from.map((element) => [element.element_id, element]));
  const diffs: ClauseDiff[] = [];
  for (const after of to) {
    const old = before.get(after.element_id);
    before.delete(after.element_id);
    if (old === undefined) {
      diffs.push({ change: 'added', element_id: after.element_id, before: null, after, axes: [] });
      continue;
    }
    const axes = differingAxes(old, after);
    if (axes.length === 0) continue;
    const change = axes.length === 1 && axes[0] === 'place' ? 'moved' : 'changed';
    diffs.push({ change, element_id: after.element_id, before: old, after, axes });
  }
  for (const [element_id, old] of before)
    diffs.push({ change: 'removed', element_id, before: old, after: null, axes: [] });
  return diffs;
}

/**
 * Compares written addresses, not places in the tree: readers of two editions side by side see the numbers
 * change.
 */
function differingAxes(before: Element, after: Element): ClauseAxis[] {
  const axes: ClauseAxis[] = [];
  if (before.content !== after.content) axes.push('text');
  if (before.toc_content !== after.toc_content) axes.push('heading');
  if (before.label !== after.label) axes.push('label');
  if (before.kind !== after.kind) axes.push('kind');
  if (before.address !== after.address) axes.push('place');
  return axes;
}

function diffFields(from: readonly Field[], to: readonly Field[]): FieldDiff[] {
  const before = new Map(from.map((field) => [field.field_id, field]));
  const diffs: FieldDiff[] = [];
  for (const after of to) {
    const { field_id, element_id } = after;
    const old = before.get(field_id);
    before.delete(field_id);
    if (old === undefined) diffs.push({ change: 'added', field_id, element_id, before: null, after });
    else if (!isSameField(old, after)) {
      const change = isSameField({ ...old, element_id }, after) ? 'moved' : 'changed';
      diffs.push({ change, field_id, element_id, before: old, after });
    }
  }
  for (const [field_id, old] of before) {
    diffs.push({ change: 'removed', field_id, element_id: old.element_id, before: old, after: null });
  }
  return diffs;
}
