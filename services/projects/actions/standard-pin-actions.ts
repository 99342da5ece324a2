/**
 * Handlers that list the revisions to which the pins of a draft may move, preview moves with their datasheet
 * conflicts, and apply them.
 */
import { randomUUID } from 'node:crypto';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectStandardEndpoints } from '../../../shared/contracts/projects/project-standards.ts';
import { apiError, noOpenDraft, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { loadDraftManifest, type ProjectsResources } from '../access/load-project.ts';
import { draftChange } from '../drafts/draft-change.ts';
import type { DraftUpdateResult } from '../drafts/draft-transactions.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { Manifest, ManifestDatasheet } from '../revisions/manifest.ts';
import {
  findCurrentTarget,
  type PlannedPinChange,
  planPinChanges,
  rejectDuplicates,
} from '../standards/pin-rules.ts';
import { loadRevisionLists } from '../standards/revision-lists.ts';

type Contracts = Omit<typeof projectStandardEndpoints, 'projects.standards.add'>;
type ApplyResult = Pick<ResultOf<Contracts['projects.standardRevisions.apply']>, 'applied' | 'excluded'>;

export const standardPinActions = ({
  drafts,
  revisions,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.standardRevisionOptions'({ standardId }, ctx, project) {
    const { standards } = await loadDraftManifest(revisions, project);
    const selected = standards.filter(
      ({ standard_id }) => standardId === undefined || standard_id === standardId,
    );
    if (standardId !== undefined && selected.length === 0) throw notFound();
    const lists = await loadRevisionLists(
      revisions,
      project,
      selected.map(({ standard_id }) => standard_id),
      ctx,
    );
    const rows = selected.map((standard) => {
      const list = lists.get(standard.standard_id);
      const { to, reason } = findCurrentTarget(standard, list);
      return {
        standardId: standard.standard_id,
        name: standard.name,
        heldRevisionId: standard.standard_revision.id,
        heldRevisionCode: standard.standard_revision.code,
        revisions: (list?.revisions ?? [])
          .filter(({ eligible }) => eligible)
          .map(({ id, code }) => ({
            id,
            code,
            isHeld: id === standard.standard_revision.id,
            isCurrent: id === list?.current_revision_id,
          })),
        bringCurrentTo: to,
        excludedReason: reason,
      };
    });
    return { standards: rows, total: rows.length };
  },

  async 'projects.standardRevisions.preview'({ changes }, ctx, project) {
    rejectDuplicates(changes);
    const manifest = await loadDraftManifest(revisions, project);
    const lists = await loadRevisionLists(
      revisions,
      project,
      changes.map(({ standardId }) => standardId),
      ctx,
    );
    const moves = planPinChanges(manifest, changes, lists);
    const affected = moves.map((move) => findAffectedDatasheets(manifest, move));
    const conflicts = await findConflictingDatasheets(moves, affected, ctx);
    const rows = moves.map(({ pin, from, to }, index) => {
      const distance = to.ordinal - (from?.ordinal ?? to.ordinal);
      const direction: 'forward' | 'backward' = distance >= 0 ? 'forward' : 'backward';
      return {
        standardId: pin.standard_id,
        name: pin.name,
        fromRevisionCode: pin.standard_revision.code,
        toRevisionCode: to.code,
        direction,
        revisionsBetween: Math.max(0, Math.abs(distance) - 1),
        datasheetsAffected: affected[index]?.length ?? 0,
        datasheetsWithConflicts: (affected[index] ?? []).filter(({ revision_id }) =>
          conflicts.has(revision_id),
        ).length,
      };
    });
    const sum = (count: (row: (typeof rows)[number]) => number): number =>
      rows.reduce((total, row) => total + count(row), 0);
    return {
      standards: rows,
      aggregate: {
        standards: rows.length,
        datasheetsAffected: sum((row) => row.datasheetsAffected),
        datasheetsWithConflicts: sum((row) => row.datasheetsWithConflicts),
      },
    };
  },

  async 'projects.standardRevisions.apply'({ id, changes, rationale }, ctx, project) {
    rejectDuplicates(changes);
    const lists = await loadRevisionLists(
      revisions,
      project,
      changes.map(({ standardId }) => standardId),
      ctx,
    );
    const batchId = randomUUID();
    const toResult = ({ draft, result }: DraftUpdateResult<ApplyResult>) => ({
      batchId,
      projectRevisionId: draft.id,
      version: draft.version,
      ...result,
    });
    const outcome = await drafts.update({
      projectId: id,
      by: ctx.person,
      ifMatch: ctx.ifMatch,
      decide: ({ manifest }) => {
        const moves = planPinChanges(manifest, changes, lists);
        const effective = moves.filter(({ isNoop }) => !isNoop);
        if (effective.length === 0) {
          throw apiError('NOTHING_TO_CHANGE', 'The draft already pins all of these revisions.', {
            metadata: { excluded: moves.map(presentExcluded) },
          });
        }
        ctx.affects({
          datasheets: effective.flatMap((move) => findAffectedDatasheets(manifest, move)).length,
        });
        const pins = new Map(effective.map(({ pin, to }) => [pin.standard_id, { id: to.id, code: to.code }]));
        return {
          result: {
            applied: effective.map(presentApplied),
            excluded: moves.filter(({ isNoop }) => isNoop).map(presentExcluded),
          },
          manifest: {
            ...manifest,
            standards: manifest.standards.map((pin) => ({
              ...pin,
              standard_revision: pins.get(pin.standard_id) ?? pin.standard_revision,
            })),
          },
          changes: effective.map(({ pin }) =>
            draftChange('standard', pin.standard_id, pin.name, 'revision_changed'),
          ),
        };
      },
      beforeCommit: (session, changed) => {
        const { id: revisionId, version } = changed.draft;
        const details = {
          revision: { id: revisionId },
          version,
          batchId,
          ...changed.result,
          ...(rationale === undefined ? {} : { rationale }),
        };
        return ctx.finish(session, { resource: { type: 'project', id }, details }, toResult(changed));
      },
      closedError: () => noOpenDraft(403),
    });
    return toResult(outcome);
  },
});

