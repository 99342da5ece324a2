/** Changing which revisions of its standards a draft pins: options, preview, apply (document 3; decisions P8, P17). */
import { randomUUID } from 'node:crypto';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectStandardEndpoints } from '../../../shared/contracts/projects/project-standards.ts';
import { apiError, noOpenDraft, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { findPinnedRevisions } from '../access/pinned-revisions.ts';
import type { LoadedProject } from '../access/rules.ts';
import type { DraftUpdateResult } from '../drafts/repository.ts';
import type { Repositories } from '../repositories.ts';
import type { Manifest, ManifestDatasheet } from '../revisions/manifest.ts';
import {
  findCurrentTarget,
  type PinnableRevisionList,
  type PlannedPinChange,
  planPinChanges,
  rejectDuplicates,
} from './pin-rules.ts';

type Contracts = Omit<typeof projectStandardEndpoints, 'projects.standards.add'>;
type ApplyResult = Pick<ResultOf<Contracts['projects.standardRevisions.apply']>, 'applied' | 'excluded'>;

/** The handlers that show which revisions a pin may move to, preview the move and do it. */
export const standardPinActions = ({ drafts, revisions }: Repositories): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.standardRevisionOptions'({ standardId }, call, project) {
    const { standards } = await loadDraftManifest(revisions, project);
    const held = standards.filter(({ standard_id }) => standardId === undefined || standard_id === standardId);
    if (standardId !== undefined && held.length === 0) throw notFound();
    const lines = await loadRevisionLists(
      revisions,
      project,
      held.map(({ standard_id }) => standard_id),
      call,
    );
    const rows = held.map((standard) => {
      const line = lines.get(standard.standard_id);
      const { to, reason } = findCurrentTarget(standard, line);
      return {
        standardId: standard.standard_id,
        name: standard.name,
        heldRevisionId: standard.standard_revision.id,
        heldRevisionCode: standard.standard_revision.code,
        revisions: (line?.revisions ?? [])
          .filter(({ eligible }) => eligible)
          .map(({ id, code }) => ({
            id,
            code,
            isHeld: id === standard.standard_revision.id,
            isCurrent: id === line?.current_revision_id,
          })),
        bringCurrentTo: to,
        excludedReason: reason,
      };
    });
    return { standards: rows, total: rows.length };
  },

  async 'projects.standardRevisions.preview'({ changes }, call, project) {
    rejectDuplicates(changes);
    const manifest = await loadDraftManifest(revisions, project);
    const lines = await loadRevisionLists(
      revisions,
      project,
      changes.map(({ standardId }) => standardId),
      call,
    );
    const moves = planPinChanges(manifest, changes, lines);
    const affected = moves.map((move) => findAffectedDatasheets(manifest, move));
    const conflicts = await findConflictingDatasheets(moves, affected, call);
    const rows = moves.map(({ held, from, to }, index) => {
      const [before, after] = [from?.ordinal ?? to.ordinal, to.ordinal];
      const direction: 'forward' | 'backward' = after >= before ? 'forward' : 'backward';
      return {
        standardId: held.standard_id,
        name: held.name,
        fromRevisionCode: held.standard_revision.code,
        toRevisionCode: to.code,
        direction,
        revisionsBetween: Math.max(0, Math.abs(after - before) - 1),
        datasheetsAffected: affected[index]?.length ?? 0,
        datasheetsWithConflicts: (affected[index] ?? []).filter(({ revision_id }) => conflicts.has(revision_id)).length,
      };
    });
    const sum = (count: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + count(row), 0);
    return {
      standards: rows,
      aggregate: {
        standards: rows.length,
        datasheetsAffected: sum((row) => row.datasheetsAffected),
        datasheetsWithConflicts: sum((row) => row.datasheetsWithConflicts),
      },
    };
  },

  async 'projects.standardRevisions.apply'({ id, changes, rationale }, call, project) {
    rejectDuplicates(changes);
    const lines = await loadRevisionLists(
      revisions,
      project,
      changes.map(({ standardId }) => standardId),
      call,
    );
    const batchId = randomUUID();
    const answerOf = ({ draftId, version, result }: DraftUpdateResult<ApplyResult>) => ({
      batchId,
      projectRevisionId: draftId,
      version,
      ...result,
    });
    const outcome = await drafts.update(
      id,
      call.person,
      ({ manifest }) => {
        const moves = planPinChanges(manifest, changes, lines);
        const real = moves.filter(({ isNoop }) => !isNoop);
        if (real.length === 0) {
          throw apiError('NOTHING_TO_CHANGE', 'The draft already pins all of these revisions.', {
            metadata: { excluded: moves.map(presentExcluded) },
          });
        }
        const pins = new Map(real.map(({ held, to }) => [held.standard_id, { id: to.id, code: to.code }]));
        return {
          result: { applied: real.map(presentApplied), excluded: moves.filter(({ isNoop }) => isNoop).map(presentExcluded) },
          manifest: {
            ...manifest,
            standards: manifest.standards.map((held) => ({
              ...held,
              standard_revision: pins.get(held.standard_id) ?? held.standard_revision,
            })),
          },
          changes: real.map(({ held }) => ({
            kind: 'standard',
            subject: held.standard_id,
            name: held.name,
            action: 'revision_changed',
            count: 1,
          })),
        };
      },
      (session, changed) => {
        const { draftId, version, result } = changed;
        const revision = { id: draftId };
        const details = { revision, version, batchId, ...result, ...(rationale === undefined ? {} : { rationale }) };
        return call.finish(session, { resource: { type: 'project', id }, details }, answerOf(changed));
      },
      () => noOpenDraft(403),
    );
    return answerOf(outcome);
  },
});

