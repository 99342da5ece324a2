/**
 * Stores the holds of a wiki page that wiki-moderation sends, in a transaction, so that every later read applies
 * them. It changes the head of each standard with clauses of the page, as a publication, merge, copy or adoption
 * does, so that none of these misses it.
 */
import type { ClientSession } from 'mongoose';
import type { PageHold, PageHoldsRecord } from '../holds/model.ts';
import { findReadableCitations } from '../holds/readable-citations.ts';
import type { PageHolds } from '../holds/repository.ts';
import type { RevisionHolds } from '../revision/revision-holds.ts';
import type { SealedClauses } from '../revision/sealed-clauses.ts';
import type { Standards } from '../standard/repository.ts';
import type { PageStandards } from './page-standards.ts';

interface Deps {
  standards: Standards;
  pageStandards: PageStandards;
  pageHolds: PageHolds;
  sealedClauses: SealedClauses;
  revisionHolds: RevisionHolds;
}

export class PageHoldUpdates {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Replaces the holds of a page.
   * @returns the number of standards with clauses of it; null when this or a later version of the holds is in effect
   */
  async replace(
    session: ClientSession,
    pageId: string,
    version: number,
    holds: PageHold[],
  ): Promise<number | null> {
    const record = await this.#deps.pageHolds.replace(session, pageId, version, holds);
    return record && this.#apply(session, record);
  }

  /** Applies the stored holds again after an edition was copied, which may be the one that names their text. */
  async reapply(session: ClientSession, pageId: string): Promise<void> {
    const record = await this.#deps.pageHolds.lock(session, pageId);
    if (record.holds.length > 0) await this.#apply(session, record);
  }

  async #apply(session: ClientSession, record: PageHoldsRecord): Promise<number> {
    const { standards, pageStandards, sealedClauses, revisionHolds } = this.#deps;
    const count = await pageStandards.setHoldsVersion(session, record);
    const index = revisionHolds.openPageHoldIndex(record, session);
    // What withheld words cite is not counted any more.
    for (const { current_revision } of await pageStandards.findCiting(session, record._id)) {
      const found = current_revision && (await sealedClauses.ofRevision(current_revision.id, session));
      if (!found) continue;
      const holds = await revisionHolds.ofRevisionUnder(index, found.revision, session);
      const citations = findReadableCitations(found.clauses.values(), holds);
      await standards.replaceCitations(session, found.revision, citations);
    }
    return count;
  }
}
