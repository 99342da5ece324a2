import type { SignedPrincipal } from '../callers/credentials.ts';
import type { Exchange } from '../exchange.ts';
import type { Match } from '../requests/route-table.ts';

/** What an endpoint gets that is answered here, because its answer is more than one piece of JSON: a cookie, a streamed upload, a long list. */
export interface Arrived {
  exchange: Exchange;
  match: Match;
  search: URLSearchParams;
  caller: SignedPrincipal;
  /** Who calls, asked again: after a long upload a key may be revoked, and the first answer has expired. */
  judgeAgain(): Promise<SignedPrincipal>;
  /** Reads the JSON body and flattens the parameters. */
  params(): Promise<Record<string, unknown>>;
  /** Asks the action and sends its answer, as for every other endpoint. */
  answerAsUsual(params: Record<string, unknown>): Promise<void>;
}
export type AnswerHere = (arrived: Arrived) => Promise<void>;
