/** Records of requests whose permission was refused, for the audit trail, each once its response is closed. */
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import type { RefusalQueue } from '../../../shared/kernel/service/refusal-queue.ts';
import { rateLimitNetwork } from '../client-ip.ts';
import { channelOf, type HttpContext } from '../http-context.ts';

/** @param queue gets the row of a request that was refused a permission */
export function recordRefusal(queue: RefusalQueue, context: HttpContext, principal: Principal): void {
  const { response, requestId, clientIp } = context;
  response.once('close', () => {
    const { refused, endpoint, route } = context;
    const network = rateLimitNetwork(clientIp);
    if (!refused || principal.kind !== 'user') return;
    // The one with which the message of an MCP client was authenticated says HTTP.
    const caller = { ...principal, channel: channelOf(context) };
    queue.add(refused, caller, { endpoint: endpoint ?? route ?? '-', requestId, network });
  });
}
