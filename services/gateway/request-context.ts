import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Principal, quotaOwner } from '../../shared/kernel/auth/principal.ts';
import type { RateLimitStatus } from './callers/rate-limits.ts';
import type { MemoryBudgets } from './memory-budget.ts';
import { rateLimitNetwork } from './requests/client-ip.ts';

/** A request under way, with its answer. */
export interface RequestContext {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /**
   * Its name between the services, where they are told when its client leaves. The request id may be the client's choice, and whoever loses
   * a connection sends the same again: the end of the first is not the end of the second.
   */
  abortId?: string;
  /** The network address it comes from, as far as it may be believed (`client-ip.ts`). */
  clientIp: string;
  /** The path as sent, without the query: keys and search words stay out of answers and logs. */
  path: string;
  /** The pattern of the route, once it is known: what logs may say. */
  route?: string;
  /** The memory budgets of the server. */
  memory: MemoryBudgets;
  /** The status of a tool's answer, which travels in a 200 (A24), and of what cut an answer off that had begun. */
  loggedStatus?: number;
  /** Who calls, once it is known. */
  principal?: Principal;
  /** How the caller stands against its limit, once it was counted. */
  rateLimitStatus?: RateLimitStatus;
}

/** The owner whose share a request uses: its account, or its network without one. */
export const budgetOwnerKey = ({ principal, clientIp }: Pick<RequestContext, 'principal' | 'clientIp'>): string =>
  quotaOwner(principal, `network ${rateLimitNetwork(clientIp)}`);

/** Its client went away: nobody reads an answer. */
export const isClientDisconnected = ({ response }: Pick<RequestContext, 'response'>): boolean =>
  response.destroyed || response.closed;
