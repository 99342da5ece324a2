/** Record and collection of the entries of the public moderation log, with their scope. */
import type {
  ModerationAction,
  ModerationReason,
} from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

/** The target of an action. */
export interface ModerationScope {
  kind: 'clauses' | 'edition' | 'standard' | 'revision' | null;
  /** Addresses of the clauses, in outline order. */
  addresses?: string[];
}

export interface LogEntryRecord {
  /** The public id: 1, 2, 3…; negative under legal compulsion, where an entry has none. */
  _id: number;
  at: Date;
  action: ModerationAction;
  /** Null for errata. */
  reason: ModerationReason | null;
  page_id: string;
  /**
   * The matter of the entry: `standard:<id>`, `revision:<id>`, `edition:<id>` or `erratum:<id>`. Entries of one
   * matter are related.
   */
  matter: string;
  scope: ModerationScope;
  /** Never published, as the note. */
  moderator: Person;
  note: string | null;
}

export const logEntryCollection = defineCollection<LogEntryRecord>('moderation_log', [
  // With the other filters as keys, so that totals are counted from the index alone.
  [{ at: -1, _id: -1, reason: 1 }],
  [{ action: 1, at: -1, _id: -1, reason: 1 }],
  [{ reason: 1, at: -1, _id: -1, action: 1 }],
  [{ reason: 1, action: 1, at: -1, _id: -1 }],
  [{ page_id: 1, at: -1, _id: -1, action: 1, reason: 1 }],
  [{ matter: 1, at: 1, _id: 1 }],
]);
