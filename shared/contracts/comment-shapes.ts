/** Shapes of project comments: their words, and a comment as readers see it (decisions P11, P20). */
import {
  COMMENT_ANCHORS,
  COMMENT_INTENTS,
  COMMENT_PARTIES,
  ENDORSEMENT_STANCES,
  RESOLUTION_STATES,
} from './comment-words.ts';
import { allowedActionIds, person } from './common-shapes.ts';
import * as s from './schema.ts';

export const commentAnchor = s.named('CommentAnchor', s.oneOf(...COMMENT_ANCHORS));
export const commentIntent = s.named('CommentIntent', s.oneOf(...COMMENT_INTENTS));
export const commentState = s.named('CommentState', s.oneOf('open', ...RESOLUTION_STATES));
export const commentParty = s.named('CommentParty', s.oneOf(...COMMENT_PARTIES));
export const resolutionState = s.named('CommentResolutionState', s.oneOf(...RESOLUTION_STATES));
export const endorsementStance = s.named('EndorsementStance', s.oneOf(...ENDORSEMENT_STANCES));

/**
 * A party with its firm; null where the party has several firms or none, and where the caller may not see the
 * firms.
 */
const partyMembers = { party: commentParty, company_id: s.nullable(s.idOf('company')) } as const;
const partyWithFirm = s.named('PartyWithFirm', s.object(partyMembers));

/** One forwarding of a comment to the next party upstream. */
const commentHop = s.named(
  'CommentHop',
  s.object({
    from: partyWithFirm,
    to: s.named('CommentRecipient', s.object({ ...partyMembers, user_id: s.nullable(s.idOf('user')) })),
    endorsementStance,
    caveatText: s.nullable(s.text),
    by: person,
    at: s.time,
  }),
);

/** One resolution of a comment by the party to which it had come (`heldBy`). */
const commentResolution = s.named(
  'CommentResolution',
  s.object({
    state: resolutionState,
    answerBody: s.nullable(s.text),
    counterBody: s.nullable(s.text),
    heldBy: partyWithFirm,
    by: person,
    at: s.time,
  }),
);

/** A comment as readers see it (P20). */
export const commentView = s.named(
  'Comment',
  s.object({
    id: s.idOf('comment'),
    anchorType: commentAnchor,
    anchorId: s.idOf('resource'),
    /** The element or the datasheet field; null on other anchors. */
    elementId: s.nullable(s.idOf('resource')),
    /** Neither the open draft nor the current published revision contains the anchor. */
    anchorGone: s.boolean,
    intent: commentIntent,
    body: s.text,
    state: commentState,
    /** Of the current state. */
    answerBody: s.nullable(s.text),
    counterBody: s.nullable(s.text),
    /** Of the last hop. */
    endorsementStance: s.nullable(endorsementStance),
    caveatText: s.nullable(s.text),
    heldBy: partyWithFirm,
    author: person,
    created_at: s.time,
    edited_at: s.nullable(s.time),
    /** Every resolution, the oldest first; the last one is the current state. */
    history: s.list(commentResolution),
    /** Every forwarding, the oldest first. */
    hops: s.list(commentHop),
    allowed_actions: allowedActionIds,
  }),
);
