/**
 * The life cycle of a comment: its state after creation, a new text, forwarding or resolution, or the error that
 * forbids it, and the writes that are allowed now. Pure.
 */
import {
  type CommentIntent,
  type CommentParty,
  type EndorsementStance,
  type ResolutionState,
  STATES_OF_INTENT,
} from '../../../shared/contracts/comment-words.ts';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import {
  commentForwarded,
  commentResolved,
  notAuthor,
  notCommentHolder,
  noUpstreamParty,
  wrongTarget,
} from './errors.ts';
import type { CommentRecord, PartyRecord } from './model.ts';
import { currentHolder, firmOf, firstHolder, nextPartyUpstream, type PartyFirms } from './parties.ts';

/** The longest history of a comment, which every read shows. */
export const MAX_RESOLUTIONS = 20;

/** Who acts on a comment, when, and the parties at that time. */
export interface Actor {
  person: Person;
  /** Null for a member of none of the firms. */
  party: CommentParty | null;
  firms: PartyFirms;
  at: Date;
}

/** The fields that lifecycle actions change. */
export type CommentLife = Pick<
  CommentRecord,
  'intent' | 'body' | 'state' | 'held_by' | 'author' | 'created_at' | 'edited_at' | 'hops' | 'history'
>;

/** The members that one action changes. */
export type CommentChange = Partial<CommentLife>;

/** A new comment, with the next party above its author. */
export const newComment = (
  { intent, body }: { intent: CommentIntent; body: string },
  { person, party, firms, at }: Actor,
): CommentLife => ({
  intent,
  body,
  state: 'open',
  held_by: firstHolder(firms, party),
  author: person,
  created_at: at,
  edited_at: null,
  hops: [],
  history: [],
});

/**
 * Only the author deletes a comment, and only until it is forwarded.
 * @throws NOT_AUTHOR, COMMENT_PROPAGATED
 */
export function assertDeletable(comment: CommentLife, { person }: Pick<Actor, 'person'>): void {
  if (comment.author.userId !== person.userId) throw notAuthor();
  if (comment.hops.length > 0) throw commentForwarded();
}

/**
 * Also refuses a new text for a resolved comment, whose answers refer to the old one.
 * @throws NOT_AUTHOR, COMMENT_PROPAGATED, COMMENT_RESOLVED
 */
function assertChangeable(comment: CommentLife, actor: Pick<Actor, 'person'>): void {
  assertDeletable(comment, actor);
  if (comment.history.length > 0)
    throw commentResolved(
      'The comment has been resolved, so its text stays. Write another one, or delete this one.',
    );
}

/** The comment with another text. @throws NOT_AUTHOR, COMMENT_PROPAGATED, COMMENT_RESOLVED */
export function changeText(comment: CommentLife, body: string, actor: Actor): CommentChange {
  assertChangeable(comment, actor);
  return { body, edited_at: actor.at };
}

export interface Forwarding {
  endorsementStance: EndorsementStance;
  caveatText?: string;
  targetCompanyId?: number;
  targetUserId?: number;
}

/** @throws VALIDATION_ERROR for an endorsement with a caveat that names none */
export function assertCaveat({ endorsementStance, caveatText }: Forwarding): void {
  if (endorsementStance !== 'endorse_with_caveat' || caveatText !== undefined) return;
  throw apiErrorAt('VALIDATION_ERROR', 'caveatText', "'caveatText' is required with endorse_with_caveat.");
}

const withFirm = (firms: PartyFirms, party: CommentParty): PartyRecord => ({
  party,
  company_id: firmOf(firms, party),
});

/** The party that holds the comment. @throws COMMENT_NOT_HELD when the actor does not belong to it */
function requireHolder({ held_by }: CommentLife, { party, firms }: Actor): CommentParty {
  const holder = currentHolder(firms, held_by);
  if (party !== holder) throw notCommentHolder(holder);
  return holder;
}

