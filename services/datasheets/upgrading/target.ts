/** Which revision of the standard an upgrade goes to, and whether the draft's pin goes with it (decisions D4, D7). */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';

export type StandardRevision = Result<EndpointMap['standards.revisionHeads']>['revisions'][number];
interface Ref {
  id: number;
  code: string;
}

/** The revision asked for. @throws NOT_FOUND when it is unknown or another standard's */
export async function findRevision(call: Call, standardId: number, revisionId: number): Promise<StandardRevision> {
  const { revisions } = await call.call('standards.revisionHeads', { revision_ids: [revisionId] });
  const found = revisions.find((one) => one.id === revisionId);
  if (!found || found.standard_id !== standardId) throw notFound();
  return found;
}

/** The standard's current revision. @throws NOT_FOUND when it has none */
export async function findLatest(call: Call, standardId: number): Promise<StandardRevision> {
  const { standards } = await call.call('standards.lines', { standard_ids: [standardId] });
  const line = standards.find((one) => one.standard_id === standardId);
  const latest = line?.revisions.find((one) => one.id === line.current_revision_id);
  if (!latest) throw notFound();
  return latest;
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
  standardId: number,
  wanted: number | undefined,
  pinned: Ref | null,
): Promise<UpgradeTarget> {
  const wantedId = wanted ?? pinned?.id;
  const revision = wantedId === undefined ? await findLatest(call, standardId) : await findRevision(call, standardId, wantedId);
  if (pinned === null || revision.id === pinned.id) return { revision, pins: [] };
  if (!revision.eligible) {
    throw fail(
      'REVISION_NOT_ELIGIBLE',
      `Revision ${revision.code} cannot be worked to: it is not published, or its edition is revoked.`,
    );
  }
  const pin = await findRevision(call, standardId, pinned.id);
  const isPast = revision.ordinal > pin.ordinal;
  const ref = { id: revision.id, code: revision.code };
  return { revision, pins: isPast ? [{ standard_id: standardId, standard_revision: ref }] : [] };
}
