/**
 * Structure step of an outline merge: one tree of the kept clauses. Resolves clauses without a parent and
 * loops, or reports them as conflicts. Also the kept clauses by parent.
 */
import type { Side } from './decide-axis.ts';
import {
  type KeptClause,
  type MergeState,
  otherSide,
  reportConflict,
  reportPlace,
  restoreClause,
  takePlace,
} from './merge-state.ts';
import { mergeSiblings } from './siblings.ts';

/** Resolves orphans, loops and the order of siblings in `state.kept`, and reports conflicts without a choice. */
export function mergeStructure(state: MergeState): void {
  const reported = new Set<number>();
  const dropped = new Set<number>();
  const removedFromLoop = new Set<number>();
  // Restoring a section or moving a clause may uncover another fault. Each clause is dropped, kept on purpose
  // or taken out of a loop a bounded number of times, so this ends.
  let isChanged = true;
  while (isChanged)
    isChanged = resolveOrphans(state, reported, dropped) || resolveLoops(state, reported, removedFromLoop);
  mergeSiblings(state, groupByParent(state.kept));
}

/**
 * Resolves clauses without a parent: one side deleted a section under which the other added, moved or kept
 * clauses.
 */
function resolveOrphans(state: MergeState, reported: Set<number>, dropped: Set<number>): boolean {
  const orphans: KeptClause[] = [];
  for (const clause of state.kept.values()) {
    if (clause.parentId !== null && !state.kept.has(clause.parentId)) orphans.push(clause);
  }
  // Chosen clauses come before open ones, and both before clauses with a provisional place: a section
  // restored for one of the latter must not hide that another needs it.
  const stages = Map.groupBy(orphans, (clause) =>
    clause.isDisputed ? 'disputed' : clause.mustStay ? 'chosen' : 'open',
  );
  const clauses = stages.get('chosen') ?? stages.get('open') ?? stages.get('disputed') ?? [];
  for (const clause of clauses) resolveOrphan(state, clause, reported, dropped);
  return clauses.length > 0;
}

function resolveOrphan(
  state: MergeState,
  clause: KeptClause,
  reported: Set<number>,
  dropped: Set<number>,
): void {
  const { parentId } = clause;
  if (parentId === null || state.kept.has(parentId)) return;
  // The side of the place has the parent; the other side deleted it.
  const keeper: Side = clause.placeSide === 'mine' ? 'mine' : 'theirs';
  // Clauses below one that was dropped by a choice follow the same choice.
  const choice = dropped.has(parentId) ? otherSide(keeper) : state.choices.get(parentId);
  if (clause.mustStay || clause.isDisputed || choice === keeper) {
    const parent = restoreClause(state, parentId, keeper);
    parent.isDisputed = clause.isDisputed;
  } else if (choice === undefined) {
    const parent = restoreClause(state, parentId, keeper);
    parent.isDisputed = true;
    if (!reported.has(parentId)) reportConflict(state, parentId, 'outline');
    reported.add(parentId);
  } else if (takePlace(clause, otherSide(keeper))) {
    clause.mustStay = true;
  } else if (clause.base === undefined && state.kept.has(state.replacements.get(parentId) ?? parentId)) {
    // The section that replaces this one takes what was added below it.
    clause.parentId = state.replacements.get(parentId) ?? null;
  } else {
    state.kept.delete(clause.id);
    dropped.add(clause.id);
  }
}

/** Clauses that ended up below themselves: each side moved one below the other. */
function resolveLoops(state: MergeState, reported: Set<number>, removedFromLoop: Set<number>): boolean {
  const loops = findLoops(state.kept);
  for (const loop of loops) resolveLoop(state, loop, reported, removedFromLoop);
  return loops.length > 0;
}

function resolveLoop(
  state: MergeState,
  loop: readonly KeptClause[],
  reported: Set<number>,
  removedFromLoop: Set<number>,
): void {
  // One that a single side has could not be anywhere else.
  const moved = loop.filter(({ placeSide, theirs, mine }) => placeSide !== 'same' && theirs && mine);
  // Each has the place that was chosen for it, unless the choices contradict one another.
  const misplaced = moved.filter(
    ({ id, placeSide }) => !removedFromLoop.has(id) && (state.choices.get(id) ?? placeSide) !== placeSide,
  );
  for (const clause of misplaced) {
    removedFromLoop.add(clause.id);
    if (takePlace(clause, state.choices.get(clause.id) ?? 'theirs')) clause.mustStay = true;
  }
  if (misplaced.length > 0) return;
  const choice = moved.map((clause) => state.choices.get(clause.id)).find((chosen) => chosen !== undefined);
  // The place of a disputed clause is provisional, so a loop through it is no conflict yet: it gets another
  // place, and the others keep theirs, as with the sides exchanged.
  const disputed = moved.filter((clause) => clause.isDisputed && !removedFromLoop.has(clause.id));
  if (choice === undefined && disputed.length > 0) {
    for (const clause of disputed) {
      removedFromLoop.add(clause.id);
      takePlace(clause, clause.placeSide === 'mine' ? 'theirs' : 'mine');
    }
    return;
  }
  // Choices that contradict one another could move a clause back and forth; the second time all follow theirs.
  const wasMovedBefore = moved.some((clause) => removedFromLoop.has(clause.id));
  const side: Side = wasMovedBefore || choice === undefined ? 'theirs' : choice;
  const shouldReport = choice === undefined && !moved.some((clause) => clause.isDisputed);
  for (const clause of moved) {
    if (shouldReport && !reported.has(clause.id)) {
      reportPlace(state, clause.id, 'outline');
      reported.add(clause.id);
    }
    if (choice === undefined) clause.isDisputed = true;
    removedFromLoop.add(clause.id);
    if (clause.placeSide !== side && takePlace(clause, side)) clause.mustStay = true;
  }
}

/** The loops, none of which share a clause. Theirs by itself is a tree, so each has a clause that mine moved. */
function findLoops(kept: ReadonlyMap<number, KeptClause>): KeptClause[][] {
  const loops: KeptClause[][] = [];
  const seen = new Set<number>();
  for (const start of kept.values()) {
    if (start.placeSide !== 'mine' || start.theirs === undefined) continue;
    const path: KeptClause[] = [];
    let clause: KeptClause | undefined = start;
    while (clause !== undefined && !seen.has(clause.id)) {
      seen.add(clause.id);
      path.push(clause);
      clause = clause.parentId === null ? undefined : kept.get(clause.parentId);
    }
    const entry = clause === undefined ? -1 : path.indexOf(clause);
    if (entry !== -1) loops.push(path.slice(entry));
  }
  return loops;
}

/** The kept clauses by parent. */
export function groupByParent(kept: ReadonlyMap<number, KeptClause>): Map<number | null, KeptClause[]> {
  const children = new Map<number | null, KeptClause[]>();
  for (const clause of kept.values()) {
    const siblings = children.get(clause.parentId);
    if (siblings === undefined) children.set(clause.parentId, [clause]);
    else siblings.push(clause);
  }
  return children;
}
