/**
 * The moderation holds that reach a revision, as they are stored on its record, and the holds of a wiki page as
 * wiki-moderation last stated them.
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

/** A hold on clauses of one revision. The same window may hold further clauses by another wording. */
export interface RevisionHold {
  /** The revocation window that it comes from. */
  id: string;
  page_id: string;
  /** The edition that was revoked, or whose clauses are held. */
  adopted_revision_id: string;
  scope: PageHold['scope'];
  level: PageHold['level'];
  /** When level 1 becomes level 2; null: only by a moderator. */
  level2_at: Date | null;
  reason_code: PageHold['reason_code'];
  notice_at: Date;
  replacement_adopted_revision_id: string | null;
  /** The content that has the held wording of these clauses. */
  held_content_id: string;
  element_ids: number[];
  divergences: Divergence[];
}

/** The holds of a page. An edition that is copied writes it too, so that neither misses the other. */
export interface PageHoldsRecord {
  /** The wiki page. */
  _id: string;
  /** Of the last statement; 0 before the first. */
  version: number;
  holds: PageHold[];
  /** Number of editions copied. */
  copies: number;
  /** The deleted standards with clauses of the page, whose revisions are kept for their copies. */
  deleted_standards?: number[];
}

export const pageHoldsCollection = defineCollection<PageHoldsRecord>('page_holds');
