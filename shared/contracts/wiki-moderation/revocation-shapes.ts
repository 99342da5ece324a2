/**
 * Shapes of the moderation of editions: the effect of a revocation window with its deadlines, and the state of a held clause (document 2, Wiki reads; decisions W5, W15, W16).
 */
import { idOf, list, nullable, object, oneOf, optional, text, time, uuidOf } from '../schema.ts';
import { MODERATION_REASONS } from './moderation-reasons.ts';

/** 1: notice, the text stays. 2: the text is withheld. */
const holdLevel = oneOf(1, 2);

/** Computed when read, from the window and the clock. */
const deadlineMembers = { level2_at: time, acknowledge_by: time, escalates_at: time } as const;
export const holdDeadlines = object(deadlineMembers);

export const revocationEffect = object({
  /** Names the hold in requests (Y15). */
  matter_id: idOf('matter'),
  scope: object({ kind: oneOf('edition', 'standard', 'clauses'), addresses: optional(list(text)) }),
  level: holdLevel,
  reason_code: oneOf(...MODERATION_REASONS),
  revoked_at: time,
  /** When the replacement was marked. */
  replacement_available_at: nullable(time),
  replacement_adopted_revision_id: nullable(uuidOf('edition')),
  ...deadlineMembers,
});

/** A clause of an edition under a hold; without reason and date under legal compulsion (W14, R-249). */
export const heldClause = object({
  address: text,
  level: holdLevel,
  reason_code: optional(oneOf(...MODERATION_REASONS)),
  notice_at: optional(time),
});
