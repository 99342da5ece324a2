/**
 * Handlers of the endpoints for the merge plan of a customised copy and for the merge. The merge opens a working copy
 * with the result, copies the images that it needs from the source, and counts the copy as merged with that revision of
 * the source.
 */
import type { ClientSession } from 'mongoose';
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';
import { resolveMerge } from '../../../shared/revisioning/merge/resolve-merge.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardResources } from '../standard/access.ts';
import { type StandardRecord, standardVersion } from '../standard/model.ts';
import { presentWorkingCopy } from '../working-copy/present.ts';
import { assertNoSealTokens } from '../working-copy/seal-tokens.ts';
import { type LoadedPlan, loadMergePlan } from './load-merge-plan.ts';
import { type MergedWorkingCopy, newMergedWorkingCopy } from './merged-working-copy.ts';
import { presentNoPlan, presentPlan } from './present-plan.ts';
import { assertMergeable, readResolutions } from './resolutions.ts';
import { notACustomization } from './source.ts';

type MergeContracts = Pick<typeof standardCustomizationEndpoints, 'standards.mergePlan' | 'standards.merge'>;

export const standardMergeActions = (
  service: StandardsService,
): Handlers<MergeContracts, StandardResources> => {
  const { connection, images, standards, standardChanges, revisions } = service;
  const { workingCopies, workingCopyHolds, assertWithinQuota } = service;

  /**
   * @throws PRECONDITION_FAILED; PLAN_STALE for a copy or holds changed since the plan, or a deleted source
   */
  async function requirePlannedState(
    copy: StandardRecord,
    { source, revisions: { from } }: LoadedPlan,
    session: ClientSession,
    ctx: RequestContext,
  ): Promise<StandardRecord> {
    const [current, currentSource] = [
      await standards.find(copy._id, session),
      await standards.find(source._id, session),
    ];
    if (current) assertIfMatch(ctx.ifMatch, standardVersion(current));
    const isPlanned =
      current?.current_revision?.id === from._id &&
      current.parent_current_revision_id === copy.parent_current_revision_id &&
      current.holds_version === copy.holds_version;
    if (!current || !isPlanned || !currentSource) throw planStale();
    return current;
  }

  /** Opens the working copy and advances the merge base, in one transaction. */
  async function openMergedCopy(
    copy: StandardRecord,
    loaded: LoadedPlan,
    { workingCopy, version, current }: MergedWorkingCopy,
    details: Record<string, unknown>,
    ctx: RequestContext,
  ) {
    const { from, to } = loaded.revisions;
    const merged = { ...copy, parent_current_revision_id: to._id };
    const hold = await workingCopyHolds.find(current.state.outline, merged, {
      opened_from: { id: from._id, code: from.code },
    });
    return inTransaction(connection, async (session) => {
      const currentCopy = await requirePlannedState(copy, loaded, session, ctx);
      await workingCopies.open(session, workingCopy);
      const { elements } = current.state.outline;
      await images.copy(session, loaded.source._id, copy, imageNamesOf(elements));
      const { saved_by, saved_at } = current.copy;
      await workingCopies.advance(session, workingCopy.copy.version, version, { saved_by, saved_at });
      await standards.change(session, copy._id, {
        parent_current_revision_id: to._id,
        last_seen_source_revision_id: await newerOf(currentCopy.last_seen_source_revision_id, to),
      });
      await standardChanges.record(session, copy, 'working_copy_changed', ctx);
      const entry = {
        resource: { type: 'standard', id: copy._id },
        details: {
          version: version._id,
          source_revision: { id: to._id, code: to.code },
          previous_source_revision_id: currentCopy.parent_current_revision_id,
          ...details,
        },
      };
      const withHash = ctx.principal.channel === 'http';
      return ctx.finish(session, entry, presentWorkingCopy(current.copy, current.state, withHash, hold));
    });
  }

  /** The newer revision: a merge of an older one does not undo an acknowledgement. */
  async function newerOf(seenId: number | null, merged: { _id: number; ordinal: number }): Promise<number> {
    const seen = seenId === null ? null : await revisions.find(seenId);
    return seen && seen.ordinal > merged.ordinal ? seen._id : merged._id;
  }

  return {
    async 'standards.mergePlan'({ id, toRevisionId }, ctx, copy) {
      const loaded = await loadMergePlan(service, copy, toRevisionId, ctx);
      return loaded ? presentPlan(id, loaded) : presentNoPlan(id);
    },

    async 'standards.merge'({ id, toRevisionId, planHash, resolutions }, ctx, copy) {
      const loaded = await loadMergePlan(service, copy, toRevisionId, ctx);
      if (!loaded) throw notACustomization();
      if (await workingCopies.findById(id)) throw draftAlreadyOpen();
      const { revisions: planned, plan, isCurrent } = loaded;
      if (isCurrent)
        throw apiError('ALREADY_CURRENT', 'The copy is already merged with this revision of its source.');
      if (planHash !== loaded.planHash) throw planStale();
      const choices = readResolutions(resolutions, plan.conflicts);
      const outline = assertMergeable(resolveMerge(plan, choices), plan, choices, loaded.held);
      // Combined text comes from the caller.
      assertNoSealTokens(outline.elements);
      const merged = newMergedWorkingCopy({
        standard: copy,
        from: planned.from,
        saved: loaded.saved,
        merged: outline,
        by: ctx.person,
        now: new Date(),
      });
      const texts = merged.workingCopy.version.content.length + merged.version.content.length;
      const names = imageNamesOf(merged.current.state.outline.elements);
      const imageBytes = await images.bytesOfCopies(loaded.source._id, id, names);
      await assertWithinQuota(copy, texts + imageBytes, ctx);
      try {
        const view = await openMergedCopy(
          copy,
          loaded,
          merged,
          { summary: plan.summary, resolutions: countChoices(choices) },
          ctx,
        );
        workingCopies.cacheVersion(merged.version, merged.current.state, merged.workingCopy.copy.version);
        return view;
      } catch (error) {
        // Another working copy was opened first.
        if (isDuplicateKey(error)) throw draftAlreadyOpen();
        throw error;
      }
    },
  };
};

function countChoices(choices: ReadonlyMap<string, { choice: string }>): Record<string, number> {
  const rows = Map.groupBy(choices.values(), ({ choice }) => choice);
  return Object.fromEntries([...rows].map(([choice, chosen]) => [choice, chosen.length]));
}

const draftAlreadyOpen = (): Error =>
  apiError(
    'DRAFT_ALREADY_OPEN',
    'The standard has an open working copy. Publish or discard it first; a merge opens its own.',
  );

const planStale = (): Error =>
  apiError(
    'PLAN_STALE',
    'The plan has changed since you read it. Read it again with GET /api/standards/:id/merge-plan. Nothing was merged.',
  );
