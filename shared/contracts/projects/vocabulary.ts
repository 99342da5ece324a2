/**
 * Fixed words of projects: verticals and statuses, which are stored as their place in the list; revision types, kinds
 * and subjects of changes, the parts of a draft that a change alters, and why a pin cannot move (decisions P2).
 */

/** Stored as its place, from 1: add only at the end. */
export const VERTICALS = [
  'residential',
  'industrial',
  'water treatment',
  'data center',
  'medical',
  'commercial',
  'mining',
  'oil and gas',
  'agriculture',
  'renewable',
  'marine',
  'aerospace',
  'food and beverage',
  'institutional',
] as const;

/** Stored as its place, from 1: add only at the end. */
export const PROJECT_STATUSES = [
  'planning',
  'design',
  'procurement',
  'construction',
  'closeout',
  'on hold',
  'cancelled',
] as const;

export const PROJECT_REVISION_TYPES = [
  'review',
  'bid',
  'construction',
  'addendum',
  'as_built',
  'other',
] as const;
export type ProjectRevisionType = (typeof PROJECT_REVISION_TYPES)[number];

/** What the files service changes in a project besides its draft. */
export const FILE_CHANGE_KINDS = [
  'file_changed',
  'folder_created',
  'folder_changed',
  'folder_deleted',
  'folders_reordered',
] as const;

/** What the standards service changes in a project besides its draft: the standards and libraries of the project. */
export const STANDARD_CHANGE_KINDS = [
  'standard_created',
  'standard_changed',
  'standard_published',
  'standard_deleted',
  'working_copy_changed',
  'library_created',
  'library_changed',
] as const;
export type StandardChangeKind = (typeof STANDARD_CHANGE_KINDS)[number];

/** What can happen to a project. */
export const PROJECT_CHANGE_KINDS = [
  'created',
  'draft_opened',
  'draft_changed',
  'draft_discarded',
  'published',
  'archived',
  'unarchived',
  'member_added',
  'member_role_changed',
  'member_removed',
  'lead_changed',
  'seat_changed',
  'invitation_sent',
  'invitation_changed',
  'invitation_withdrawn',
  'invitation_claimed',
  'sponsorship_requested',
  'sponsorship_approved',
  'sponsorship_declined',
  'company_assigned',
  'section_adopted',
  'comment_created',
  'comment_changed',
  'comment_forwarded',
  'comment_resolved',
  'comment_deleted',
  'file_deleted',
  ...FILE_CHANGE_KINDS,
  ...STANDARD_CHANGE_KINDS,
] as const;
export type ProjectChangeKind = (typeof PROJECT_CHANGE_KINDS)[number];

/** What a change of a project can be about. */
export const PROJECT_CHANGE_SUBJECTS = [
  'member',
  'invitation',
  'sponsorship_request',
  'section',
  'comment',
  'file',
  'folder',
  'standard',
  'library',
] as const;
export type ProjectChangeSubject = (typeof PROJECT_CHANGE_SUBJECTS)[number];

/** The parts of a draft that a change alters. */
export const DRAFT_PARTS = ['header', 'standard', 'datasheet', 'section', 'file'] as const;

/** The word at a place, from 1; null for none. */
export const termById = (words: readonly string[], id: number | null): string | null =>
  id === null ? null : (words[id - 1] ?? null);

/** Why a project cannot move the pin of a standard to a revision. */
export const INELIGIBLE_REASONS = ['already_held', 'revoked', 'not_published', 'archived'] as const;
