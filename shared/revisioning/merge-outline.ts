/**
 * Three-way merge of outlines by identity: the heart of the service. Source: decisions S26, S18; architecture §3;
 * working-copy save rule 6. Steps: equal additions become one, clauses, structure, fields, addresses, limits.
 */
import { childOf, depthOf, MAX_LEVEL_NUMBER, MAX_LEVELS } from './address.ts';
import type { Side } from './axes.ts';
import { situate } from './clause.ts';
import { foldEqualAdditions } from './fold-additions.ts';
import { MAX_ELEMENTS } from './legality.ts';
import { listChanges, type MergedChange } from './merge-changes.ts';
import { mergeClauses } from './merge-clauses.ts';
import { mergeFields } from './merge-fields.ts';
import { type FieldConflict, type KeptClause, type MergeState, type OutlineConflict, reportConflict } from './merge-state.ts';
import { groupByParent, mergeStructure } from './merge-structure.ts';
import { orderFields } from './order.ts';
import type { Element, Outline } from './outline.ts';

export type { MergedChange } from './merge-changes.ts';
export type { ConflictReason, FieldConflict, FieldConflictReason, OutlineConflict } from './merge-state.ts';

export interface OutlineMergeInput {
  /** What both sides started from: the outline at `baseVersion`. All three are legal outlines. */
  base: Outline;
  /** The stored state now. */
  theirs: Outline;
  /** What the caller wants to store, identified against base (`identifyOutline`). */
  mine: Outline;
  /** `resolvedConflicts`: settles every conflict of a clause, its fields included, by element identity. */
  resolutions?: ReadonlyMap<number, Side>;
  /** Settles single fields by field identity; wins over `resolutions`. */
  fieldResolutions?: ReadonlyMap<number, Side>;
}

export interface OutlineMerge {
  /** The merged outline, legal and in order; null while anything conflicts. */
  outline: Outline | null;
  conflicts: OutlineConflict[];
  fieldConflicts: FieldConflict[];
  /** What each side brought, in outline order. The rows of `theirs` are the `mergedChanges` of a save. */
  changes: MergedChange[];
}

/**
 * Merges what mine and theirs did since base. Every clause takes, axis by axis, the side that changed it; additions and
 * deletions go by presence; a clause that neither side deleted is in the result exactly once. A choice settles only what
 * both sides changed, so that settling loses nothing the other side did elsewhere in the clause.
 * @throws Error when an input is no legal outline
 */
export function mergeOutlines(input: OutlineMergeInput): OutlineMerge {
  const { base, theirs } = input;
  const mine = foldEqualAdditions(base, theirs, input.mine);
  const state: MergeState = {
    base: situate(base),
    theirs: situate(theirs),
    mine: situate(mine),
    choices: input.resolutions ?? new Map(),
    kept: new Map(),
    conflicts: [],
  };
  mergeClauses(state);
  mergeStructure(state);
  const merged = mergeFields({
    state,
    base: base.fields,
    theirs: theirs.fields,
    mine: mine.fields,
    fieldChoices: input.fieldResolutions ?? new Map(),
  });
  const elements = writeElements(state);
  const changes = listChanges(state, elements);
  if (state.conflicts.length === 0) checkLimits(state, elements);
  const conflicts = state.conflicts;
  const isMerged = conflicts.length === 0 && merged.conflicts.length === 0;
  const outline = isMerged ? { elements, fields: orderFields(merged.fields, elements) } : null;
  return { outline, conflicts, fieldConflicts: merged.conflicts, changes };
}

/** The kept clauses as elements in outline order, addressed by where they stand in the merged tree. */
function writeElements(state: MergeState): Element[] {
  const children = groupByParent(state.kept);
  const elements: Element[] = [];
  const write = (parentId: number | null, parentAddress: string | null) => {
    const siblings = children.get(parentId);
    if (siblings === undefined) return;
    siblings.sort((a, b) => a.ordinal - b.ordinal);
    for (const clause of siblings) {
      const address = childOf(parentAddress, clause.ordinal);
      elements.push(writeElement(clause, address));
      write(clause.id, address);
    }
  };
  write(null, null);
  return elements;
}

function writeElement(clause: KeptClause, address: string): Element {
  const [text, heading, kind] = [clause.textSide, clause.headingSide, clause.kindSide].map((side) => clause[side]?.element);
  if (text === undefined || heading === undefined || kind === undefined) {
    throw new Error(`Element ${clause.id} follows a side that does not have it`);
  }
  // Most clauses are untouched: then theirs is already what is wanted.
  if (text === heading && text === kind && text.address === address) return text;
  return { element_id: clause.id, address, kind: kind.kind, toc_content: heading.toc_content, content: text.content };
}

/** The limits of decisions S23, as far as the merge and not one side broke them. */
function checkLimits(state: MergeState, elements: readonly Element[]): void {
  for (const { element_id, address } of elements) {
    const clause = state.kept.get(element_id);
    if (clause === undefined) continue;
    if (clause.ordinal > MAX_LEVEL_NUMBER || (address.length >= MAX_LEVELS * 2 - 1 && depthOf(address) > MAX_LEVELS)) {
      reportConflict(state, element_id, 'outline', ['place']);
    }
  }
  const allowed = Math.max(MAX_ELEMENTS, state.theirs.size, state.mine.size);
  const firstTooMany = elements[allowed];
  if (firstTooMany !== undefined) reportConflict(state, firstTooMany.element_id, 'outline');
}
