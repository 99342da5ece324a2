/** Changing which revisions of its standards a draft pins: options, preview, apply (document 3; decisions P8, P17). */
import { randomUUID } from 'node:crypto';
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { projectsHoldings } from '../../../shared/contracts/projects/holdings.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { fail, noOpenDraft, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { heldRevisions } from '../access/held-revisions.ts';
import type { Resources } from '../access/open-project.ts';
import type { OpenProject } from '../access/rules.ts';
import type { Changed } from '../drafts/repository.ts';
import type { HeldDatasheet, Manifest } from '../revisions/manifest.ts';
import type { Stores } from '../stores.ts';
import { bringCurrent, type Line, type PlannedMove, planMoves, refuseDoubles } from './rules.ts';

type Contracts = Omit<typeof projectsHoldings, 'projects.standards.add'>;
type Moved = Pick<Result<Contracts['projects.standardRevisions.apply']>, 'applied' | 'excluded'>;

/** The handlers that show which revisions a pin may move to, preview the move and do it. */
export const revisionActions = ({ drafts, revisions }: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.standardRevisionOptions'({ standardId }, call, project) {
    const { standards } = await draftOf(revisions, project);
    const held = standards.filter(({ standard_id }) => standardId === undefined || standard_id === standardId);
    if (standardId !== undefined && held.length === 0) throw notFound();
    const lines = await linesOf(
      revisions,
      project,
      held.map(({ standard_id }) => standard_id),
      call,
    );
    const rows = held.map((standard) => {
      const line = lines.get(standard.standard_id);
      const { to, reason } = bringCurrent(standard, line);
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
    refuseDoubles(changes);
    const manifest = await draftOf(revisions, project);
    const lines = await linesOf(
      revisions,
      project,
      changes.map(({ standardId }) => standardId),
      call,
    );
    const moves = planMoves(manifest, changes, lines);
    const affected = moves.map((move) => sheetsBehind(manifest, move));
    const conflicts = await conflictsOf(moves, affected, call);
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
    refuseDoubles(changes);
    const lines = await linesOf(
      revisions,
      project,
      changes.map(({ standardId }) => standardId),
      call,
    );
    const batchId = randomUUID();
    const answerOf = ({ draftId, version, result }: Changed<Moved>) => ({
      batchId,
      projectRevisionId: draftId,
      version,
      ...result,
    });
    const outcome = await drafts.change(
      id,
      call.person,
      ({ manifest }) => {
        const moves = planMoves(manifest, changes, lines);
        const real = moves.filter(({ isNoop }) => !isNoop);
        if (real.length === 0) {
          throw fail('NOTHING_TO_CHANGE', 'The draft pins every one of these revisions already.', {
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
        return call.conclude(session, { resource: { type: 'project', id }, details }, answerOf(changed));
      },
      () => noOpenDraft(403),
    );
    return answerOf(outcome);
  },
});

async function draftOf(revisions: Stores['revisions'], { head }: OpenProject): Promise<Manifest> {
  const draft = head.draft_revision_id === null ? null : await revisions.full(head.draft_revision_id);
  if (!draft) throw noOpenDraft();
  return draft.manifest;
}

/** The revisions that the caller may move each standard to: what the project holds, and all for who reads the standard by its own scope (X11). */
async function linesOf(
  revisions: Stores['revisions'],
  project: OpenProject,
  ids: number[],
  call: Call,
): Promise<Map<number, Line>> {
  if (ids.length === 0) return new Map();
  const held = await heldRevisions(revisions, ids, new Map([[project.head._id, project.role]]), call);
  const asked = ids.map((standard_id) => ({
    standard_id,
    held_revision_ids: (held.get(standard_id) ?? []).map(({ id }) => id),
  }));
  const { standards } = await call.call('standards.lines', { standards: asked });
  return new Map(standards.map((line) => [line.standard_id, line]));
}

/** The active datasheets of a standard that are not on the target. */
const sheetsBehind = ({ datasheets }: Manifest, { held, to }: PlannedMove): HeldDatasheet[] =>
  datasheets.filter((sheet) => !sheet.archived && sheet.standard_id === held.standard_id && sheet.standard_revision_id !== to.id);

/** The datasheet revisions whose upgrade to their target has a conflict. */
async function conflictsOf(moves: PlannedMove[], affected: HeldDatasheet[][], call: Call): Promise<Set<number>> {
  const asked = moves.flatMap(({ to }, index) =>
    (affected[index] ?? []).map(({ revision_id }) => ({ revision_id, to_standard_revision_id: to.id })),
  );
  if (asked.length === 0) return new Set();
  const { plans } = await call.call('datasheets.planCounts', { moves: asked });
  return new Set(plans.filter(({ conflictCount }) => conflictCount > 0).map(({ revision_id }) => revision_id));
}

const presentApplied = ({ held, to }: PlannedMove) => ({
  standardId: held.standard_id,
  fromRevisionId: held.standard_revision.id,
  fromRevisionCode: held.standard_revision.code,
  toRevisionId: to.id,
  toRevisionCode: to.code,
});

const presentExcluded = ({ held, to }: PlannedMove) => ({
  standardId: held.standard_id,
  toStandardRevisionId: to.id,
  reason: 'already_held' as const,
});