/**
 * The party to which the actor may forward a comment, with its firm.
 * @throws COMMENT_NOT_HELD, COMMENT_RESOLVED, NO_UPSTREAM_PARTY
 */
export function requireUpstreamParty(comment: CommentLife, actor: Actor): PartyRecord {
  const holder = requireHolder(comment, actor);
  if (comment.history.length > 0)
    throw commentResolved('The comment has been resolved, so it is not forwarded any more.');
  const next = nextPartyUpstream(actor.firms, holder);
  if (next === null) throw noUpstreamParty();
  return withFirm(actor.firms, next);
}

/**
 * The comment one hop upstream. The named person is checked by the caller.
 * @throws like `requireUpstreamParty`; WRONG_TARGET for a firm that is not the next one
 */
export function forward(comment: CommentLife, sent: Forwarding, actor: Actor): CommentChange {
  const to = requireUpstreamParty(comment, actor);
  if (sent.targetCompanyId !== undefined && sent.targetCompanyId !== to.company_id)
    throw wrongTarget(
      'targetCompanyId',
      'must be the firm of the next party upstream. You may leave it out.',
    );
  const hop = {
    from: withFirm(actor.firms, currentHolder(actor.firms, comment.held_by)),
    to: { ...to, user_id: sent.targetUserId ?? null },
    stance: sent.endorsementStance,
    caveat: sent.caveatText ?? null,
    by: actor.person,
    at: actor.at,
  };
  return { held_by: to.party, hops: [...comment.hops, hop] };
}

export interface Resolution {
  state: ResolutionState;
  answerBody?: string;
  counterBody?: string;
}

/** The text that a state needs. */
const REQUIRED_TEXTS: Readonly<Partial<Record<ResolutionState, 'answerBody' | 'counterBody'>>> = {
  answered: 'answerBody',
  counter: 'counterBody',
};

/** @throws COMMENT_NOT_HELD; COMMENT_RESOLVED after 20 resolutions */
function requireResolver(comment: CommentLife, actor: Actor): CommentParty {
  const holder = requireHolder(comment, actor);
  if (comment.history.length < MAX_RESOLUTIONS) return holder;
  throw commentResolved(
    `The comment has been resolved ${MAX_RESOLUTIONS} times, which is the limit. Write another one.`,
  );
}

/** The check of each write on a comment, by its endpoint. */
const CHECKS = {
  'comments.update': assertChangeable,
  'comments.delete': assertDeletable,
  'comments.forward': requireUpstreamParty,
  'comments.resolve': requireResolver,
} as const;

/** The writes on a comment that its rules allow the actor now. */
export const allowedChanges = (comment: CommentLife, actor: Actor): string[] =>
  Object.entries(CHECKS).flatMap(([id, check]) => {
    try {
      check(comment, actor);
      return [id];
    } catch {
      return [];
    }
  });

/**
 * The comment in another state; earlier states stay in its history.
 * @throws like `requireResolver`; VALIDATION_ERROR for a state that the intent does not allow or
 * without its text
 */
export function resolve(comment: CommentLife, sent: Resolution, actor: Actor): CommentChange {
  const holder = requireResolver(comment, actor);
  const legal = STATES_OF_INTENT[comment.intent];
  if (!legal.includes(sent.state)) {
    const message = `'state' of a ${comment.intent} must be one of: ${legal.join(', ')}.`;
    throw apiErrorAt('VALIDATION_ERROR', 'state', message);
  }
  const required = REQUIRED_TEXTS[sent.state];
  if (required !== undefined && sent[required] === undefined)
    throw apiErrorAt('VALIDATION_ERROR', required, `'${required}' is required with ${sent.state}.`);
  const resolution = {
    state: sent.state,
    answer: sent.answerBody ?? null,
    counter: sent.counterBody ?? null,
    held_by: withFirm(actor.firms, holder),
    by: actor.person,
    at: actor.at,
  };
  return { state: sent.state, history: [...comment.history, resolution] };
}
