/** Which revision of the standard an upgrade goes to, and whether the draft's pin goes with it (decisions D4, D7). */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { LoadedDatasheet } from '../access.ts';

export type TargetRevisionList = ResultOf<EndpointMap['standards.lines']>['standards'][number];
export type TargetRevision = TargetRevisionList['revisions'][number];
interface RevisionRef {
  id: number;
  code: string;
}

/** A standard as a project works to it. */
export interface ProjectStandard {
  projectId: number;
  standardId: number;
}

/** Where a datasheet stands. */
export const projectStandardOf = ({ record }: LoadedDatasheet): ProjectStandard => ({
  projectId: record.project_id,
  standardId: record.standard_id,
});

/**
 * The revisions the caller may bring datasheets to: what the project holds, and all for who reads the standard by its own scope (X11).
 * @throws NOT_FOUND when there is no such standard
 */
export async function loadTargetRevisions(
  call: Call,
  { projectId, standardId }: ProjectStandard,
  pinned: RevisionRef | null,
): Promise<TargetRevisionList> {
  const { revisions } = await call.call('projects.reaches', { standard_id: standardId, project_id: projectId });
  // The pin that the call has seen counts, though the draft that held it may have been closed meanwhile.
  const held_revision_ids = [...revisions, ...(pinned ? [pinned] : [])].map(({ id }) => id);
  const { standards } = await call.call('standards.lines', { standards: [{ standard_id: standardId, held_revision_ids }] });
  const line = standards.find((one) => one.standard_id === standardId);
  if (!line) throw notFound();
  return line;
}

/** The revision asked for, else the current one. @throws NOT_FOUND when it is unknown, another standard's or out of the caller's reach */
export function requireTargetRevision(
  { revisions, current_revision_id }: TargetRevisionList,
  wanted: number | undefined,
): TargetRevision {
  const found = revisions.find(({ id }) => id === (wanted ?? current_revision_id));
  if (!found) throw notFound();
  return found;
}

export interface UpgradeTarget {
  revision: TargetRevision;
  /** The pin that moves along, because the target lies past it. */
  pins: { standard_id: number; standard_revision: RevisionRef }[];
}

/**
 * The target of an upgrade: the one named, else the pin, else the latest. A target past the pin takes the pin with it; one before
 * it leaves the pin where it is.
 * @throws NOT_FOUND, REVISION_NOT_ELIGIBLE for a target that could not be pinned
 */
export async function chooseTarget(
  call: Call,
  place: ProjectStandard,
  wanted: number | undefined,
  pinned: RevisionRef | null,
): Promise<UpgradeTarget> {
  const line = await loadTargetRevisions(call, place, pinned);
  const revision = requireTargetRevision(line, wanted ?? pinned?.id);
  if (pinned === null || revision.id === pinned.id) return { revision, pins: [] };
  if (!revision.eligible) {
    throw apiError(
      'REVISION_NOT_ELIGIBLE',
      `Revision ${revision.code} cannot be used: it is not published, or its edition has been revoked.`,
    );
  }
  const pin = requireTargetRevision(line, pinned.id);
  const isPast = revision.ordinal > pin.ordinal;
  const ref = { id: revision.id, code: revision.code };
  return { revision, pins: isPast ? [{ standard_id: place.standardId, standard_revision: ref }] : [] };
}
