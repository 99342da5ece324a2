/**
 * Handler of the endpoint that saves a working copy: stores what `../working-copy/decide-save.ts` decides as the next
 * version by compare-and-set, and tries again after a concurrent save.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardEditEndpoints } from '../../../shared/contracts/standards/editing.ts';
import { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { assertKnownImages } from '../images/assert-known-images.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { WorkingCopyResources } from '../working-copy/access.ts';
import { assignIdentities } from '../working-copy/assign-identities.ts';
import { recordClauseEdits } from '../working-copy/clause-edits.ts';
import { lostRaceError, rejectClosed, requireCurrent } from '../working-copy/current-working-copy.ts';
import { decideSave, type SaveDecision } from '../working-copy/decide-save.ts';
import { presentMergedChanges } from '../working-copy/errors.ts';
import type { WorkingCopyRecord } from '../working-copy/model.ts';
import { presentWorkingCopy } from '../working-copy/present.ts';
import type { OpenWorkingCopy } from '../working-copy/repository.ts';
import { SealTokens } from '../working-copy/seal-tokens.ts';
import { readSubmission, type SaveParams, type Submission } from '../working-copy/submission.ts';
import { nextVersion, packVersion, VERSION_LIMIT } from '../working-copy/version-storage.ts';
import type { WorkingCopyHold } from '../working-copy/working-copy-holds.ts';
import type { WorkingCopyState } from '../working-copy/working-copy-state.ts';

type SaveContracts = Pick<typeof standardEditEndpoints, 'standards.workingCopy.save'>;
type SaveResult = ResultOf<SaveContracts['standards.workingCopy.save']>;

export const workingCopySaveActions = (
  service: StandardsService,
): Handlers<SaveContracts, WorkingCopyResources> => {
  const {
    connection,
    images,
    workingCopies,
    counters,
    reader,
    workingCopyHolds,
    assertWithinQuota,
    standardChanges,
  } = service;
  /** Saves of one standard in this process run one after another instead of conflicting. */
  const mutex = new KeyedMutex();

  /** Writes the new version with its audit entry; null when the working copy changed concurrently. */
  async function write(
    { copy, state: current }: OpenWorkingCopy,
    decision: SaveDecision,
    details: Record<string, unknown>,
    standard: StandardRecord,
    ctx: RequestContext,
  ): Promise<OpenWorkingCopy | null> {
    const initial = await workingCopies.loadInitialState(copy);
    const outline = await assignIdentities(counters, decision.outline);
    const number = copy.number + 1;
    const now = new Date();
    const by = ctx.person;
    const edits = recordClauseEdits({
      initial: initial.outline,
      before: current.outline,
      after: outline,
      edits: current.edits,
      by,
      at: now.toISOString(),
      number,
      oldestStoredVersion: number - VERSION_LIMIT,
    });
    const state: WorkingCopyState = { outline, edits };
    const version = nextVersion(copy.opened_version);
    const saved = { saved_by: by, saved_at: now };
    const next = packVersion(version, copy._id, number, state, current);
    await assertWithinQuota(standard, next.content.length, ctx);
    const isWritten = await inTransaction(connection, async (session) => {
      if (!(await workingCopies.advance(session, copy.version, next, saved))) return false;
      await standardChanges.record(session, standard, 'working_copy_changed', ctx);
      await ctx.audit(session, {
        resource: { type: 'standard', id: copy._id },
        details: { ...details, version },
      });
      return true;
    });
    if (!isWritten) return null;
    workingCopies.cacheVersion(next, state, copy.opened_version);
    return { copy: { ...copy, version, number, ...saved }, state };
  }

  /**
   * Null when the working copy changed before the save was written.
   * @param head of the working copy; undefined: it may have changed since the request began
   */
  async function attempt(
    params: SaveParams,
    submission: Submission,
    standard: StandardRecord,
    head: WorkingCopyRecord | null | undefined,
    ctx: RequestContext,
  ): Promise<SaveResult | null> {
    const { id, baseVersion, resolvedConflicts = [], conflictVersion } = params;
    const before = await requireCurrent(workingCopies, id, baseVersion, head);
    const { copy, state: current } = before;
    const isStale = baseVersion !== undefined && baseVersion !== copy.version;
    const [base, conflictState] = await Promise.all([
      isStale ? workingCopies.findVersionState(copy, baseVersion) : current,
      conflictVersion === undefined ? undefined : workingCopies.findVersionState(copy, conflictVersion),
    ]);
    if (base === null) await rejectClosed(workingCopies, id, baseVersion);
    await assertKnownImages(images, id, submission, current.outline);
    const { held } = await workingCopyHolds.find((base ?? current).outline, standard, copy);
    const decision = await decideSave({
      copy,
      current,
      base,
      isStale,
      submission,
      sealTokens: new SealTokens(copy, held),
      confirmReplace: params.confirmReplace,
      baseElements: params.baseElements,
      choices: resolvedConflicts,
      conflictState,
      follow: (task) => reader.follow(task, ctx),
    });
    const details = {
      mode: submission.mode,
      merged: decision.merged,
      baseVersionSent: baseVersion !== undefined,
      ...(decision.retired.length > 0 ? { retired: decision.retired } : {}),
      ...(resolvedConflicts.length > 0
        ? { resolvedConflicts, conflictVersion: conflictVersion ?? null }
        : {}),
    };
    let saved: OpenWorkingCopy | null = before;
    if (decision.changed) saved = await write(before, decision, details, standard, ctx);
    else if (resolvedConflicts.length > 0) {
      // Choices are recorded even when they change nothing.
      await ctx.audit(null, {
        resource: { type: 'standard', id },
        details: { ...details, version: copy.version },
      });
    } else ctx.markUnchanged();
    if (!saved) return null;
    const hold = await workingCopyHolds.find(saved.state.outline, standard, copy);
    return presentSave(saved, decision, { before, hold }, ctx);
  }

  return {
    async 'standards.workingCopy.save'(params, ctx, standard) {
      assertUniqueChoices(params.resolvedConflicts);
      const submission = await readSubmission(params, canUseMarkup(ctx), (text) =>
        reader.parse(text, ctx, 'standard'),
      );
      const onConflict = () => lostRaceError(workingCopies, params.id);
      return mutex.run(params.id, (waited) =>
        retryUntilSaved(
          (attempts) => {
            const head = waited || attempts > 0 ? undefined : standard.workingCopy;
            return attempt(params, submission, standard, head, ctx);
          },
          { onConflict },
        ),
      );
    },
  };
};

