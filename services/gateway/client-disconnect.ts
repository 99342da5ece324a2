/** Telling the services that the client of a request has gone, so that nothing goes on that only its answer needs (hardening A5). */
import { randomUUID } from 'node:crypto';
import type { EventMap } from '../../shared/contracts/events.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { RequestContext } from './request-context.ts';

/** Names the exchange, and says so when the connection ends before the answer has left. Reads have nothing long to do. */
export function notifyOnDisconnect({ broker, log }: Node, context: RequestContext): void {
  const { request, response } = context;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const id = randomUUID();
  context.abortId = id;
  response.once('close', () => {
    // Before the caller is known nothing was asked of a service that could go on for long.
    if (response.writableFinished || !context.principal) return;
    const news: EventMap['gateway.requestAbandoned'] = { exchange_id: id };
    broker.broadcast('gateway.requestAbandoned', news).catch((error: unknown) => log.debug(error));
  });
}
