/**
 * Test fixture: outlines, merge plans and resolutions by example, and one side of a generated history as a merge sees
 * it.
 */
import assert from 'node:assert/strict';
import { foldEqualAdditions } from '../identity/fold-additions.ts';
import { indexClauses } from '../outline/clause.ts';
import type { History } from '../outline/histories.fixture.ts';
import type { Element, Field, Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import type { Side } from './decide-axis.ts';
import type { MergeConflict } from './merge-conflicts.ts';
import { mergeOutlines } from './merge-outline.ts';
import type { MergeChoice } from './merge-with-choices.ts';
import { type MergePlan, planMerge } from './plan-merge.ts';
import { type ResolvedMerge, resolveMerge } from './resolve-merge.ts';

export function element(element_id: number, address: string, content = `text ${element_id}`): Element {
  return { element_id, address, kind: 'clause', toc_content: '', content };
}

export function outline(elements: Element[], fields: Field[] = []): Outline {
  return orderOutline({ elements, fields });
}

export const s1 = element(1, '1');
export const s2 = element(2, '2');
export const c21 = element(21, '2.1');
export const c22 = element(22, '2.2');
export const base = outline([s1, s2, c21, c22]);

export const plan = (theirs: Outline, mine: Outline, from = base): MergePlan =>
  planMerge({ base: from, theirs, mine });
export const idsOf = ({ conflicts }: MergePlan) => conflicts.map(({ conflictId }) => conflictId);

/** Reads an outline that is written as `address=identity`, e.g. `1=1 2=2 2.1=21`. */
export const read = (text: string): Outline =>
  outline(
    text.split(' ').map((pair) => {
      const [address = '', id] = pair.split('=');
      return element(Number(id), address);
    }),
  );

/** An outline as `address=identity`. */
export const write = ({ elements }: Outline) =>
  elements.map(({ address, element_id }) => `${address}=${element_id}`).join(' ');

/** Merges outlines that are written so. @returns the result, or each conflict as `reason id` */
export function merge(
  base: string,
  theirs: string,
  mine: string,
  choices: Record<number, Side> = {},
): string {
  const merged = mergeOutlines({
    base: read(base),
    theirs: read(theirs),
    mine: read(mine),
    resolutions: new Map(Object.entries(choices).map(([id, side]) => [Number(id), side])),
  });
  return merged.outline
    ? write(merged.outline)
    : merged.conflicts.map(({ reason, id }) => `${reason} ${id}`).join(', ');
}

/** The outline with one choice for every conflict, as `address=identity` and the words. */
export function resolved(of: MergePlan, choice: MergeChoice | MergeChoice['choice']) {
  const answer = typeof choice === 'string' ? { choice } : choice;
  const result = resolveMerge(of, new Map(of.conflicts.map(({ conflictId }) => [conflictId, answer])));
  assert.ok(result.outline);
  return {
    ...result,
    outline: result.outline,
    stands: write(result.outline),
    text: (id: number) => result.outline?.elements.find(({ element_id }) => element_id === id)?.content,
  };
}

/** The plan with a choice for each conflict; where it cannot be combined, mine. */
export function resolvePlan(
  plan: MergePlan,
  choose: (conflict: MergeConflict) => MergeChoice['choice'],
): ResolvedMerge & { outline: Outline; chosen: Map<string, MergeChoice> } {
  const chosen = new Map<string, MergeChoice>(
    plan.conflicts.map((conflict) => {
      const choice = choose(conflict);
      return [
        conflict.conflictId,
        { choice: choice === 'combine' && !conflict.canCombine ? 'mine' : choice },
      ];
    }),
  );
  const resolved = resolveMerge(plan, chosen);
  assert.ok(resolved.outline, 'a resolved plan is an outline');
  return { ...resolved, outline: resolved.outline, chosen };
}

/** My side, with the identities of what both added in the same words at the same place: it is one clause. */
export const foldedMine = ({ base, x, y }: History): Outline =>
  foldEqualAdditions(
    { base, theirs: x, mine: y },
    { base: indexClauses(base), theirs: indexClauses(x), mine: indexClauses(y) },
  );