function presentSave(
  { copy, state }: OpenWorkingCopy,
  { merged, changes, warnings, identities }: SaveDecision,
  { before, hold }: { before: OpenWorkingCopy; hold: WorkingCopyHold },
  ctx: RequestContext,
): SaveResult {
  return {
    standard_id: copy._id,
    version: copy.version,
    element_count: state.outline.elements.length,
    field_count: state.outline.fields.length,
    warnings,
    ...(identities ? { identities } : {}),
    ...(merged
      ? {
          merged,
          mergedChanges: presentMergedChanges(before.copy, before.state, changes),
          workingCopy: presentWorkingCopy(copy, state, ctx.principal.channel === 'http', hold),
        }
      : {}),
  };
}

/** True for keys and MCP clients; false for browser sessions and the assistant. */
const canUseMarkup = ({ principal }: RequestContext): boolean =>
  principal.channel === 'mcp' ||
  (principal.channel !== 'assistant' && principal.kind === 'user' && principal.credential.type === 'key');

/** @throws VALIDATION_ERROR for two choices about one clause */
function assertUniqueChoices(choices: SaveParams['resolvedConflicts'] = []): void {
  const seen = new Set<number>();
  for (const [index, { elementId }] of choices.entries()) {
    if (seen.has(elementId)) {
      throw validationError([
        { path: `resolvedConflicts[${index}].elementId`, message: `Element ${elementId} is resolved twice.` },
      ]);
    }
    seen.add(elementId);
  }
}
