/**
 * The access log (`LOG_LEVEL` info and debug): one line for each request except health probes, when its
 * response is closed. It shows the route and never the URL, so that no query, key or cookie is logged.
 */
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { LogFields } from '../../shared/kernel/logging/log-format.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { channelOf, type HttpContext, statusForLogs } from './http-context.ts';

/** Probes of the platform, every second. */
export const HEALTH_PROBE_PATH = /^\/healthz\//;

/** Logs the request when its response is closed; `status=-` where none was sent. */
export function logAccess({ config, log }: Node, context: HttpContext): void {
  const { request, response, requestId, clientIp, path } = context;
  if ((config.logLevel !== 'info' && config.logLevel !== 'debug') || HEALTH_PROBE_PATH.test(path)) return;
  const startedAt = performance.now();
  const { socket } = request;
  // Bytes on the wire, heads included; a kept-alive connection has sent earlier responses.
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const line = {
      method: request.method ?? '-',
      route: context.route ?? '-',
      status: statusForLogs(context) ?? '-',
      ms: (performance.now() - startedAt).toFixed(1),
      bytes: socket.bytesWritten - sentBefore,
      channel: channelOf(context),
      ...describeCaller(context.principal),
      address: clientIp,
      request: requestId,
    };
    log.info(new LogFields('request', line));
  });
}

/** Ids only: names and emails are personal. */
function describeCaller(principal: Principal | undefined): Record<string, number | string> {
  if (principal?.kind !== 'user') return { user: '-' };
  const { user, credential } = principal;
  return credential.type === 'key'
    ? { user: user.id, key: credential.id }
    : { user: user.id, session: 'yes' };
}
