/** The record of a new hold on an edition or on clauses of it. Pure but for its random id. */
import { randomUUID } from 'node:crypto';
import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { EditionRecord } from '../adoption/model.ts';
import { openingLevel } from '../holds/deadlines.ts';
import type { HeldClause, HoldRecord } from '../holds/model.ts';

/** @param clauses null for the whole edition */
export function buildHold(
  edition: EditionRecord,
  clauses: HeldClause[] | null,
  { matterId, reason, by, now }: { matterId: number; reason: ModerationReason; by: Person; now: Date },
): HoldRecord {
  return {
    _id: randomUUID(),
    page_id: edition.page_id,
    edition_id: edition._id,
    matter_id: matterId,
    content_hash: edition.content_hash,
    scope: clauses ? 'clauses' : 'edition',
    clauses: clauses ?? [],
    reason_code: reason,
    opened_at: now,
    opened_by: by,
    level: openingLevel(reason),
    level_since: now,
    replacement: null,
    closed_at: null,
  };
}
