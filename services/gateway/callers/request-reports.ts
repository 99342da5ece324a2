/**
 * Reports to identity, each sent once the response is closed: requests with an API key for its usage log, and refused
 * permissions for the audit trail.
 */
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import type { KeyUsageQueue } from '../../../shared/kernel/service/key-usage-queue.ts';
import type { RefusalQueue } from '../../../shared/kernel/service/refusal-queue.ts';
import { rateLimitNetwork } from '../client-ip.ts';
import { channelOf, type HttpContext, statusForLogs } from '../http-context.ts';
import { whenClosed } from '../responses/when-closed.ts';

/** The client closed the connection before the response; nginx logs the same number. */
const STATUS_CLIENT_CLOSED = 499;

/** @param queue gets the row of a request with a key; other requests have none */
export function recordKeyUsage(queue: KeyUsageQueue, context: HttpContext, principal: Principal): void {
  const { request, response, requestId, clientIp, path } = context;
  if (principal.kind !== 'user' || principal.credential.type !== 'key') return;
  const row = {
    key_id: principal.credential.id,
    at: new Date().toISOString(),
    method: request.method ?? 'GET',
    address: clientIp,
    request_id: requestId,
  };
  whenClosed(response, () => {
    const status = statusForLogs(context) ?? STATUS_CLIENT_CLOSED;
    queue.add({ ...row, route: context.route ?? path, status });
  });
}

/** @param queue gets the row of a request that was refused a permission */
export function recordRefusal(queue: RefusalQueue, context: HttpContext, principal: Principal): void {
  const { response, requestId, clientIp } = context;
  whenClosed(response, () => {
    const { refused, endpoint, route } = context;
    if (!refused || principal.kind !== 'user') return;
    const network = rateLimitNetwork(clientIp);
    // The principal of an MCP message has the channel of its authentication, HTTP.
    const caller = { ...principal, channel: channelOf(context) };
    queue.add(refused, caller, { endpoint: endpoint ?? route ?? '-', requestId, network });
  });
}
