/**
 * The stored form of the origins of a revision's clauses (`clause-origins.ts`), as short as possible: ids only, and
 * nothing for a clause that has the same id in the edition from which most clauses come. Pure.
 */
import type { OriginatingOutline, OriginRef } from './clause-origins.ts';

/** The origins of the clauses of a revision. */
export interface SealedOrigins {
  /** The editions that they are of. */
  editions: readonly string[];
  /** The origins of a clause. */
  of: (elementId: number) => readonly OriginRef[];
  /** The revision that gave a clause its words, by identity; absent where an edition did. */
  reworded: ReadonlyMap<number, number>;
}

interface PackedOrigins {
  /** The first is the one from which most clauses come. */
  editions: string[];
  /** The other clauses: an identity, then an edition by its place in the list and the identity of each origin. */
  clauses: number[][];
  /** Identities with the revisions that gave them their words. */
  reworded: [number, number][];
}

/** Each clause of an edition is its own origin. */
export const originsOfEdition = (adopted_revision_id: string): SealedOrigins => ({
  editions: [adopted_revision_id],
  of: (element_id) => [{ adopted_revision_id, element_id }],
  reworded: new Map(),
});

/** The origins of an outline that is not stored. */
export const toSealedOrigins = ({ origins, reworded }: OriginatingOutline): SealedOrigins => ({
  editions: [...new Set([...origins.values()].flat().map((one) => one.adopted_revision_id))],
  of: (elementId) => origins.get(elementId) ?? [],
  reworded,
});

/** The origins as JSON. */
export function packOrigins({ clauses, origins, reworded }: OriginatingOutline): string {
  const counts = new Map<string, number>();
  for (const { adopted_revision_id } of [...origins.values()].flat())
    counts.set(adopted_revision_id, (counts.get(adopted_revision_id) ?? 0) + 1);
  const editions = [...counts].sort(([, a], [, b]) => b - a).map(([edition]) => edition);
  const places = new Map(editions.map((edition, at) => [edition, at]));
  const packed: PackedOrigins = {
    editions,
    clauses: [...clauses.keys()].flatMap((id) => {
      const ofClause = origins.get(id) ?? [];
      const [only] = ofClause;
      const isPlain =
        ofClause.length === 1 && only?.element_id === id && places.get(only.adopted_revision_id) === 0;
      const pairs = ofClause.flatMap((one) => [places.get(one.adopted_revision_id) ?? 0, one.element_id]);
      return isPlain ? [] : [[id, ...pairs]];
    }),
    reworded: [...reworded],
  };
  return JSON.stringify(packed);
}

/** @param packed by `packOrigins` */
export function unpackOrigins(packed: string): SealedOrigins {
  const { editions, clauses, reworded }: PackedOrigins = JSON.parse(packed);
  const others = new Map(clauses.map(([id = 0, ...pairs]) => [id, pairs]));
  const [most] = editions;
  return {
    editions,
    of: (element_id) => {
      const pairs = others.get(element_id);
      if (!pairs) return most === undefined ? [] : [{ adopted_revision_id: most, element_id }];
      return pairs.flatMap((place, at) =>
        at % 2 === 0 ? { adopted_revision_id: editions[place] ?? '', element_id: pairs[at + 1] ?? 0 } : [],
      );
    },
    reworded: new Map(reworded),
  };
}