/** The active datasheets of a standard that are not on the target. */
const findAffectedDatasheets = (
  { datasheets }: Manifest,
  { pin, to }: PlannedPinChange,
): ManifestDatasheet[] =>
  datasheets.filter(
    (sheet) =>
      !sheet.archived && sheet.standard_id === pin.standard_id && sheet.standard_revision_id !== to.id,
  );

/** The datasheet revisions whose upgrade to their target has a conflict. */
async function findConflictingDatasheets(
  moves: PlannedPinChange[],
  affected: ManifestDatasheet[][],
  ctx: RequestContext,
): Promise<Set<number>> {
  const upgrades = moves.flatMap(({ to }, index) =>
    (affected[index] ?? []).map(({ revision_id }) => ({ revision_id, to_standard_revision_id: to.id })),
  );
  if (upgrades.length === 0) return new Set();
  const { plans, failures } = await ctx.call('datasheets.planCounts', { moves: upgrades });
  const [failure] = failures;
  // A broken pointer must fail a preview, not shorten it.
  if (failure) throw new Error(`datasheet revision ${failure.revision_id} has no plan: ${failure.message}`);
  return new Set(
    plans.filter(({ conflictCount }) => conflictCount > 0).map(({ revision_id }) => revision_id),
  );
}

const presentApplied = ({ pin, to }: PlannedPinChange) => ({
  standardId: pin.standard_id,
  fromRevisionId: pin.standard_revision.id,
  fromRevisionCode: pin.standard_revision.code,
  toRevisionId: to.id,
  toRevisionCode: to.code,
});

const presentExcluded = ({ pin, to }: PlannedPinChange) => ({
  standardId: pin.standard_id,
  toStandardRevisionId: to.id,
  reason: 'already_held' as const,
});
