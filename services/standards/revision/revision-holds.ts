/**
 * Looks up the holds that apply to a revision or a working copy, from the origins of its clauses and the holds of its
 * wiki page.
 */
import { LRUCache } from 'lru-cache';
import type { ClientSession } from 'mongoose';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { type ClausesById, hasSameWords, indexById, type OriginRef } from '../holds/clause-origins.ts';
import { findReachingHolds } from '../holds/find-reaching-holds.ts';
import type { Divergence, PageHoldsRecord, RevisionHold, StatedHold } from '../holds/model.ts';
import { type SealedOrigins, toSealedOrigins } from '../holds/packed-origins.ts';
import { PageRegister } from '../holds/page-register.ts';
import type { PageHolds } from '../holds/repository.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { AncestorIds, ClauseLineage } from './clause-lineage.ts';
import type { SealedRevision } from './model.ts';
import type { SealedClauses } from './sealed-clauses.ts';

/** What says of a standard whether holds may reach it: no page, or no version, and none does. */
export type StandardHead = Pick<StandardRecord, '_id' | 'page_id' | 'holds_version'>;

interface Deps {
  pageHolds: PageHolds;
  clauses: SealedClauses;
  lineage: ClauseLineage;
}

const MAX_PAGES = 1_000;

export class RevisionHolds {
  readonly #deps: Deps;
  readonly #registers = new LRUCache<string, { changes: number; register: PageRegister }>({ max: MAX_PAGES });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The holds of the page of a standard, in effect; none for one without a page. @param standard its head as read now */
  async statedFor(standard: StandardHead): Promise<readonly StatedHold[]> {
    return (await this.#registerOf(standard))?.holds ?? [];
  }

  /** The holds that reach a sealed revision. @param standard its head as read now */
  async ofRevision(revision: SealedRevision, standard: StandardHead): Promise<RevisionHold[]> {
    const register = await this.#registerOf(standard);
    return register ? this.ofRevisionUnder(register, revision) : [];
  }

  /** The same as a transaction sees it. @param standard its head as read in that */
  async ofRevisionIn(
    session: ClientSession,
    revision: SealedRevision,
    { page_id, holds_version }: StandardHead,
  ): Promise<RevisionHold[]> {
    if (page_id === undefined || holds_version === undefined) return [];
    const record = await this.#deps.pageHolds.findById(page_id, session);
    return record ? this.ofRevisionUnder(this.openRegister(record, session), revision, session) : [];
  }

  /** The holds of a page that a transaction has written, to look several revisions up. */
  openRegister({ holds }: PageHoldsRecord, session: ClientSession | null): PageRegister {
    return new PageRegister(holds, (editions) => this.#deps.clauses.ofEditions(editions, session));
  }

  /** The holds that reach an outline which is made of some revisions. @param standard its head as read now */
  async ofOutline(
    { elements }: Outline,
    ancestors: AncestorIds,
    standard: StandardHead,
  ): Promise<RevisionHold[]> {
    const register = await this.#registerOf(standard);
    if (!register) return [];
    const clauses = indexById(elements);
    const origins = toSealedOrigins(await this.#deps.lineage.inherit(clauses, ancestors, null));
    return this.#derive(clauses, origins, { isEdition: false }, register, null);
  }

  async #registerOf({ page_id, holds_version }: StandardHead): Promise<PageRegister | null> {
    if (page_id === undefined || holds_version === undefined) return null;
    const cached = this.#registers.get(page_id);
    if (cached && cached.changes >= holds_version) return cached.register;
    const record = await this.#deps.pageHolds.findById(page_id);
    if (!record || record.changes < holds_version)
      throw new Error(`the holds of page ${page_id} are older than ${holds_version}`);
    const register = this.openRegister(record, null);
    this.#registers.set(page_id, { changes: record.changes, register });
    return register;
  }

  /** The holds of a register that reach a sealed revision. */
  async ofRevisionUnder(
    register: PageRegister,
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
      register,
      session,
    );
  }

  async #derive(
    clauses: ClausesById,
    origins: SealedOrigins,
    { isEdition }: { isEdition: boolean },
    register: PageRegister,
    session: ClientSession | null,
  ): Promise<RevisionHold[]> {
    const reaching = await findReachingHolds(register, { clauses, origins, isEdition });
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

  /** Those of the clauses that do not say the words of their origins. */
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