async function loadDraftManifest(revisions: Repositories['revisions'], { head }: LoadedProject): Promise<Manifest> {
  const draft = head.draft_revision_id === null ? null : await revisions.find(head.draft_revision_id);
  if (!draft) throw noOpenDraft();
  return draft.manifest;
}

/** The revisions that the caller may move each standard to: what the project holds, and all for who reads the standard by its own scope (X11). */
async function loadRevisionLists(
  revisions: Repositories['revisions'],
  project: LoadedProject,
  ids: number[],
  call: Call,
): Promise<Map<number, PinnableRevisionList>> {
  if (ids.length === 0) return new Map();
  const held = await findPinnedRevisions(revisions, ids, new Map([[project.head._id, project.role]]), call);
  const asked = ids.map((standard_id) => ({
    standard_id,
    held_revision_ids: (held.get(standard_id) ?? []).map(({ id }) => id),
  }));
  const { standards } = await call.call('standards.lines', { standards: asked });
  return new Map(standards.map((line) => [line.standard_id, line]));
}

/** The active datasheets of a standard that are not on the target. */
const findAffectedDatasheets = ({ datasheets }: Manifest, { held, to }: PlannedPinChange): ManifestDatasheet[] =>
  datasheets.filter((sheet) => !sheet.archived && sheet.standard_id === held.standard_id && sheet.standard_revision_id !== to.id);

/** The datasheet revisions whose upgrade to their target has a conflict. */
async function findConflictingDatasheets(
  moves: PlannedPinChange[],
  affected: ManifestDatasheet[][],
  call: Call,
): Promise<Set<number>> {
  const asked = moves.flatMap(({ to }, index) =>
    (affected[index] ?? []).map(({ revision_id }) => ({ revision_id, to_standard_revision_id: to.id })),
  );
  if (asked.length === 0) return new Set();
  const { plans } = await call.call('datasheets.planCounts', { moves: asked });
  return new Set(plans.filter(({ conflictCount }) => conflictCount > 0).map(({ revision_id }) => revision_id));
}

const presentApplied = ({ held, to }: PlannedPinChange) => ({
  standardId: held.standard_id,
  fromRevisionId: held.standard_revision.id,
  fromRevisionCode: held.standard_revision.code,
  toRevisionId: to.id,
  toRevisionCode: to.code,
});

const presentExcluded = ({ held, to }: PlannedPinChange) => ({
  standardId: held.standard_id,
  toStandardRevisionId: to.id,
  reason: 'already_held' as const,
});
