/**
 * The clauses of an edition by address, the addresses that given holds are on, and the writes that lift a hold from
 * some of its clauses.
 */
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { compareAddresses } from '../../../shared/revisioning/outline/address.ts';
import { hashClauseText } from '../../../shared/revisioning/outline/content-hash.ts';
import { parseEditionContent } from '../adoption/edition-content.ts';
import type { HeldClause, HoldRecord } from '../holds/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { Pages } from '../pages/repository.ts';
import type { DecisionState } from './decision.ts';

/** The clauses of an edition by address. The text never changes, so it is read outside the transaction. */
export async function loadClauses(pages: Pages, editionId: string): Promise<Map<string, HeldClause>> {
  const { elements } = parseEditionContent(await pages.loadText(editionId));
  return new Map(
    elements.map((element) => [
      element.address,
      { address: element.address, text_hash: hashClauseText(element) },
    ]),
  );
}

/**
 * The clauses with these addresses, each once, in outline order.
 * @throws VALIDATION_ERROR naming each address that is missing
 */
export function pickClauses(
  clauses: ReadonlyMap<string, HeldClause>,
  addresses: readonly string[],
  missing: string,
): HeldClause[] {
  const unknown = addresses.flatMap((address, place) =>
    clauses.has(address) ? [] : [{ path: `element_addresses[${place}]`, message: `${address} ${missing}` }],
  );
  if (unknown.length > 0) throw validationError(unknown);
  return [...new Set(addresses)]
    .flatMap((address) => clauses.get(address) ?? [])
    .toSorted((a, b) => compareAddresses(a.address, b.address));
}

/** The clauses that these holds are on, each once. */
export const listHeldAddresses = (holds: readonly HoldRecord[]): string[] => [
  ...new Set(holds.flatMap(({ clauses }) => clauses.map(({ address }) => address))),
];

/** The holds on clauses, without these clauses; holds that become empty are left out. */
export const withoutClauses = (holds: readonly HoldRecord[], addresses: readonly string[]): HoldRecord[] =>
  holds
    .filter(({ scope }) => scope === 'clauses')
    .map((hold) => ({
      ...hold,
      clauses: hold.clauses.filter(({ address }) => !addresses.includes(address)),
    }))
    .filter(({ clauses }) => clauses.length > 0);

/** Lifts only these holds from these clauses. A hold that becomes empty is closed. */
export async function liftClauses(
  { holds: store, matters }: WikiService,
  { session, now }: DecisionState,
  holds: readonly HoldRecord[],
  addresses: readonly string[],
): Promise<void> {
  const rest = new Map(withoutClauses(holds, addresses).map(({ _id, clauses }) => [_id, clauses]));
  for (const { _id, scope, clauses } of holds) {
    const kept = rest.get(_id);
    if (scope === 'edition' || kept?.length === clauses.length) continue;
    // A closed hold keeps its last clauses, as a record of what it held.
    await store.change(session, _id, kept ? { clauses: kept } : { closed_at: now });
    await matters.resolve(session, _id, now, addresses);
  }
}
