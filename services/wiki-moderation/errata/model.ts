/** Record and collection of errata: each with its page, the editions or clauses it affects, and its withdrawal. */
import type {
  ERRATUM_SEVERITIES,
  RECOMMENDED_ACTIONS,
} from '../../../shared/contracts/wiki-moderation/errata.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

/** An edition, or one clause of it. */
export interface AffectedPart {
  adopted_revision_id: string;
  /** Null: the whole edition. */
  element_address: string | null;
}

export interface ErratumRecord {
  /** UUID. */
  _id: string;
  page_id: string;
  severity: (typeof ERRATUM_SEVERITIES)[number];
  description: string;
  recommended_action: (typeof RECOMMENDED_ACTIONS)[number];
  recommended_action_note: string | null;
  /** Editions of the page, in the order in which they were named. */
  affected: AffectedPart[];
  /** The edition that corrects it. */
  corrected_by_revision_id: string | null;
  issued_by: Person;
  issued_at: Date;
  /** Null while it is active. */
  withdrawn_at: Date | null;
  withdrawn_by: Person | null;
  withdrawn_reason: string | null;
}

export const erratumCollection = defineCollection<ErratumRecord>('errata', [
  [{ page_id: 1, issued_at: -1, _id: 1 }],
  [{ 'affected.adopted_revision_id': 1, withdrawn_at: 1, issued_at: -1, _id: 1 }],
]);
