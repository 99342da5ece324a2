/**
 * Finds the holds of a wiki page that apply to the clauses of an outline: a clause is held when one of its origins
 * is, or when it contains a held text. A hold of a whole edition reaches every clause with an origin in it.
 */
import type { ClausesById, OriginRef } from './clause-origins.ts';
import { findsTexts } from './find-held-texts.ts';
import type { HoldTerms } from './model.ts';
import type { SealedOrigins } from './packed-origins.ts';
import type { HeldInEdition, PageHoldIndex } from './page-hold-index.ts';

/** An outline to look up. */
interface OutlineWithOrigins {
  clauses: ClausesById;
  origins: SealedOrigins;
  /** An edition is not made by merging, so no text of it can contain a held one: only origins count. */
  isEdition: boolean;
}

/** A hold with the clauses that it reaches. */
interface ReachingHold {
  hold: HoldTerms;
  element_ids: number[];
  /** The origins of a clause that the hold reaches. */
  reachedOrigins: (elementId: number) => OriginRef[];
}

/** The holds in the order of the page; those that reach no clause are left out. */
export async function findReachingHolds(
  index: PageHoldIndex,
  { clauses, origins, isEdition }: OutlineWithOrigins,
): Promise<ReachingHold[]> {
  const heldIn = await index.heldIn([...origins.editions, ...index.namedEditions]);
  return index.holds.flatMap((hold) => {
    const isReached = hold.scope === 'clauses' ? isHeldIn(heldIn, hold) : isOfEdition(hold);
    const hasHeldText = isEdition ? () => false : findsTexts(textsOf(heldIn, hold));
    const element_ids = [...clauses.values()].flatMap(({ element_id, content }) =>
      origins.of(element_id).some(isReached) || hasHeldText(content) ? element_id : [],
    );
    const reachedOrigins = (id: number): OriginRef[] => origins.of(id).filter(isReached);
    return element_ids.length === 0 ? [] : [{ hold, element_ids, reachedOrigins }];
  });
}

const isOfEdition =
  (hold: HoldTerms) =>
  ({ adopted_revision_id }: OriginRef): boolean =>
    adopted_revision_id === hold.adopted_revision_id;

function isHeldIn(
  heldIn: ReadonlyMap<string, HeldInEdition>,
  { id }: HoldTerms,
): (origin: OriginRef) => boolean {
  const held = new Map(
    [...heldIn].map(([edition, byHold]) => [
      edition,
      new Set((byHold.get(id) ?? []).map(({ element_id }) => element_id)),
    ]),
  );
  return ({ adopted_revision_id, element_id }) => held.get(adopted_revision_id)?.has(element_id) ?? false;
}

const textsOf = (heldIn: ReadonlyMap<string, HeldInEdition>, { id }: HoldTerms): ReadonlySet<string> =>
  new Set(
    [...heldIn.values()].flatMap((byHold) => (byHold.get(id) ?? []).flatMap(({ content }) => content || [])),
  );
