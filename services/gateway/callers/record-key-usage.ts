/** Records of requests with API keys for their usage log, each once its response is closed. */
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import type { KeyUsageQueue } from '../../../shared/kernel/service/key-usage-queue.ts';
import { type HttpContext, statusForLogs } from '../http-context.ts';

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
  response.once('close', () => {
    const status = statusForLogs(context) ?? STATUS_CLIENT_CLOSED;
    queue.add({ ...row, route: context.route ?? path, status });
  });
}
