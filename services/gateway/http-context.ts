/**
 * State of a request while the gateway serves it: ids, client IP, route, caller, rate limit. Also whose memory budget
 * it uses, and whether its client has disconnected.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Principal, quotaOwner } from '../../shared/kernel/auth/principal.ts';
import type { RateLimitStatus } from '../../shared/kernel/auth/rate-limit-status.ts';
import type { RefusedPermission } from '../../shared/kernel/service/refusal-queue.ts';
import type { RequestTrace } from '../../shared/kernel/tracing/request-traces.ts';
import { rateLimitNetwork } from './client-ip.ts';
import type { MemoryBudgets } from './memory-budget.ts';

export interface HttpContext {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  /**
   * Identifies the request in `gateway.requestAbandoned`. Not the request id: a client that lost its
   * connection may send the same id again, and the end of the first request is not the end of the second.
   */
  abortId?: string;
  /** As far as it can be trusted (`client-ip.ts`). */
  clientIp: string;
  /** The path as sent, without base path and query: responses and logs must not contain keys or search terms. */
  path: string;
  /** The path of BASE_URL, which the client sees before that path; empty for none. */
  basePath: string;
  /** The pattern of the route, once known: the form in which logs show the path. */
  route?: string;
  /** The contract id of the endpoint, once known; of the tool for a message of an MCP client. */
  endpoint?: string;
  /** Absent where the request is not traced. */
  trace?: RequestTrace;
  memory: MemoryBudgets;
  /**
   * The status for the logs where the one sent differs: of a tool's result, or of the error that cut a
   * response off.
   */
  loggedStatus?: number;
  /** The permission or session whose absence refused the request, or its tool. */
  refused?: RefusedPermission | null;
  /** The caller, once authenticated. */
  principal?: Principal;
  /** The caller's rate limit, once counted. */
  rateLimitStatus?: RateLimitStatus;
}

/** The path for a problem document, as the client sent it; empty for a target that is not a path. */
export const instanceOf = ({ basePath, path }: Pick<HttpContext, 'basePath' | 'path'>): string =>
  path === '' ? '' : `${basePath}${path}`;

/** How the request came: by MCP or as any other. */
export const channelOf = ({ path }: Pick<HttpContext, 'path'>): 'http' | 'mcp' =>
  path === '/mcp' || path.startsWith('/mcp/') ? 'mcp' : 'http';

/** The owner whose share a request uses: its account, or its network without one. */
export const budgetOwnerKey = ({
  principal,
  clientIp,
}: Pick<HttpContext, 'principal' | 'clientIp'>): string =>
  quotaOwner(principal, `network ${rateLimitNetwork(clientIp)}`);

/** The status for the logs; null where none was sent. */
export const statusForLogs = ({ response, loggedStatus }: HttpContext): number | null =>
  response.headersSent ? (loggedStatus ?? response.statusCode) : null;

/** Whether the client has disconnected. */
export const isClientDisconnected = ({ response }: Pick<HttpContext, 'response'>): boolean =>
  response.destroyed || response.closed;
