/**
 * Record and collection of holds. A hold is on an edition or on some of its clauses, from the decision of a moderator
 * until it is lifted; closed ones are kept. Matters of the worklist are in `../worklist/model.ts`.
 */
import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

export type HoldLevel = 1 | 2;

export interface HeldClause {
  address: string;
  /** Finds the same text in other editions; null for a clause without text. */
  text_hash: string | null;
}

export interface HoldRecord {
  /** UUID. */
  _id: string;
  page_id: string;
  edition_id: string;
  /**
   * The public id of the matter that it belongs to: that of the first row of the worklist. A matter has several holds
   * where clauses were added to it.
   */
  matter_id: number;
  /** The content hash of the edition, whose text must not be adopted again while it is revoked. */
  content_hash: string;
  scope: 'edition' | 'clauses';
  /** Empty for a whole edition. */
  clauses: HeldClause[];
  reason_code: ModerationReason;
  /** The time of the notice. */
  opened_at: Date;
  opened_by: Person;
  /** As decided; the level in effect follows from the clock (`deadlines.ts`). */
  level: HoldLevel;
  /** The time of that decision. */
  level_since: Date;
  /** The edition that a moderator marked as replacement. */
  replacement: { edition_id: string; marked_at: Date } | null;
  /** Null while the hold is in effect. */
  closed_at: Date | null;
}

export const holdCollection = defineCollection<HoldRecord>('holds', [
  [{ page_id: 1, closed_at: 1, opened_at: 1, _id: 1 }],
  [{ scope: 1, closed_at: 1, opened_at: 1, _id: 1 }],
  [{ scope: 1, opened_at: 1, _id: 1 }],
  // One open revocation for each edition, also under concurrent moderators.
  [
    { edition_id: 1 },
    {
      unique: true,
      partialFilterExpression: { scope: 'edition', closed_at: { $type: 'null' } },
      name: 'one_open_per_edition',
    },
  ],
]);
