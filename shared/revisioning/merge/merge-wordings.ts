/**
 * Fast path of an outline merge for sides that neither added, deleted nor moved a clause, as in nearly
 * every stale save. Property tests compare it with the general path (`mergeTrees`).
 */

import { foldEqualFields } from '../identity/fold-additions.ts';
import { isSameWording } from '../outline/clause.ts';
import { type Element, labelMember, type Outline } from '../outline/outline.ts';
import { orderFields } from '../outline/outline-order.ts';
import { decideWording, type Side, type WordingAxis } from './decide-axis.ts';
import { findTouchedClauses, hasWordsOf, type MergedChange } from './merge-changes.ts';
import { mergeFields } from './merge-fields.ts';
import type { OutlineMerge, OutlineMergeInput } from './merge-result.ts';
import type { OutlineConflict } from './merge-state.ts';

const WORDING_AXES: readonly WordingAxis[] = ['text', 'heading', 'label', 'kind'];
const EVERYWHERE = { has: () => true };

/** True when all three outlines have the same clauses at the same addresses. */
export function hasSameStructure(base: Outline, theirs: Outline, mine: Outline): boolean {
  const [b, t, m] = [base.elements, theirs.elements, mine.elements];
  if (b.length !== t.length || b.length !== m.length) return false;
  for (const [index, element] of b.entries()) {
    if (!isSamePosition(element, t[index]) || !isSamePosition(element, m[index])) return false;
  }
  return true;
}

function isSamePosition(left: Element, right: Element | undefined): boolean {
  return left.element_id === right?.element_id && left.address === right.address;
}

/** Merges outlines of the same structure. */
export function mergeWordings(input: OutlineMergeInput): OutlineMerge {
  const { base, theirs, mine } = input;
  const myFields = foldEqualFields(base.fields, theirs.fields, mine.fields);
  const choices = input.resolutions ?? new Map<number, Side>();
  const state = { theirs: EVERYWHERE, mine: EVERYWHERE, kept: EVERYWHERE, choices };
  const conflicts: OutlineConflict[] = [];
  const changes: MergedChange[] = [];
  const touchedByTheirs = findTouchedClauses(base.fields, theirs.fields);
  const touchedByMine = findTouchedClauses(base.fields, myFields);

  const elements = theirs.elements.map((their, index) => {
    const old = base.elements[index] ?? their;
    const my = mine.elements[index] ?? their;
    const { element_id, address } = their;
    const choice = choices.get(element_id);
    const merged = mergeWording(old, their, my, choice, conflicts);
    const note = (side: Side) => changes.push({ element_id, address, change: 'changed', side });
    if (hasWordsOf(old, their, merged) || (touchedByTheirs.has(element_id) && choice !== 'mine'))
      note('theirs');
    if (hasWordsOf(old, my, merged) || (touchedByMine.has(element_id) && choice !== 'theirs')) note('mine');
    return merged;
  });
  const fieldChoices = input.fieldResolutions ?? new Map<number, Side>();
  const merged = mergeFields({
    state,
    base: base.fields,
    theirs: theirs.fields,
    mine: myFields,
    fieldChoices,
  });
  const isMerged = conflicts.length + merged.conflicts.length === 0;
  const outline = isMerged ? { elements, fields: orderFields(merged.fields, elements) } : null;
  return { outline, conflicts, fieldConflicts: merged.conflicts, exceedsLimits: false, changes };
}

function mergeWording(
  base: Element,
  theirs: Element,
  mine: Element,
  choice: Side | undefined,
  conflicts: OutlineConflict[],
): Element {
  if (isSameWording(theirs, mine)) return theirs;
  const { element_id, address } = theirs;
  const decision = decideWording(base, theirs, mine);
  const axes = WORDING_AXES.filter((axis) => decision[axis] === 'conflict');
  if (axes.length > 0 && choice === undefined) {
    const addresses = { address, baseAddress: address, theirsAddress: address, mineAddress: address };
    conflicts.push({
      id: element_id,
      rivalId: null,
      placedBy: null,
      element_id,
      ...addresses,
      reason: 'both_changed',
      axes,
    });
  }
  const follow = (axis: WordingAxis): Element => {
    const side = decision[axis] === 'conflict' ? choice : decision[axis];
    return side === 'mine' ? mine : theirs;
  };
  const [text, heading, label, kind] = [follow('text'), follow('heading'), follow('label'), follow('kind')];
  if (text === heading && text === label && text === kind) return text;
  return {
    element_id,
    address,
    kind: kind.kind,
    toc_content: heading.toc_content,
    content: text.content,
    ...labelMember(label.label),
  };
}
