/** Views of comments: with the firms that a caller may see, and pages of bounded length. */
import type { commentView } from '../../../shared/contracts/comment-shapes.ts';
import type { CommentParty } from '../../../shared/contracts/comment-words.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { CommentHop, CommentRecord, CommentResolution, PartyRecord } from './model.ts';
import { currentHolder, firmOf, type PartyFirms } from './parties.ts';

export type PresentedComment = Infer<typeof commentView>;
type PresentedParty = PresentedComment['heldBy'];

interface CommentViewInput {
  firms: PartyFirms;
  /** Whether the caller may see the firms of the project. */
  showFirms: boolean;
  isAnchorPresent: (comment: CommentRecord) => boolean;
  /** The ids of the writes that the caller may do now. */
  allowedActions: (comment: CommentRecord) => string[];
}

/** The view of comments for one caller. */
export function commentPresenter({ firms, showFirms, isAnchorPresent, allowedActions }: CommentViewInput) {
  const presentParty = ({ party, company_id }: PartyRecord): PresentedParty => ({
    party,
    company_id: showFirms ? company_id : null,
  });
  const presentHolder = (heldBy: CommentParty): PresentedParty => {
    const party = currentHolder(firms, heldBy);
    return presentParty({ party, company_id: firmOf(firms, party) });
  };
  const presentHop = ({
    from,
    to,
    stance,
    caveat,
    by,
    at,
  }: CommentHop): PresentedComment['hops'][number] => ({
    from: presentParty(from),
    to: { ...presentParty(to), user_id: to.user_id },
    endorsementStance: stance,
    caveatText: caveat,
    by,
    at: at.toISOString(),
  });
  const presentResolution = (one: CommentResolution): PresentedComment['history'][number] => ({
    state: one.state,
    answerBody: one.answer,
    counterBody: one.counter,
    heldBy: presentParty(one.held_by),
    by: one.by,
    at: one.at.toISOString(),
  });
  return (comment: CommentRecord): PresentedComment => {
    const lastHop = comment.hops.at(-1);
    const resolution = comment.history.at(-1);
    return {
      id: comment._id,
      anchorType: comment.anchor_type,
      anchorId: comment.anchor_id,
      elementId: comment.element_id,
      anchorGone: !isAnchorPresent(comment),
      intent: comment.intent,
      body: comment.body,
      state: comment.state,
      answerBody: resolution?.answer ?? null,
      counterBody: resolution?.counter ?? null,
      endorsementStance: lastHop?.stance ?? null,
      caveatText: lastHop?.caveat ?? null,
      heldBy: presentHolder(comment.held_by),
      author: comment.author,
      created_at: comment.created_at.toISOString(),
      edited_at: comment.edited_at?.toISOString() ?? null,
      history: comment.history.map(presentResolution),
      hops: comment.hops.map(presentHop),
      allowed_actions: allowedActions(comment),
    };
  };
}

/** A part of a list may have this many characters, so that it passes the bus (8 MB) in any language. */
const MAX_PART_CHARACTERS = 1_500_000;

/** The first of these comments, as many as fit into one response, and at least one. */
export function limitLength(comments: readonly PresentedComment[]): PresentedComment[] {
  let characters = 0;
  const end = comments.findIndex((comment) => {
    characters += JSON.stringify(comment).length;
    return characters > MAX_PART_CHARACTERS;
  });
  return end < 0 ? [...comments] : comments.slice(0, Math.max(1, end));
}
