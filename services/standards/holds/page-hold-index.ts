/**
 * Index of the holds of a wiki page, by which the held clauses of any of its editions are found. A clause is held when
 * a hold names it, or when it has the same text as a named clause.
 */
import { clauseTextHashes } from '../../../shared/revisioning/outline/content-hash.ts';
import type { Element } from '../../../shared/revisioning/outline/outline.ts';
import { type ClausesById, hasSameWords } from './clause-origins.ts';
import type { HoldTerms, PageHold } from './model.ts';

/** Loads the clauses of editions; those that the library has no copy of are left out. */
type LoadEditions = (adoptedRevisionIds: readonly string[]) => Promise<ReadonlyMap<string, ClausesById>>;

/** The held clauses of one edition, by the hold. */
export type HeldInEdition = ReadonlyMap<string, readonly Element[]>;

export class PageHoldIndex {
  readonly holds: readonly HoldTerms[];
  readonly #ofClauses: readonly PageHold[];
  readonly #loadEditions: LoadEditions;
  /** By the hold; null where the library has no copy of the edition that it names. */
  #named: ReadonlyMap<string, readonly Element[] | null> | null = null;
  readonly #heldIn = new Map<string, HeldInEdition>();

  constructor(holds: readonly PageHold[], loadEditions: LoadEditions) {
    this.holds = holds.map(toHoldTerms);
    this.#ofClauses = holds.filter(({ scope }) => scope === 'clauses');
    this.#loadEditions = loadEditions;
  }

  /** The editions of which holds name clauses. */
  get namedEditions(): string[] {
    return [...new Set(this.#ofClauses.map(({ adopted_revision_id }) => adopted_revision_id))];
  }

  /** The clauses of some editions that holds on clauses hold. */
  async heldIn(editions: Iterable<string>): Promise<ReadonlyMap<string, HeldInEdition>> {
    if (this.#ofClauses.length === 0) return NONE;
    this.#named ??= await this.#loadNamed();
    const named = this.#named;
    const wanted = [...new Set(editions)];
    const missing = wanted.filter((edition) => !this.#heldIn.has(edition));
    const loaded: ReadonlyMap<string, ClausesById> =
      missing.length === 0 ? NONE : await this.#loadEditions(missing);
    for (const edition of missing) {
      const clauses = loaded.get(edition) ?? new Map<number, Element>();
      const held = this.#ofClauses.map(
        (hold) => [hold.id, findHeld(hold, edition, clauses, named.get(hold.id) ?? null)] as const,
      );
      this.#heldIn.set(edition, new Map(held));
    }
    return new Map(wanted.map((edition) => [edition, this.#heldIn.get(edition) ?? NONE]));
  }

  async #loadNamed(): Promise<ReadonlyMap<string, readonly Element[] | null>> {
    const editions = await this.#loadEditions(this.namedEditions);
    return new Map(
      this.#ofClauses.map(({ id, adopted_revision_id, addresses }) => {
        const clauses = editions.get(adopted_revision_id);
        return [id, clauses ? atAddresses(clauses, addresses) : null];
      }),
    );
  }
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

const atAddresses = (clauses: ClausesById, addresses: readonly string[]): Element[] => {
  const named = new Set(addresses);
  return [...clauses.values()].filter(({ address }) => named.has(address));
};

/**
 * The clauses of an edition that a hold on clauses holds: the named ones, and those with the same text: one at any
 * place and under any heading, a bare heading only as itself.
 * @param named null where the library has no copy of the edition that names them, and the hashes alone tell their words
 */
function findHeld(
  { adopted_revision_id, addresses, text_hashes = [] }: PageHold,
  edition: string,
  clauses: ClausesById,
  named: readonly Element[] | null,
): readonly Element[] {
  if (named === null) {
    const [hashes, places] = [new Set(text_hashes), new Set(addresses)];
    return [...clauses.values()].filter(
      (one) =>
        clauseTextHashes(one).some((hash) => hashes.has(hash)) &&
        (one.content !== '' || places.has(one.address)),
    );
  }
  const byId = new Map(named.map((one) => [one.element_id, one]));
  const texts = new Set(named.flatMap(({ content }) => content || []));
  return [...clauses.values()].filter((one) => {
    const sameClause = byId.get(one.element_id);
    if (sameClause && edition === adopted_revision_id) return true;
    return one.content === '' ? sameClause && hasSameWords(sameClause, one) : texts.has(one.content);
  });
}

const toHoldTerms = ({
  addresses: _,
  text_hashes: __,
  level2_at,
  notice_at,
  ...members
}: PageHold): HoldTerms => ({
  ...members,
  level2_at: level2_at === null ? null : new Date(level2_at),
  notice_at: new Date(notice_at),
});
