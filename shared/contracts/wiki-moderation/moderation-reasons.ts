/**
 * Reasons and actions of moderation, and the members by which every moderation request states its reason (decisions
 * W2, W7).
 */
import * as s from '../schema.ts';

/** The actions of the public moderation log, with the one of W7. */
export const MODERATION_ACTIONS = [
  'archive',
  'restore',
  'revision_hide',
  'revision_restore',
  'adoption_revoke',
  'adoption_restore',
  'adoption_level_change',
  'adoption_element_revoke',
  'adoption_element_restore',
  'adoption_scope_narrow',
  'adoption_replacement_change',
  'display_name_reset',
  'slug_retire',
  'errata_issued',
  'errata_withdrawn',
  'errata_extended',
  'errata_linked_correction',
] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

export const MODERATION_REASONS = [
  'spam',
  'vandalism',
  'test_content',
  'copyright_notice',
  'suspected_copy',
  'counter_notice',
  'legal_compulsion',
  'out_of_scope',
  'merged_into',
  'other',
  // Of older clients: accepted, not for new use.
  'copyvio',
] as const;
export type ModerationReason = (typeof MODERATION_REASONS)[number];

/** The reason that is published without anything that would tell when or where (R-249, W16). */
export const UNDATED_REASON = 'legal_compulsion' satisfies ModerationReason;

/** Whether readers of a held text are told the reason (W14). */
export const isReasonStated = (reason: ModerationReason): boolean => reason !== UNDATED_REASON;

/** Members of the body of every moderation request; the note is required with `other` (W2). */
export const moderationReasonMembers = {
  reason_code: { ...s.oneOf(...MODERATION_REASONS), description: 'why; copyvio is of older clients' },
  reason_note: s.optional({
    ...s.multilineText,
    max: 4000,
    description: 'for the audit trail, never published; required with other',
  }),
} as const;
