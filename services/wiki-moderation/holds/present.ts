/**
 * Views of a hold: its effect, level and deadlines for moderators, and the message to standards,
 * which computes the level itself. Pure.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { pageHold } from '../../../shared/contracts/standards/holds.ts';
import type { revocationEffect } from '../../../shared/contracts/wiki-moderation/revocation-shapes.ts';
import type { PageRecord } from '../pages/model.ts';
import { computeDeadlines } from './deadlines.ts';
import type { HoldRecord } from './model.ts';

/** A revocation reaches the whole standard where its page has no edition that is not revoked. */
const scopeOf = ({ scope }: HoldRecord, page: PageRecord): 'edition' | 'standard' | 'clauses' =>
  scope === 'edition' && page.current_edition === null ? 'standard' : scope;

const addressesOf = ({ clauses }: HoldRecord): string[] => clauses.map(({ address }) => address);

/** The effect of a hold, for moderators. */
export function presentEffect(hold: HoldRecord, page: PageRecord, now: Date): Infer<typeof revocationEffect> {
  const { level, level2_at, acknowledge_by, escalates_at } = computeDeadlines(hold, now);
  return {
    matter_id: hold.matter_id,
    scope: {
      kind: scopeOf(hold, page),
      ...(hold.scope === 'clauses' ? { addresses: addressesOf(hold) } : {}),
    },
    level,
    reason_code: hold.reason_code,
    revoked_at: hold.opened_at.toISOString(),
    replacement_available_at: hold.replacement?.marked_at.toISOString() ?? null,
    replacement_adopted_revision_id: hold.replacement?.edition_id ?? null,
    level2_at: level2_at.toISOString(),
    acknowledge_by: acknowledge_by.toISOString(),
    escalates_at: escalates_at.toISOString(),
  };
}

/** A hold for standards, which computes the level by its own clock. */
export function presentPageHold(hold: HoldRecord, page: PageRecord, now: Date): Infer<typeof pageHold> {
  return {
    id: hold._id,
    adopted_revision_id: hold.edition_id,
    scope: scopeOf(hold, page),
    addresses: addressesOf(hold),
    text_hashes: hold.clauses.flatMap(({ text_hash }) => text_hash ?? []),
    level: hold.level,
    level2_at: computeDeadlines(hold, now).level2_at.toISOString(),
    reason_code: hold.reason_code,
    notice_at: hold.opened_at.toISOString(),
    replacement_adopted_revision_id: hold.replacement?.edition_id ?? null,
  };
}
