/** Which revision of the standard an upgrade goes to, and whether the draft's pin goes with it (decisions D4, D7). */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { OpenDatasheet } from '../access.ts';

export type Line = Result<EndpointMap['standards.lines']>['standards'][number];
export type StandardRevision = Line['revisions'][number];
interface Ref {
  id: number;
  code: string;
}

/** A standard as a project works to it. */
export interface Place {
  projectId: number;
  standardId: number;
}

/** Where a datasheet stands. */
export const placeOf = ({ record }: OpenDatasheet): Place => ({ projectId: record.project_id, standardId: record.standard_id });

/**
 * The revisions the caller may bring datasheets to: what the project holds, and all for who reads the standard by its own scope (X11).
 * @throws NOT_FOUND when there is no such standard
 */
export async function readLine(call: Call, { projectId, standardId }: Place, pinned: Ref | null): Promise<Line> {
  const { revisions } = await call.call('projects.reaches', { standard_id: standardId, project_id: projectId });
  // The pin that the call has seen counts, though the draft that held it may have been closed meanwhile.
  const held_revision_ids = [...revisions, ...(pinned ? [pinned] : [])].map(({ id }) => id);
  const { standards } = await call.call('standards.lines', { standards: [{ standard_id: standardId, held_revision_ids }] });
  const line = standards.find((one) => one.standard_id === standardId);
  if (!line) throw notFound();
  return line;
}

/** The revision asked for, else the current one. @throws NOT_FOUND when it is unknown, another standard's or out of the caller's reach */
export function revisionIn({ revisions, current_revision_id }: Line, wanted: number | undefined): StandardRevision {
  const found = revisions.find(({ id }) => id === (wanted ?? current_revision_id));
  if (!found) throw notFound();
  return found;
}

export interface UpgradeTarget {
  revision: StandardRevision;
  /** The pin that moves along, because the target lies past it. */
  pins: { standard_id: number; standard_revision: Ref }[];
}

/**
 * The target of an upgrade: the one named, else the pin, else the latest. A target past the pin takes the pin with it; one before
 * it leaves the pin where it is.
 * @throws NOT_FOUND, REVISION_NOT_ELIGIBLE for a target that could not be pinned
 */
export async function chooseTarget(
  call: Call,
  place: Place,
  wanted: number | undefined,
  pinned: Ref | null,
): Promise<UpgradeTarget> {
  const line = await readLine(call, place, pinned);
  const revision = revisionIn(line, wanted ?? pinned?.id);
  if (pinned === null || revision.id === pinned.id) return { revision, pins: [] };
  if (!revision.eligible) {
    throw fail(
      'REVISION_NOT_ELIGIBLE',
      `Revision ${revision.code} cannot be worked to: it is not published, or its edition is revoked.`,
    );
  }
  const pin = revisionIn(line, pinned.id);
  const isPast = revision.ordinal > pin.ordinal;
  const ref = { id: revision.id, code: revision.code };
  return { revision, pins: isPast ? [{ standard_id: place.standardId, standard_revision: ref }] : [] };
}
