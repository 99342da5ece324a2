/**
 * Looks up the holds that apply to a revision or a working copy, from the origins of its clauses and the holds of its
 * wiki page.
 */
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { type ClausesById, hasSameWords, indexById, type OriginRef } from '../holds/clause-origins.ts';
import { findReachingHolds } from '../holds/find-reaching-holds.ts';
import type { Divergence, HoldTerms, PageHoldsRecord, RevisionHold } from '../holds/model.ts';
import { type SealedOrigins, toSealedOrigins } from '../holds/packed-origins.ts';
import { PageHoldIndex } from '../holds/page-hold-index.ts';
import type { PageHolds } from '../holds/repository.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { AncestorIds, ClauseLineage } from './clause-lineage.ts';
import type { SealedRevision } from './model.ts';
import type { SealedClauses } from './sealed-clauses.ts';

/** The members of a standard that tell whether holds may reach it: without a page or a version of its holds none does. */
export type StandardHead = Pick<StandardRecord, '_id' | 'page_id' | 'holds_version'>;

interface Deps {
  pageHolds: PageHolds;
  clauses: SealedClauses;
  lineage: ClauseLineage;
}

const MAX_PAGES = 1_000;

export class RevisionHolds {
  readonly #deps: Deps;
  readonly #indexes = new LRUCache<string, { changes: number; index: PageHoldIndex }>({ max: MAX_PAGES });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The holds of the page of a standard, in effect; none for one without a page. @param standard its head as read now */
  async holdsOfPage(standard: StandardHead): Promise<readonly HoldTerms[]> {
    return (await this.#indexOfPageHolds(standard))?.holds ?? [];
  }

  /** The holds that reach a sealed revision. @param standard its head as read now */
  async ofRevision(revision: SealedRevision, standard: StandardHead): Promise<RevisionHold[]> {
    const index = await this.#indexOfPageHolds(standard);
    return index ? this.ofRevisionUnder(index, revision) : [];
  }

  /** The holds that reach a sealed revision, as a transaction sees them. @param standard its head as read in that */
  async ofRevisionIn(
    session: ClientSession,
    revision: SealedRevision,
    { page_id, holds_version }: StandardHead,
  ): Promise<RevisionHold[]> {
    if (page_id === undefined || holds_version === undefined) return [];
    const record = await this.#deps.pageHolds.findById(page_id, session);
    return record ? this.ofRevisionUnder(this.openPageHoldIndex(record, session), revision, session) : [];
  }

  /** An index of the holds of a page that a transaction has written, to look several revisions up. */
  openPageHoldIndex({ holds }: PageHoldsRecord, session: ClientSession | null): PageHoldIndex {
    return new PageHoldIndex(holds, (editions) => this.#deps.clauses.ofEditions(editions, session));
  }

  /** The holds that reach an outline which is made of some revisions. @param standard its head as read now */
  async ofOutline(
    { elements }: Outline,
    ancestors: AncestorIds,
    standard: StandardHead,
  ): Promise<RevisionHold[]> {
    const index = await this.#indexOfPageHolds(standard);
    if (!index) return [];
    const clauses = indexById(elements);
    const origins = toSealedOrigins(await this.#deps.lineage.inherit(clauses, ancestors, null));
    return this.#derive(clauses, origins, { isEdition: false }, index, null);
  }

  async #indexOfPageHolds({ page_id, holds_version }: StandardHead): Promise<PageHoldIndex | null> {
    if (page_id === undefined || holds_version === undefined) return null;
    const cached = this.#indexes.get(page_id);
    if (cached && cached.changes >= holds_version) return cached.index;
    const record = await this.#deps.pageHolds.findById(page_id);
    if (!record || record.changes < holds_version)
      throw new Error(`the holds of page ${page_id} are older than ${holds_version}`);
    const index = this.openPageHoldIndex(record, null);
    this.#indexes.set(page_id, { changes: record.changes, index });
    return index;
  }

  /** The holds of the page in this index that reach a sealed revision. */
  async ofRevisionUnder(
    index: PageHoldIndex,
    revision: SealedRevision,
    session: ClientSession | null = null,
  ): Promise<RevisionHold[]> {
    const { clauses, lineage } = this.#deps;
    const origins = await lineage.find(revision, session);
    const isEdition = revision.wiki !== undefined;
    return this.#derive(
      await clauses.ofContent(revision.content_id, session),
      origins,
      { isEdition },
      index,
      session,
    );
  }

  async #derive(
    clauses: ClausesById,
    origins: SealedOrigins,
    { isEdition }: { isEdition: boolean },
    index: PageHoldIndex,
    session: ClientSession | null,
  ): Promise<RevisionHold[]> {
    const reaching = await findReachingHolds(index, { clauses, origins, isEdition });
    const holds: RevisionHold[] = [];
    for (const { hold, element_ids, reachedOrigins } of reaching) {
      const reworded = element_ids.flatMap((element_id) => {
        const revision_id = origins.reworded.get(element_id);
        const from = reachedOrigins(element_id);
        return revision_id === undefined || from.length === 0 ? [] : { element_id, revision_id, from };
      });
      holds.push({
        ...hold,
        element_ids,
        divergences: await this.#findDivergences(reworded, clauses, session),
      });
    }
    return holds;
  }

  /** The divergences of those clauses that do not say the words of their origins. */
  async #findDivergences(
    reworded: readonly { element_id: number; revision_id: number; from: readonly OriginRef[] }[],
    clauses: ClausesById,
    session: ClientSession | null,
  ): Promise<Divergence[]> {
    if (reworded.length === 0) return [];
    const { clauses: sealed } = this.#deps;
    const editions = reworded.flatMap(({ from }) => from.map((one) => one.adopted_revision_id));
    const words = await sealed.ofEditions([...new Set(editions)], session);
    const revisions = new Map(
      (await sealed.findMany([...new Set(reworded.map(({ revision_id }) => revision_id))], session)).map(
        (one) => [one._id, one],
      ),
    );
    return reworded.flatMap(({ element_id, revision_id, from }) => {
      const clause = clauses.get(element_id);
      const by = revisions.get(revision_id);
      const saysOrigin = from.some((one) => {
        const origin = words.get(one.adopted_revision_id)?.get(one.element_id);
        if (!origin || !clause) return false;
        return one.element_id === element_id
          ? hasSameWords(clause, origin)
          : clause.content.includes(origin.content);
      });
      if (!by || saysOrigin) return [];
      return [{ element_id, revision_id, code: by.code, by: by.created_by, at: by.created_at }];
    });
  }
}
