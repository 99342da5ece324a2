/** Lookup of the clauses of an edition that a request names by address. */
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { compareAddresses } from '../../../shared/revisioning/outline/address.ts';
import { hashClauseText } from '../../../shared/revisioning/outline/content-hash.ts';
import { parseEditionContent } from '../adoption/edition-content.ts';
import type { HeldClause } from '../holds/model.ts';
import type { Pages } from '../pages/repository.ts';

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
