/**
 * Records of the holds of a wiki page, as wiki-moderation last sent them, and of the origins of the clauses of a
 * revision (`clause-origins.ts`). Also the type of a hold on clauses of one revision, which is looked up from both
 * with every read.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { pageHold } from '../../../shared/contracts/standards/holds.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

/** A hold on an edition of a page, in effect. */
export type PageHold = Infer<typeof pageHold>;

/** The revision that gave a held clause another wording than the held one. Informational. */
export interface Divergence {
  element_id: number;
  revision_id: number;
  code: string;
  by: Person | null;
  at: Date;
}

/** The level, reason and dates of a hold, without the clauses it applies to. */
export interface HoldTerms {
  /** The id of the hold in wiki-moderation. */
  id: string;
  /** The edition that was revoked, or whose clauses are held. */
  adopted_revision_id: string;
  scope: PageHold['scope'];
  level: PageHold['level'];
  /** When level 1 becomes level 2; null: only by a moderator. */
  level2_at: Date | null;
  reason_code: PageHold['reason_code'];
  notice_at: Date;
  replacement_adopted_revision_id: string | null;
}

/** A hold on clauses of one revision. */
export interface RevisionHold extends HoldTerms {
  element_ids: number[];
  divergences: Divergence[];
}

/** The holds of a page. The copying of an edition writes it too, so that neither misses the other. */
export interface PageHoldsRecord {
  /** The wiki page. */
  _id: string;
  /** The version that wiki-moderation last sent; 0 before the first. */
  version: number;
  holds: PageHold[];
  /** Number of versions received and of editions copied. */
  changes: number;
}

/** The origins of the clauses of a revision, of a copy of a page or of a library standard that was edited. */
export interface ClauseOriginsRecord {
  /** The revision. */
  _id: number;
  /** As `packOrigins` has them. */
  origins: Buffer;
}

export const pageHoldsCollection = defineCollection<PageHoldsRecord>('page_holds');
export const clauseOriginsCollection = defineCollection<ClauseOriginsRecord>('clause_origins');
