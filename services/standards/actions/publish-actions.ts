/**
 * Handler of the endpoint that publishes a standard: seals its working copy as a numbered revision, in one transaction.
 */
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { StandardsService } from '../open-standards.ts';
import { presentStandardRevision } from '../revision/present.ts';
import type { StandardRecord } from '../standard/model.ts';
import { resolveTags } from '../tag/repository.ts';
import type { StandardWithWorkingCopy, WorkingCopyResources } from '../working-copy/access.ts';
import { lostRaceError, rejectClosed, requireCurrent } from '../working-copy/current-working-copy.ts';
import { noWorkingCopyError, staleConflict } from '../working-copy/errors.ts';
import type { WorkingCopyRecord } from '../working-copy/model.ts';
import type { OpenWorkingCopy } from '../working-copy/repository.ts';

type PublishContracts = Pick<typeof standardEditEndpoints, 'standards.publish'>;
type PublishParams = ParamsOf<PublishContracts['standards.publish']>;
type PublishResult = ResultOf<PublishContracts['standards.publish']>;

/** Attempts of a publish without baseVersion against concurrent saves. */
const MAX_ATTEMPTS = 10;

const NEW_REVISION_MESSAGE =
  'A new revision was published after this working copy was opened. Discard the working copy and open a new one; publishing it would undo that revision. Nothing was saved.';

const isOpenedFromCurrent = (
  { opened_from }: Pick<WorkingCopyRecord, 'opened_from'>,
  { current_revision }: StandardRecord,
): boolean => (opened_from?.id ?? null) === (current_revision?.id ?? null);

export const workingCopyPublishActions = ({
  connection,
  standards,
  workingCopies,
  revisions,
  revisionWriter,
  tags,
  assertWithinQuota,
  standardChanges,
}: StandardsService): Handlers<PublishContracts, WorkingCopyResources> => {
  /**
   * Null when the working copy or its standard changed before it was sealed.
   * @param loaded the standard as it was when the request began; null: another write has changed it since
   */
  async function attempt(
    params: PublishParams,
    ctx: RequestContext,
    loaded: StandardWithWorkingCopy | null,
  ): Promise<PublishResult | null> {
    const { id, baseVersion } = params;
    const current = await requireCurrent(workingCopies, id, baseVersion, loaded?.workingCopy);
    const { copy } = current;
    if (baseVersion !== undefined && baseVersion !== copy.version) {
      await rejectClosed(workingCopies, id, baseVersion);
      throw staleConflict(copy);
    }
    // Both were read at once, perhaps on both sides of another publication.
    if (loaded && !isOpenedFromCurrent(copy, loaded)) return null;
    const standard = loaded ?? (await standards.find(id));
    if (!standard) throw noWorkingCopyError();
    if (!isOpenedFromCurrent(copy, standard)) throw staleConflict(copy, NEW_REVISION_MESSAGE);
    return seal(params, current, standard, ctx);
  }

  async function seal(
    { id, summary, severity, tag_ids, baseVersion }: PublishParams,
    { copy, state }: OpenWorkingCopy,
    standard: StandardRecord,
    ctx: RequestContext,
  ): Promise<PublishResult | null> {
    const sealed = await revisionWriter.prepare({
      standard,
      outline: state.outline,
      severity,
      summary,
      tags: await resolveTags(tag_ids, standard.tags, tags),
      by: ctx.person,
      now: new Date(),
      draftOpenedAt: copy.opened_at,
    });
    // The versions of the working copy go.
    await assertWithinQuota(standard, sealed.content.bytes.length - (copy.bytes ?? 0), ctx);
    const published = await inTransaction(connection, async (session) => {
      if (!(await workingCopies.close(session, copy))) return null;
      if (!(await revisionWriter.seal(session, standard, sealed, 'current'))) {
        // The working copy must not be closed without a revision.
        await session.abortTransaction();
        return null;
      }
      await standardChanges.record(session, standard, 'standard_published', ctx);
      const { revision } = sealed;
      const current = { id: revision._id, code: revision.code };
      const details = {
        revision: current,
        version: copy.version,
        baseVersionSent: baseVersion !== undefined,
      };
      return ctx.finish(
        session,
        { resource: { type: 'standard', id }, details },
        {
          id,
          name: standard.name,
          revision: presentStandardRevision(revision, { current_revision: current }),
          content_hash: revision.content_hash,
          tags: revision.tags,
        },
      );
    });
    if (published && !ctx.isDryRun) revisions.keep(sealed.revision);
    return published;
  }

  return {
    'standards.publish': (params, ctx, standard) =>
      retryUntilSaved((attempts) => attempt(params, ctx, attempts === 0 ? standard : null), {
        attempts: MAX_ATTEMPTS,
        onConflict: () => lostRaceError(workingCopies, params.id),
      }),
  };
};
