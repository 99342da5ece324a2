/**
 * Tells the services when a client disconnects before its response, by the event `gateway.requestAbandoned`, so that
 * they stop work that only the response needs. Only for authenticated requests other than GET and HEAD.
 */
import { randomUUID } from 'node:crypto';
import type { EventMap } from '../../shared/contracts/events.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { HttpContext } from './http-context.ts';
import { whenClosed } from './responses/when-closed.ts';

/**
 * Gives a write its `abortId`, and broadcasts it when the connection ends before the response is sent. Reads
 * are short.
 */
export function notifyOnDisconnect({ broker, log }: Node, context: HttpContext): void {
  const { request, response } = context;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const id = randomUUID();
  context.abortId = id;
  whenClosed(response, () => {
    // Before authentication no service has begun anything long.
    if (response.writableFinished || !context.principal) return;
    const event: EventMap['gateway.requestAbandoned'] = { abort_id: id };
    broker.broadcast('gateway.requestAbandoned', event).catch((error: unknown) => log.debug(error));
  });
}
