/**
 * Three-way merge of two versions of an outline by the ids of their elements; entry point of this folder, also for the
 * console. Takes the fast path of `merge-wordings.ts` where the structure is the same; else merges additions, clauses,
 * structure and fields in turn. Gives the merged outline, or the conflicts.
 */
import { foldEqualAdditions } from '../identity/fold-additions.ts';
import { childOf, depthOf, MAX_LEVEL_NUMBER, MAX_LEVELS } from '../outline/address.ts';
import { indexClauses } from '../outline/clause.ts';
import { type Element, labelMember } from '../outline/outline.ts';
import { orderFields } from '../outline/outline-order.ts';
import { MAX_ELEMENTS } from '../outline/outline-rules.ts';
import { findTouchedClauses, listChanges } from './merge-changes.ts';
import { mergeClauses } from './merge-clauses.ts';
import { mergeFields } from './merge-fields.ts';
import type { OutlineMerge, OutlineMergeInput } from './merge-result.ts';
import { type KeptClause, type MergeState, reportConflict } from './merge-state.ts';
import { groupByParent, mergeStructure } from './merge-structure.ts';
import { hasSameStructure, mergeWordings } from './merge-wordings.ts';
import { SiblingChanges } from './sibling-changes.ts';

/**
 * Merges what mine and theirs did since base. Every clause takes, axis by axis, the side that changed it;
 * additions and deletions go by presence; a clause that neither side deleted is in the result exactly once. A
 * choice resolves only what both sides changed, so that resolving loses nothing the other side did elsewhere in
 * the clause.
 * @throws Error when an input is not a valid outline
 */
export function mergeOutlines(input: OutlineMergeInput): OutlineMerge {
  return hasSameStructure(input.base, input.theirs, input.mine) ? mergeWordings(input) : mergeTrees(input);
}

/** The general merge. Exported for the test that compares the fast path with it. */
export function mergeTrees(input: OutlineMergeInput): OutlineMerge {
  const { base, theirs } = input;
  const indexes = input.indexes ?? {
    base: indexClauses(base),
    theirs: indexClauses(theirs),
    mine: indexClauses(input.mine),
  };
  const mine = foldEqualAdditions(input, indexes);
  const sides = mine === input.mine ? indexes : { ...indexes, mine: indexClauses(mine) };
  const state: MergeState = {
    ...sides,
    siblings: new SiblingChanges(sides),
    choices: input.resolutions ?? new Map(),
    placeChoices: input.placeResolutions ?? new Map(),
    replacements: input.replacements ?? new Map(),
    kept: new Map(),
    conflicts: [],
  };
  mergeClauses(state);
  mergeStructure(state);
  const fieldChoices = input.fieldResolutions ?? new Map();
  const merged = mergeFields({
    state,
    base: base.fields,
    theirs: theirs.fields,
    mine: mine.fields,
    fieldChoices,
  });
  const { clauses, elements } = writeElements(state);
  const isMerged = state.conflicts.length === 0;
  if (isMerged) checkLimits(state, clauses, elements);
  const touchedByTheirs = findTouchedClauses(base.fields, theirs.fields);
  const touchedByMine = findTouchedClauses(base.fields, mine.fields);
  return {
    outline:
      state.conflicts.length + merged.conflicts.length === 0
        ? { elements, fields: orderFields(merged.fields, elements) }
        : null,
    conflicts: state.conflicts,
    fieldConflicts: merged.conflicts,
    exceedsLimits: isMerged && state.conflicts.length > 0,
    changes: listChanges({ state, clauses, elements, touchedByTheirs, touchedByMine }),
  };
}

/** The kept clauses as elements in outline order, with their addresses in the merged tree. */
function writeElements(state: MergeState): { clauses: KeptClause[]; elements: Element[] } {
  const children = groupByParent(state.kept);
  const clauses: KeptClause[] = [];
  const elements: Element[] = [];
  const write = (parentId: number | null, parentAddress: string | null) => {
    const siblings = children.get(parentId);
    if (siblings === undefined) return;
    if (!isSorted(siblings)) siblings.sort((a, b) => a.ordinal - b.ordinal);
    for (const clause of siblings) {
      const element = writeElement(clause, parentAddress);
      clauses.push(clause);
      elements.push(element);
      write(clause.id, element.address);
    }
  };
  write(null, null);
  return { clauses, elements };
}

function isSorted(siblings: readonly KeptClause[]): boolean {
  let last = -1;
  for (const { ordinal } of siblings) {
    if (ordinal < last) return false;
    last = ordinal;
  }
  return true;
}

function writeElement(clause: KeptClause, parentAddress: string | null): Element {
  const text = clause[clause.textSide]?.element;
  const heading = clause[clause.headingSide]?.element;
  const label = clause[clause.labelSide]?.element;
  const kind = clause[clause.kindSide]?.element;
  if (!text || !heading || !label || !kind) {
    throw new Error(`Element ${clause.id} follows a side that does not have it`);
  }
  const isWhole = text === heading && text === label && text === kind;
  // Most clauses are as one side has them, and need neither a new address nor a new element.
  if (
    isWhole &&
    clause.ordinal === clause[clause.textSide]?.ordinal &&
    isChildOf(text.address, parentAddress)
  )
    return text;
  const address = childOf(parentAddress, clause.ordinal);
  return {
    element_id: clause.id,
    address,
    kind: kind.kind,
    toc_content: heading.toc_content,
    content: text.content,
    ...labelMember(label.label),
  };
}

function isChildOf(address: string, parentAddress: string | null): boolean {
  const end = address.lastIndexOf('.');
  return parentAddress === null
    ? end === -1
    : end === parentAddress.length && address.startsWith(parentAddress);
}

/**
 * The limits of an outline, as far as the merge and not one side broke them. No choice resolves these: mine
 * must change.
 */
function checkLimits(state: MergeState, clauses: readonly KeptClause[], elements: readonly Element[]): void {
  for (const [index, { id, ordinal }] of clauses.entries()) {
    const address = elements[index]?.address ?? '';
    const isTooDeep = address.length > MAX_LEVELS * 2 && depthOf(address) > MAX_LEVELS;
    if (ordinal > MAX_LEVEL_NUMBER || isTooDeep) reportConflict(state, id, 'outline', ['place']);
  }
  const allowed = Math.max(MAX_ELEMENTS, state.theirs.size, state.mine.size);
  const firstTooMany = elements[allowed];
  if (firstTooMany !== undefined) reportConflict(state, firstTooMany.element_id, 'outline');
}
