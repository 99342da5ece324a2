/**
 * Changes of one moderation matter: another level (`changeLevel`), or fewer clauses under its hold (`narrowScope`). The
 * holds of other matters stay as they are.
 */

import { randomUUID } from 'node:crypto';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { computeDeadlines } from '../holds/deadlines.ts';
import type { HeldClause, HoldLevel, HoldRecord } from '../holds/model.ts';
import type { ModerationScope } from '../moderation-log/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { PageRecord } from '../pages/model.ts';
import type { DecisionState } from './decision.ts';
import { liftClauses, listHeldAddresses, pickClauses } from './held-clauses.ts';
import { restoreEdition } from './restore-edition.ts';

/**
 * Sets the level in effect.
 * @param holds the open ones of the matter
 * @returns them after the change, and the scope for the log; null when every one has that level already
 */
export async function changeLevel(
  { holds: store }: WikiService,
  { session, now }: DecisionState,
  holds: readonly HoldRecord[],
  level: HoldLevel,
): Promise<{ holds: HoldRecord[]; scope: ModerationScope } | null> {
  const other = holds.filter((hold) => computeDeadlines(hold, now).level !== level);
  if (other.length === 0) return null;
  const changed = new Map<string, HoldRecord>();
  for (const { _id } of other)
    changed.set(_id, await store.change(session, _id, { level, level_since: now }));
  const isWhole = other.some(({ scope }) => scope === 'edition');
  return {
    holds: holds.map((hold) => changed.get(hold._id) ?? hold),
    scope: isWhole ? { kind: 'edition' } : { kind: 'clauses', addresses: listHeldAddresses(other) },
  };
}

interface NarrowingState extends DecisionState {
  /** The open ones of the matter. */
  matterHolds: readonly HoldRecord[];
  /** All clauses of the edition. */
  clauses: ReadonlyMap<string, HeldClause>;
  /** For the rows of clauses that stay held. */
  matterIds: readonly number[];
}

/**
 * Keeps these clauses held by the matter and lifts it from the rest.
 * @returns the remaining scope for the log, and the page where it has changed; null when nothing would be lifted
 * @throws VALIDATION_ERROR for an address that it does not hold
 */
export async function narrowScope(
  service: WikiService,
  state: NarrowingState,
  addresses: readonly string[],
): Promise<{ scope: ModerationScope; page: PageRecord | null } | null> {
  const { matterHolds } = state;
  const whole = matterHolds.find(({ scope }) => scope === 'edition');
  if (whole) return narrowToClauses(service, state, whole, addresses);
  const held = new Map(
    matterHolds.flatMap(({ clauses }) => clauses).map((clause) => [clause.address, clause]),
  );
  const kept = pickClauses(held, addresses, 'is not held. The scope of a revocation only shrinks.');
  const keptAddresses = kept.map(({ address }) => address);
  const lifted = [...held.keys()].filter((address) => !keptAddresses.includes(address));
  if (lifted.length === 0) return null;
  await liftClauses(service, state, matterHolds, lifted);
  return { scope: { kind: 'clauses', addresses: keptAddresses }, page: null };
}

/** Restores a revoked edition except some clauses, which keep matter, reason, level and notice of its revocation. */
async function narrowToClauses(
  service: WikiService,
  state: NarrowingState,
  whole: HoldRecord,
  addresses: readonly string[],
): Promise<{ scope: ModerationScope; page: PageRecord }> {
  const { session, matterHolds, clauses, matterIds, now } = state;
  const kept = pickClauses(clauses, addresses, 'is not an address of the edition.');
  const keptAddresses = kept.map(({ address }) => address);
  // Clauses that the same matter holds singly keep the stricter of the two holds.
  const { level2_at: withheldFrom } = computeDeadlines(whole, now);
  const stricter = matterHolds.filter((hold) => {
    const deadlines = computeDeadlines(hold, now);
    return hold.scope === 'clauses' && (withholdsText(deadlines) || deadlines.level2_at <= withheldFrom);
  });
  const heldStrictly = new Set(listHeldAddresses(stricter));
  const taken = kept.filter(({ address }) => !heldStrictly.has(address));
  const singly = listHeldAddresses(matterHolds);
  const lifted = singly.filter((address) => !keptAddresses.includes(address) || !heldStrictly.has(address));
  await liftClauses(service, state, matterHolds, lifted);
  const page = await restoreEdition(service, state, whole);
  if (taken.length > 0) {
    const rest: HoldRecord = {
      ...whole,
      _id: randomUUID(),
      scope: 'clauses',
      clauses: taken,
      closed_at: null,
    };
    await service.holds.insert(session, rest);
    await service.matters.open(session, rest, matterIds);
  }
  return { scope: { kind: 'clauses', addresses: keptAddresses }, page };
}
