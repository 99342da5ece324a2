/** The words of comments for people: what they want, how they stand, whose turn it is. */
import type {
  CommentAnchorType,
  CommentIntent,
  CommentParty,
  CommentState,
  EndorsementStance,
  ResolutionState,
} from '../../../../../shared/contracts/comment-words.ts';
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';

export type Comment = EndpointResult<'comments.list'>['comments'][number];

export const INTENTS: Readonly<Record<CommentIntent, string>> = {
  position: 'position',
  question: 'question',
  suggestion: 'suggestion',
  scope_assertion: 'scope assertion',
};
export const ANCHORS: Readonly<Record<CommentAnchorType, string>> = {
  project: 'the project',
  standard: 'a standard',
  element: 'a clause',
  datasheet: 'a datasheet',
  datasheet_field: 'a field',
  file: 'a file',
};
export const PARTIES: Readonly<Record<CommentParty, string>> = {
  sub_contractor: 'the subcontractor',
  prime_contractor: 'the prime contractor',
  engineer: 'the engineer',
  owner: 'the owner',
};
export const STANCES: Readonly<Record<EndorsementStance, string>> = {
  relay: 'passed on',
  endorse: 'endorsed',
  endorse_with_caveat: 'endorsed with a caveat',
};
/** What somebody does who takes a comment to a state. */
export const MOVES: Readonly<Record<ResolutionState, string>> = {
  accepted: 'Accept',
  accepted_as_noted: 'Accept as noted',
  revise_resubmit: 'Ask to revise and resubmit',
  rejected: 'Reject',
  counter: 'Counter-propose',
  answered: 'Answer',
  closed: 'Close',
  considered: 'Consider',
  adopted: 'Adopt',
  declined: 'Decline',
  acknowledged: 'Acknowledge',
  disputed: 'Dispute',
};
export const stateInWords = (state: CommentState): string => state.replaceAll('_', ' ');
