import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownerOf, type Principal } from '../../shared/kernel/callers/principal.ts';
import type { Standing } from './callers/rate-limits.ts';
import { networkOf } from './requests/client-address.ts';

/** A request under way, with its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /**
   * Its name between the services, where they are told when its client leaves. The request id may be the client's choice, and whoever loses
   * a connection sends the same again: the end of the first is not the end of the second.
   */
  id?: string;
  /** The network address it comes from, as far as it may be believed (`client-address.ts`). */
  address: string;
  /** The path as sent, without the query: keys and search words stay out of answers and logs. */
  path: string;
  /** The pattern of the route, once it is known: what logs may say. */
  route?: string;
  /** The status of a tool's answer, which travels in a 200 (A24), and of what cut an answer off that had begun. */
  outcome?: number;
  /** Who calls, once it is known. */
  principal?: Principal;
  /** How the caller stands against its limit, once it was counted. */
  standing?: Standing;
}

export type Owned = Pick<Exchange, 'principal' | 'address'>;

/** Whose share of what is limited it takes: its account's, or its network's without one. */
export const shareOf = ({ principal, address }: Owned): string => ownerOf(principal, `network ${networkOf(address)}`);

/** Its client went away: nobody reads an answer. */
export const isAbandoned = ({ response }: Pick<Exchange, 'response'>): boolean => response.destroyed || response.closed;
