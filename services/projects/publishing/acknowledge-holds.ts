/**
 * Refuses to publish a project with standards under a moderation notice, unless the caller acknowledges exactly these
 * with the token that identifies them. Gives the acknowledgement that is recorded with the revision.
 */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { projectLifecycleEndpoints } from '../../../shared/contracts/projects/lifecycle.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { Acknowledgment } from '../revisions/model.ts';
import type { BlockedStandard, BlockedStandards } from './blocked-standards.ts';

type AcknowledgeHolds = NonNullable<
  ParamsOf<(typeof projectLifecycleEndpoints)['projects.publish']>['acknowledgeHolds']
>;

/**
 * What is recorded with the revision; nothing when no standard is under a notice.
 * @throws PROJECT_HOLDS_REVOKED_STANDARD with `blockedStandards` and `acknowledgmentToken`
 */
export function assertHoldsAcknowledged(
  { rows, token }: BlockedStandards,
  sent: AcknowledgeHolds | undefined,
  ctx: RequestContext,
): Acknowledgment[] {
  if (rows.length === 0) return [];
  const message = findRefusal(rows, token, sent);
  if (message !== null) {
    throw apiError('PROJECT_HOLDS_REVOKED_STANDARD', message, {
      metadata: { blockedStandards: rows, acknowledgmentToken: token },
    });
  }
  const { userId, displayName } = ctx.person;
  const at = new Date().toISOString();
  return rows.map(({ standardId, level }) => ({ standardId, level, by: { userId, name: displayName }, at }));
}

function findRefusal(
  rows: readonly BlockedStandard[],
  token: string,
  sent: AcknowledgeHolds | undefined,
): string | null {
  if (rows.some(({ acknowledgeable }) => !acknowledgeable))
    return 'The draft contains a standard whose wiki edition is withheld, which cannot be acknowledged. Upgrade it to the replacement, or remove or swap it.';
  if (!sent)
    return `The draft contains ${rows.length} standard(s) under a moderation notice. Upgrade, remove or swap them, or acknowledge them: send acknowledgeHolds with the token of metadata.acknowledgmentToken and the standards of metadata.blockedStandards.`;
  if (sent.token !== token)
    return 'The moderation notices are not those of this token. Read them again and acknowledge them with the new token.';
  if (!listsExactly(sent.standards, rows))
    return 'acknowledgeHolds must list exactly the standards under a moderation notice, as they are listed here.';
  return null;
}

/** Omitted members match. */
function listsExactly(sent: AcknowledgeHolds['standards'], rows: readonly BlockedStandard[]): boolean {
  const blocked = new Map(rows.map((row) => [row.standardId, row]));
  const isListed = ({ standardId, holdingScope, level, heldClauseCount }: (typeof sent)[number]): boolean => {
    const row = blocked.get(standardId);
    return (
      row !== undefined &&
      (holdingScope === undefined || holdingScope === row.holdingScope) &&
      (level === undefined || level === row.level) &&
      (heldClauseCount === undefined || heldClauseCount === row.heldClauseCount)
    );
  };
  return (
    sent.length === rows.length &&
    sent.every(isListed) &&
    new Set(sent.map(({ standardId }) => standardId)).size === rows.length
  );
}
