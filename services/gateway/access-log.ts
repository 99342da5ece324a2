/**
 * The access log: one line a request, written when its answer has left, for whoever runs the service (`LOG_LEVEL=info`). It names the
 * route and never the address as sent, so that no query, key or cookie reaches it (decisions A15, G22).
 */

import type { Principal } from '../../shared/kernel/auth/principal.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { RequestContext } from './request-context.ts';

/** What the platform asks every second says nothing about who uses the service. */
const HEALTH_PROBE_PATH = /^\/healthz\//;

/** Logs the request once its connection is done with it; an answer that never left reads `status=-`. */
export function logAccess({ config, log }: Node, context: RequestContext): void {
  const { request, response, requestId, clientIp, path } = context;
  if ((config.logLevel !== 'info' && config.logLevel !== 'debug') || HEALTH_PROBE_PATH.test(path)) return;
  const began = performance.now();
  const { socket } = request;
  // What went over the wire, heads included; a kept-alive connection has sent earlier answers.
  const sentBefore = socket.bytesWritten;
  response.once('close', () => {
    const line = {
      method: request.method ?? '-',
      route: context.route ?? '-',
      status: response.headersSent ? (context.loggedStatus ?? response.statusCode) : '-',
      ms: (performance.now() - began).toFixed(1),
      bytes: socket.bytesWritten - sentBefore,
      channel: path === '/mcp' ? 'mcp' : 'http',
      ...describeCaller(context.principal),
      address: clientIp,
      request: requestId,
    };
    log.info(
      Object.entries(line)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    );
  });
}

/** Ids only: names and addresses are the accounts' own. */
function describeCaller(principal: Principal | undefined): Record<string, number | string> {
  if (principal?.kind !== 'user') return { user: '-' };
  const { user, credential } = principal;
  return credential.type === 'key' ? { user: user.id, key: credential.id } : { user: user.id, session: 'yes' };
}
