/**
 * Addresses of the clauses of an edition under a hold, and the writes that lift it from some of them (decisions W7,
 * W15).
 */
import type { RevocationWindowRecord } from '../holds/model.ts';
import type { DecisionDeps, DecisionState } from './decision.ts';

/** The held clauses among the open holds of an edition. No two holds have the same one. */
export const listHeldAddresses = (windows: readonly RevocationWindowRecord[]): string[] =>
  windows.flatMap(({ clauses }) => clauses.map(({ address }) => address));

/** Lifts the hold on these clauses; a window without clauses is closed. */
export async function liftClauses(
  { windows: store, matters }: DecisionDeps,
  { session, windows, now }: DecisionState,
  addresses: readonly string[],
): Promise<void> {
  for (const { _id, scope, clauses } of windows) {
    const rest = clauses.filter(({ address }) => !addresses.includes(address));
    if (scope === 'edition' || rest.length === clauses.length) continue;
    // A closed window keeps its last clauses, as a record of what it held.
    await store.change(session, _id, rest.length === 0 ? { closed_at: now } : { clauses: rest });
    await matters.resolve(session, _id, now, addresses);
  }
}
