/**
 * Shapes of the moderation of editions: the effect of a revocation with its deadlines, and the state of a held clause
 * (decisions W5, W15, W16).
 */
import * as s from '../schema.ts';
import { holdScope } from './hold-scope.ts';
import { MODERATION_REASONS } from './moderation-reasons.ts';

/** 1: notice, the text stays. 2: the text is withheld. */
const holdLevel = s.oneOf(1, 2);

/** Computed when read, from the hold and the clock. */
const deadlineMembers = { level2_at: s.time, acknowledge_by: s.time, escalates_at: s.time } as const;
export const holdDeadlines = s.named('HoldDeadlines', s.object(deadlineMembers));

export const revocationEffect = s.named(
  'RevocationEffect',
  s.object({
    /** Names the hold in requests (Y15). */
    matter_id: s.idOf('matter'),
    scope: holdScope,
    level: holdLevel,
    reason_code: s.oneOf(...MODERATION_REASONS),
    revoked_at: s.time,
    /** When the replacement was marked. */
    replacement_available_at: s.nullable(s.time),
    replacement_adopted_revision_id: s.nullable(s.uuidOf('edition')),
    ...deadlineMembers,
  }),
);

/** A clause of an edition under a hold; without reason and date under legal compulsion (W14, R-249). */
export const heldClause = s.named(
  'HeldClause',
  s.object({
    address: s.text,
    level: holdLevel,
    reason_code: s.optional(s.oneOf(...MODERATION_REASONS)),
    notice_at: s.optional(s.time),
  }),
);
