/**
 * Words of project comments: anchors, intents, resolution states, parties and stances. Without schemas, so that a
 * browser can have them.
 */

/** What a comment is about. */
export const COMMENT_ANCHORS = [
  'project',
  'standard',
  'element',
  'datasheet',
  'datasheet_field',
  'file',
] as const;
export type CommentAnchorType = (typeof COMMENT_ANCHORS)[number];

export const COMMENT_INTENTS = ['position', 'question', 'suggestion', 'scope_assertion'] as const;
export type CommentIntent = (typeof COMMENT_INTENTS)[number];

export const RESOLUTION_STATES = [
  'accepted',
  'accepted_as_noted',
  'revise_resubmit',
  'rejected',
  'counter',
  'answered',
  'closed',
  'considered',
  'adopted',
  'declined',
  'acknowledged',
  'disputed',
] as const;
export type ResolutionState = (typeof RESOLUTION_STATES)[number];
export type CommentState = 'open' | ResolutionState;

/** The resolution states that an intent allows. */
export const STATES_OF_INTENT: Readonly<Record<CommentIntent, readonly ResolutionState[]>> = {
  position: ['accepted', 'accepted_as_noted', 'revise_resubmit', 'rejected', 'counter'],
  question: ['answered', 'closed'],
  suggestion: ['considered', 'adopted', 'declined'],
  scope_assertion: ['acknowledged', 'disputed'],
};

/** The parties of a project, each below the next one upstream (P11). */
export const COMMENT_PARTIES = ['sub_contractor', 'prime_contractor', 'engineer', 'owner'] as const;
export type CommentParty = (typeof COMMENT_PARTIES)[number];

export const ENDORSEMENT_STANCES = ['relay', 'endorse', 'endorse_with_caveat'] as const;
export type EndorsementStance = (typeof ENDORSEMENT_STANCES)[number];
