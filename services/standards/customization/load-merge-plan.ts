/**
 * Loader of merge plans: loads the base, the copy's revision and the source's revision, if the caller may read
 * them, and returns the plan with its hash.
 */
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type MergePlan, planMerge } from '../../../shared/revisioning/merge/plan-merge.ts';
import { hashCanonical } from '../../../shared/revisioning/outline/canonical-json.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import type { HeldClauses } from '../holds/held-clauses.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import { openContent } from '../revision/sealed-content.ts';
import type { ReadableStandard } from '../standard/access.ts';
import { type Customization, findCustomization, requireSourceRevision } from './source.ts';

/** The revisions that a plan compares. */
interface PlannedRevisions {
  /** The source revision that the copy's saved revision was last merged with. */
  base: StandardRevisionRecord;
  /** The copy's saved revision: mine. */
  from: StandardRevisionRecord;
  /** The target: theirs. */
  to: StandardRevisionRecord;
}

/** The held clauses of the revisions that a plan compares. */
export interface HeldSides {
  base: HeldClauses;
  theirs: HeldClauses;
  mine: HeldClauses;
}

export interface LoadedPlan extends Customization {
  revisions: PlannedRevisions;
  held: HeldSides;
  plan: MergePlan;
  planHash: string;
  /** The copy's saved outline. */
  saved: Outline;
  /** Whether the target has been merged already. */
  isCurrent: boolean;
}

/**
 * The plan to merge a revision of the source; null for a standard that is not a copy.
 * @throws NOT_FOUND for a source or revision the caller may not read, REVISION_NOT_ELIGIBLE for one older
 * than the base
 */
export async function loadMergePlan(
  service: StandardsService,
  copy: ReadableStandard,
  toRevisionId: number | undefined,
  ctx: RequestContext,
): Promise<LoadedPlan | null> {
  const { revisions, contents, workingCopies, findHeldClauses } = service;
  const customization = await findCustomization(copy, service, ctx);
  if (!customization) return null;
  const to = await requireSourceRevision(customization, toRevisionId, revisions);
  const { merged } = customization;
  if (to.ordinal < merged.ordinal) throw olderTarget(to, merged);
  const from = copy.current_revision && (await revisions.findWithHolds(copy.current_revision.id, copy));
  if (!from) throw notFound();
  const isCurrent = to._id === merged._id;
  // A merge in an open working copy is not in the saved revision, whose base is older.
  const base = isCurrent
    ? to
    : await requireSourceRevision(customization, from.source_revision_id ?? merged._id, revisions);
  const [baseContent, fromContent, toContent, open] = await Promise.all([
    contents.get(base.content_id),
    contents.get(from.content_id),
    contents.get(to.content_id),
    workingCopies.findById(copy._id),
  ]);
  const plan = planMerge({
    base: openContent(baseContent),
    theirs: openContent(toContent),
    mine: openContent(fromContent),
  });
  const planned = { base, from, to };
  const held = {
    base: findHeldClauses(base),
    theirs: findHeldClauses(to),
    mine: withPlannedIds(findHeldClauses(from), openContent(fromContent), plan.input.mine),
  };
  return {
    ...customization,
    revisions: planned,
    held,
    plan,
    planHash: hashPlan(planned, held, plan, open?.version ?? null),
    saved: openContent(fromContent),
    isCurrent,
  };
}

/**
 * The held clauses of the copy under the identities that the plan gives them: a clause that both added alike has the
 * source's. @param planned the saved outline with those identities, in the same order
 */
function withPlannedIds(held: HeldClauses, saved: Outline, planned: Outline): HeldClauses {
  return new Map(
    saved.elements.flatMap(({ element_id }, at) => {
      const [notice, plannedId] = [held.get(element_id), planned.elements[at]?.element_id];
      return notice && plannedId !== undefined ? [[plannedId, notice] as const] : [];
    }),
  );
}

/** The hash of everything that a plan and its application depend on. */
function hashPlan(
  { base, from, to }: PlannedRevisions,
  held: HeldSides,
  plan: MergePlan,
  openVersion: string | null,
): string {
  return hashCanonical({
    revisions: [base, from, to].map(({ _id, content_id }) => [_id, content_id]),
    held: [held.base, held.mine, held.theirs].map((side) => [...side].map(([id, { level }]) => [id, level])),
    openVersion,
    conflicts: plan.conflicts.map(({ conflictId }) => conflictId),
  });
}

const olderTarget = (to: StandardRevisionRecord, merged: StandardRevisionRecord): Error =>
  apiError(
    'REVISION_NOT_ELIGIBLE',
    `Revision ${to.code} of the source is older than ${merged.code}, which is merged already. Choose a newer one.`,
  );
