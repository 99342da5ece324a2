/**
 * Views of a hold (revocation window): its effect, level and deadlines for moderators, and the message to standards,
 * which computes the level itself. Pure.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { pageHold } from '../../../shared/contracts/standards/holds.ts';
import type { revocationEffect } from '../../../shared/contracts/wiki-moderation/revocation-shapes.ts';
import type { PageRecord } from '../pages/model.ts';
import { computeDeadlines } from './deadlines.ts';
import type { RevocationWindowRecord } from './model.ts';

/** A revocation without a surviving edition of its page reaches the whole standard. */
const scopeOf = ({ scope }: RevocationWindowRecord, page: PageRecord): 'edition' | 'standard' | 'clauses' =>
  scope === 'edition' && page.current_edition === null ? 'standard' : scope;

const addressesOf = ({ clauses }: RevocationWindowRecord): string[] => clauses.map(({ address }) => address);

/** The effect of a window, for moderators. */
export function presentEffect(
  window: RevocationWindowRecord,
  page: PageRecord,
  now: Date,
): Infer<typeof revocationEffect> {
  const { level, level2_at, acknowledge_by, escalates_at } = computeDeadlines(window, now);
  return {
    matter_id: window.matter_id,
    scope: {
      kind: scopeOf(window, page),
      ...(window.scope === 'clauses' ? { addresses: addressesOf(window) } : {}),
    },
    level,
    reason_code: window.reason_code,
    revoked_at: window.opened_at.toISOString(),
    replacement_available_at: window.replacement?.marked_at.toISOString() ?? null,
    replacement_adopted_revision_id: window.replacement?.edition_id ?? null,
    level2_at: level2_at.toISOString(),
    acknowledge_by: acknowledge_by.toISOString(),
    escalates_at: escalates_at.toISOString(),
  };
}

/** A window for standards, which computes the level by its own clock. */
export function presentPageHold(
  window: RevocationWindowRecord,
  page: PageRecord,
  now: Date,
): Infer<typeof pageHold> {
  return {
    id: window._id,
    adopted_revision_id: window.edition_id,
    scope: scopeOf(window, page),
    addresses: addressesOf(window),
    text_hashes: window.clauses.flatMap(({ text_hash }) => text_hash ?? []),
    level: window.level,
    level2_at: computeDeadlines(window, now).level2_at.toISOString(),
    reason_code: window.reason_code,
    notice_at: window.opened_at.toISOString(),
    replacement_adopted_revision_id: window.replacement?.edition_id ?? null,
  };
}
