/**
 * Handlers of the endpoints that open, read and discard working copies. A discard also undoes an unpublished
 * merge, and deletes a standard that was never published.
 */
import type { ClientSession } from 'mongoose';
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { StandardsService } from '../open-standards.ts';
import { openContent } from '../revision/sealed-content.ts';
import type { StandardResources } from '../standard/access.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { StandardWithWorkingCopy, WorkingCopyResources } from '../working-copy/access.ts';
import { findOpenWithHead } from '../working-copy/current-working-copy.ts';
import { noWorkingCopyError } from '../working-copy/errors.ts';
import { type NewWorkingCopy, newWorkingCopy } from '../working-copy/new-working-copy.ts';
import { presentOpenWorkingCopy, type WorkingCopyView } from '../working-copy/present.ts';
import type { OpenWorkingCopy } from '../working-copy/repository.ts';

type OpenContracts = Pick<
  typeof standardEditEndpoints,
  'standards.edit' | 'standards.workingCopy.get' | 'standards.workingCopy.discard'
>;

const MAX_ATTEMPTS = 5;

export const workingCopyActions = ({
  connection,
  images,
  standards,
  workingCopies,
  revisions,
  contents,
  workingCopyHolds,
  assertWithinQuota,
  standardChanges,
}: StandardsService): Handlers<OpenContracts, StandardResources & WorkingCopyResources> => {
  const present = (
    open: OpenWorkingCopy,
    standard: StandardRecord,
    ctx: RequestContext,
  ): Promise<WorkingCopyView> => presentOpenWorkingCopy(open, { standard, ctx, holds: workingCopyHolds });

  async function show(standard: StandardWithWorkingCopy, ctx: RequestContext): Promise<WorkingCopyView> {
    // Versions never change, so the version and the holds validate the whole representation.
    const current = await workingCopies.findCurrent(standard._id, {
      head: standard.workingCopy,
      onHead: async (copy) => ctx.revalidate(copy.version, await workingCopyHolds.version(standard)),
    });
    if (!current) throw noWorkingCopyError();
    return present(current, standard, ctx);
  }

  /**
   * Opens a working copy of the current revision, or shows the open one. Null after a concurrent opening, or
   * a concurrent publication, which this working copy would undo.
   */
  async function attempt(id: number, ctx: RequestContext): Promise<WorkingCopyView | null> {
    const { open, standard } = await findOpenWithHead({ workingCopies, standards }, id);
    if (!standard) throw notFound();
    if (open) {
      ctx.markUnchanged();
      return present(open, standard, ctx);
    }
    const from = standard.current_revision;
    const revision = from && (await revisions.find(from.id));
    const outline = revision
      ? openContent(await contents.get(revision.content_id))
      : { elements: [], fields: [] };
    const workingCopy = newWorkingCopy({ standard, from, outline, by: ctx.person, now: new Date() });
    await assertWithinQuota(standard, workingCopy.version.content.length, ctx);
    try {
      return await write(workingCopy, standard, ctx);
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  const open = (id: number, ctx: RequestContext): Promise<WorkingCopyView> =>
    retryUntilSaved(() => attempt(id, ctx), {
      attempts: MAX_ATTEMPTS,
      onConflict: () =>
        apiError('SERVICE_UNAVAILABLE', 'Another user is publishing this standard right now. Try again.'),
    });

  /** Null when the current revision of the standard has changed, or the standard was deleted. */
  async function write(
    workingCopy: NewWorkingCopy,
    standard: StandardRecord,
    ctx: RequestContext,
  ): Promise<WorkingCopyView | null> {
    const { _id, current_revision } = standard;
    const shown = await present(workingCopy, standard, ctx);
    const view = await inTransaction(connection, async (session) => {
      const now = await standards.find(_id, session);
      if (!now || now.current_revision?.id !== current_revision?.id) return null;
      await workingCopies.open(session, workingCopy);
      await standardChanges.record(session, standard, 'working_copy_changed', ctx);
      const entry = {
        resource: { type: 'standard', id: _id },
        details: { version: workingCopy.copy.version },
      };
      return ctx.finish(session, entry, shown);
    });
    if (view) workingCopies.cacheVersion(workingCopy.version, workingCopy.state);
    return view;
  }

  /**
   * Undoes the merge of a discarded working copy; false when it had none. A copy of a deleted standard descends
   * from what its saved revision had merged again.
   */
  async function undoMerge(session: ClientSession, id: number): Promise<boolean> {
    const standard = await standards.find(id, session);
    const member = standard?.parent_current_revision_id
      ? 'parent_current_revision_id'
      : 'descends_from_revision_id';
    const merged = standard?.[member] ?? null;
    if (!standard?.current_revision || merged === null) return false;
    const base = (await revisions.find(standard.current_revision.id))?.source_revision_id;
    if (base === undefined || base === merged) return false;
    const [ofBase, ofMerged] = [await revisions.find(base), await revisions.find(merged)];
    // A copy of a deleted standard of no page descends from the source of that, which it never merged.
    if (ofBase?.standard_id !== ofMerged?.standard_id) return false;
    await standards.change(session, id, { [member]: base });
    return true;
  }

  return {
    'standards.edit': ({ id }, ctx) => open(id, ctx),

    'standards.workingCopy.get': (_params, ctx, standard) => show(standard, ctx),

    async 'standards.workingCopy.discard'({ id }, ctx, standard) {
      const outcome = await inTransaction(connection, async (session) => {
        const copy = await workingCopies.findById(id, session);
        if (copy) assertIfMatch(ctx.ifMatch, copy.version);
        if (!copy || !(await workingCopies.close(session, copy))) return null;
        const standardDeleted = await standards.deleteIfNeverPublished(session, id);
        if (standardDeleted) await images.removeOf(session, id);
        const mergeUndone = !standardDeleted && (await undoMerge(session, id));
        const kind = standardDeleted ? 'standard_deleted' : 'working_copy_changed';
        await standardChanges.record(session, standard, kind, ctx);
        await ctx.audit(session, {
          resource: { type: 'standard', id },
          details: { version: copy.version, standardDeleted, ...(mergeUndone ? { mergeUndone } : {}) },
        });
        return { standardDeleted };
      });
      if (!outcome) throw noWorkingCopyError();
      return { standard_id: id, discarded: true, ...outcome };
    },
  };
};
