/** Records and collection of project comments, with each forwarding (hop) and resolution of a comment. */
import type {
  CommentAnchorType,
  CommentIntent,
  CommentParty,
  CommentState,
  EndorsementStance,
  ResolutionState,
} from '../../../shared/contracts/comment-words.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

/** A party, with its firm at that time; null where it had several or none. */
export interface PartyRecord {
  party: CommentParty;
  company_id: number | null;
}

export interface CommentHop {
  from: PartyRecord;
  to: PartyRecord & { user_id: number | null };
  stance: EndorsementStance;
  caveat: string | null;
  by: Person;
  at: Date;
}

export interface CommentResolution {
  state: ResolutionState;
  answer: string | null;
  /** The counter-proposal, required with the state `counter`. */
  counter: string | null;
  /** The party that held the comment and resolved it. */
  held_by: PartyRecord;
  by: Person;
  at: Date;
}

/** The subject of a comment. */
export interface CommentAnchor {
  anchor_type: CommentAnchorType;
  anchor_id: number;
  /** The element or the datasheet field; null on other anchors. */
  element_id: number | null;
}

export interface CommentRecord extends CommentAnchor {
  _id: number;
  project_id: number;
  intent: CommentIntent;
  body: string;
  state: CommentState;
  /** The party it was given to. If that party has no firm any more, the next one upstream holds the comment. */
  held_by: CommentParty;
  author: Person;
  created_at: Date;
  edited_at: Date | null;
  hops: CommentHop[];
  history: CommentResolution[];
  /** Compared and set by a change, so that of two concurrent ones one wins. */
  change_count: number;
}

export const commentCollection = defineCollection<CommentRecord>('comments', [
  [{ project_id: 1, _id: -1 }],
  [{ project_id: 1, anchor_id: 1, _id: -1 }],
  [{ project_id: 1, held_by: 1, _id: -1 }],
  [{ state: 1, project_id: 1, _id: -1 }],
]);
