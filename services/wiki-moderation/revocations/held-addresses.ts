/**
 * Addresses of the clauses of an edition under a hold, and the writes that lift it from some of them.
 */
import type { RevocationWindowRecord } from '../holds/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { DecisionState } from './decision.ts';

/** The clauses that these holds are on, each once. */
export const listHeldAddresses = (windows: readonly RevocationWindowRecord[]): string[] => [
  ...new Set(windows.flatMap(({ clauses }) => clauses.map(({ address }) => address))),
];

/** The holds on clauses without these clauses; those that hold none any more are left out. */
export const withoutClauses = (
  windows: readonly RevocationWindowRecord[],
  addresses: readonly string[],
): RevocationWindowRecord[] =>
  windows
    .filter(({ scope }) => scope === 'clauses')
    .map((window) => ({
      ...window,
      clauses: window.clauses.filter(({ address }) => !addresses.includes(address)),
    }))
    .filter(({ clauses }) => clauses.length > 0);

/** Lifts these holds from these clauses, and no other hold on them. A window without clauses is closed. */
export async function liftClauses(
  { windows: store, matters }: WikiService,
  { session, now }: DecisionState,
  windows: readonly RevocationWindowRecord[],
  addresses: readonly string[],
): Promise<void> {
  const rest = new Map(withoutClauses(windows, addresses).map(({ _id, clauses }) => [_id, clauses]));
  for (const { _id, scope, clauses } of windows) {
    const kept = rest.get(_id);
    if (scope === 'edition' || kept?.length === clauses.length) continue;
    // A closed window keeps its last clauses, as a record of what it held.
    await store.change(session, _id, kept ? { clauses: kept } : { closed_at: now });
    await matters.resolve(session, _id, now, addresses);
  }
}
