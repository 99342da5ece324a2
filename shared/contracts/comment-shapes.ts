/**
 * Words and view of project comments: anchors, intents, resolution states, parties, stances, and a comment as
 * readers see it (document 1, Project comment; decisions P11, P20).
 */
import { allowedActionIds, person } from './common-shapes.ts';
import { boolean, idOf, list, nullable, object, oneOf, text, time } from './schema.ts';

/** What a comment is about. */
const COMMENT_ANCHORS = ['project', 'standard', 'element', 'datasheet', 'datasheet_field', 'file'] as const;
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

export const commentAnchor = oneOf(...COMMENT_ANCHORS);
export const commentIntent = oneOf(...COMMENT_INTENTS);
export const commentState = oneOf('open', ...RESOLUTION_STATES);
export const commentParty = oneOf(...COMMENT_PARTIES);
export const resolutionState = oneOf(...RESOLUTION_STATES);
export const endorsementStance = oneOf(...ENDORSEMENT_STANCES);

/**
 * A party with its firm; null where the party has several firms or none, and where the caller may not see the
 * firms.
 */
const partyWithFirm = { party: commentParty, company_id: nullable(idOf('company')) } as const;

/** One forwarding of a comment to the next party upstream. */
const commentHop = object({
  from: object(partyWithFirm),
  to: object({ ...partyWithFirm, user_id: nullable(idOf('user')) }),
  endorsementStance,
  caveatText: nullable(text),
  by: person,
  at: time,
});

/** One resolution of a comment by the party that held it. */
const commentResolution = object({
  state: resolutionState,
  answerBody: nullable(text),
  counterBody: nullable(text),
  heldBy: object(partyWithFirm),
  by: person,
  at: time,
});

/** A comment as readers see it (P20). */
export const commentView = object({
  id: idOf('comment'),
  anchorType: commentAnchor,
  anchorId: idOf('resource'),
  /** The element or the datasheet field; null on other anchors. */
  elementId: nullable(idOf('resource')),
  /** Neither the open draft nor the current published revision contains the anchor. */
  anchorGone: boolean,
  intent: commentIntent,
  body: text,
  state: commentState,
  /** Of the current state. */
  answerBody: nullable(text),
  counterBody: nullable(text),
  /** Of the last hop. */
  endorsementStance: nullable(endorsementStance),
  caveatText: nullable(text),
  heldBy: object(partyWithFirm),
  author: person,
  created_at: time,
  edited_at: nullable(time),
  /** Every resolution, the oldest first; the last one is the current state. */
  history: list(commentResolution),
  /** Every forwarding, the oldest first. */
  hops: list(commentHop),
  allowed_actions: allowedActionIds,
});
