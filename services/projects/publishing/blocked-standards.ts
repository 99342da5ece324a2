/**
 * The standards of a draft that are under a hold of either level, and the token with which a publication acknowledges
 * exactly these.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { blockedStandard } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { standardHoldActions } from '../../../shared/contracts/standards/holds.ts';
import { sha256 } from '../../../shared/hash.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type Manifest, type ManifestStandard, sortStandards } from '../revisions/manifest.ts';

export type BlockedStandard = Infer<typeof blockedStandard>;
type RevisionHolds = ResultOf<(typeof standardHoldActions)['standards.revisionHolds']>['revisions'][number];

/** The held standards of a draft in document order. */
export interface BlockedStandards {
  rows: BlockedStandard[];
  /** Derived from the project and these holds. */
  token: string;
}

const TOKEN_DIGITS = 12;

/** Loads the holds on the standards that a draft pins, without archived ones. */
export async function loadBlockedStandards(
  projectId: number,
  manifest: Manifest,
  ctx: RequestContext,
): Promise<BlockedStandards> {
  const pinned = sortStandards(manifest).filter(({ archived }) => !archived);
  if (pinned.length === 0) return blockStandards(projectId, [], []);
  const { revisions } = await ctx.call('standards.revisionHolds', {
    revision_ids: [...new Set(pinned.map(({ standard_revision }) => standard_revision.id))],
  });
  return blockStandards(projectId, pinned, revisions);
}

function blockStandards(
  projectId: number,
  pinned: readonly ManifestStandard[],
  revisions: readonly RevisionHolds[],
): BlockedStandards {
  const holdsOf = new Map(revisions.map((holds) => [holds.revision_id, holds]));
  const held = pinned.flatMap((standard) => {
    const holds = holdsOf.get(standard.standard_revision.id);
    return holds ? [{ standard, holds }] : [];
  });
  const parts = held.map(({ standard, holds }) => [
    standard.standard_id,
    standard.standard_revision.id,
    holds.fingerprint,
  ]);
  return {
    rows: held.map(({ standard, holds }) => presentBlocked(standard, holds)),
    token: sha256(JSON.stringify([projectId, parts])).slice(0, TOKEN_DIGITS),
  };
}

const presentBlocked = (
  { standard_id, name }: ManifestStandard,
  { scope, level, addresses, holds, acknowledgeable, upgrade_clears, replacement }: RevisionHolds,
): BlockedStandard => ({
  standardId: standard_id,
  name,
  holdingScope: scope,
  level,
  heldClauseCount: addresses.length,
  heldClauseAddresses: addresses,
  holds,
  acknowledgeable,
  fix: upgrade_clears ? 'upgrade' : 'remove_or_swap',
  replacement: replacement && {
    adoptedRevisionId: replacement.adopted_revision_id,
    revisionId: replacement.revision?.id ?? null,
    code: replacement.revision?.code ?? null,
  },
});
