/**
 * Changes of an open revocation: its level, and a scope with fewer clauses, or with some clauses instead of the
 * whole edition (decisions W5, W7, W15).
 */
import { randomUUID } from 'node:crypto';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { computeDeadlines } from '../holds/deadlines.ts';
import type { HeldClause, HoldLevel, RevocationWindowRecord } from '../holds/model.ts';
import type { ModerationScope } from '../moderation-log/model.ts';
import type { PageRecord } from '../pages/model.ts';
import type { DecisionDeps, DecisionState } from './decision.ts';
import { pickClauses } from './edition-clauses.ts';
import { reviveEdition } from './edition-state.ts';
import { liftClauses, listHeldAddresses } from './held-addresses.ts';

/**
 * The windows that a change is about: the revocation of the edition, else all holds on its clauses.
 * @throws HOLDS_DIFFER for holds of several reasons: a decision on one would release the others
 */
function changedWindows(windows: readonly RevocationWindowRecord[]): RevocationWindowRecord[] {
  const ofEdition = windows.filter(({ scope }) => scope === 'edition');
  if (ofEdition.length > 0) return ofEdition;
  if (new Set(windows.map(({ reason_code }) => reason_code)).size > 1)
    throw apiError(
      'HOLDS_DIFFER',
      'The holds on clauses of this edition have different reasons. Restore single clauses, or hold them anew.',
    );
  return [...windows];
}

/** Sets the level in effect. @returns the scope for the log; null when every window has that level already */
export async function changeLevel(
  { windows: store }: DecisionDeps,
  { session, windows, now }: DecisionState,
  level: HoldLevel,
): Promise<ModerationScope | null> {
  const other = changedWindows(windows).filter((window) => computeDeadlines(window, now).level !== level);
  for (const { _id } of other) await store.change(session, _id, { level, level_since: now });
  if (other.length === 0) return null;
  const addresses = listHeldAddresses(other);
  return addresses.length === 0 ? { kind: 'edition' } : { kind: 'clauses', addresses };
}

interface NarrowingState extends DecisionState {
  /** All clauses of the edition. */
  clauses: ReadonlyMap<string, HeldClause>;
  /** For the matters of clauses that stay held. */
  matterIds: readonly number[];
}

/**
 * Keeps these clauses held and lifts the rest.
 * @returns the remaining scope for the log, and the page where it has changed; null when nothing would be lifted
 * @throws VALIDATION_ERROR for an address that is not held, HOLDS_DIFFER
 */
export async function narrowScope(
  deps: DecisionDeps,
  state: NarrowingState,
  addresses: readonly string[],
): Promise<{ scope: ModerationScope; page: PageRecord | null } | null> {
  const [window] = changedWindows(state.windows);
  if (window?.scope === 'edition') return narrowToClauses(deps, state, window, addresses);
  const held = new Map(
    state.windows.flatMap(({ clauses }) => clauses).map((clause) => [clause.address, clause]),
  );
  const kept = pickClauses(held, addresses, 'is not held. The scope of a revocation only shrinks.');
  const keptAddresses = kept.map(({ address }) => address);
  const lifted = [...held.keys()].filter((address) => !keptAddresses.includes(address));
  if (lifted.length === 0) return null;
  await liftClauses(deps, state, lifted);
  return { scope: { kind: 'clauses', addresses: keptAddresses }, page: null };
}

/** Restores a revoked edition but for some clauses, which keep reason, level and notice of its revocation. */
async function narrowToClauses(
  deps: DecisionDeps,
  state: NarrowingState,
  window: RevocationWindowRecord,
  addresses: readonly string[],
): Promise<{ scope: ModerationScope; page: PageRecord }> {
  const { session, clauses, matterIds, windows, now } = state;
  const named = pickClauses(clauses, addresses, 'is not an address of the edition.');
  // The level may have been changed by this very decision.
  const current =
    (await deps.windows.listOpen(window.page_id, session)).find(({ _id }) => _id === window._id) ?? window;
  // A clause with a hold of its own keeps that one unless it is the milder of the two.
  const { level2_at: withheldFrom } = computeDeadlines(current, now);
  const stricter = windows.filter((each) => {
    const { level, level2_at } = computeDeadlines(each, now);
    return level === 2 || level2_at <= withheldFrom;
  });
  const heldAnyway = new Set(listHeldAddresses(stricter));
  const kept = named.filter(({ address }) => !heldAnyway.has(address));
  await liftClauses(
    deps,
    state,
    kept.map(({ address }) => address),
  );
  const page = await reviveEdition(deps, state, window);
  if (kept.length > 0) {
    const rest: RevocationWindowRecord = {
      ...current,
      _id: randomUUID(),
      scope: 'clauses',
      clauses: kept,
      closed_at: null,
    };
    await deps.windows.insert(session, rest);
    await deps.matters.open(session, rest, matterIds);
  }
  return { scope: { kind: 'clauses', addresses: named.map(({ address }) => address) }, page };
}
