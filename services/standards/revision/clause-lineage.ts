/**
 * Loads the origins of clauses (`../holds/clause-origins.ts`): those of a sealed revision, and those that a new
 * revision or a working copy inherits from the revision before it and from a merged source.
 */
import type { ClientSession } from 'mongoose';
import {
  type ClauseOrigin,
  type ClausesById,
  inheritOrigins,
  type OriginatingOutline,
  originatingEdition,
} from '../holds/clause-origins.ts';
import { originsOfEdition, type SealedOrigins } from '../holds/packed-origins.ts';
import type { StoredOrigins } from '../holds/repository.ts';
import type { SealedRevision } from './model.ts';
import type { SealedClauses } from './sealed-clauses.ts';

/** The ids of the revisions of which an outline is made. */
export interface AncestorIds {
  /** The revision before; undefined for the first. */
  previous: number | undefined;
  /** Copies: the revision of the source that is merged into it. */
  source: number | undefined;
}

const NO_ORIGINS: SealedOrigins = { editions: [], of: () => [], reworded: new Map() };

export class ClauseLineage {
  readonly #clauses: SealedClauses;
  readonly #stored: StoredOrigins;

  constructor(clauses: SealedClauses, stored: StoredOrigins) {
    this.#clauses = clauses;
    this.#stored = stored;
  }

  /** The origins of a sealed revision, as identities. */
  async find({ _id, wiki }: SealedRevision, session: ClientSession | null = null): Promise<SealedOrigins> {
    if (wiki) return originsOfEdition(wiki.adopted_revision_id);
    return (await this.#stored.find([_id], session)).get(_id) ?? NO_ORIGINS;
  }

  /** An outline with the origins that it takes from others. @param revisionId null: a working copy */
  async inherit(
    clauses: ClausesById,
    { previous, source }: AncestorIds,
    revisionId: number | null,
  ): Promise<OriginatingOutline> {
    const ancestors = { previous: await this.#load(previous), source: await this.#load(source) };
    return inheritOrigins(clauses, ancestors, revisionId);
  }

  async #load(id: number | undefined): Promise<OriginatingOutline | null> {
    const found = id === undefined ? null : await this.#clauses.ofRevision(id);
    if (!found) return null;
    const { revision, clauses } = found;
    if (revision.wiki) return originatingEdition(revision.wiki.adopted_revision_id, clauses);
    const { editions, of, reworded } = await this.find(revision);
    const words = await this.#clauses.ofEditions(editions);
    const withWords = (elementId: number): ClauseOrigin[] =>
      of(elementId).flatMap((origin) => {
        const clause = words.get(origin.adopted_revision_id)?.get(origin.element_id);
        return clause ? { ...origin, content: clause.content, toc_content: clause.toc_content } : [];
      });
    return { clauses, origins: new Map([...clauses.keys()].map((id) => [id, withWords(id)])), reworded };
  }
}
