/**
 * Event `gateway.requestAbandoned`, sent to the services when the client of an authenticated request, other
 * than GET and HEAD, disconnects before its response: they stop work that only the response needs.
 */
import { randomUUID } from 'node:crypto';
import type { EventMap } from '../../shared/contracts/events.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { HttpContext } from './http-context.ts';

/**
 * Gives a write its `abortId`, and broadcasts it when the connection ends before the response is sent. Reads
 * are short.
 */
export function notifyOnDisconnect({ broker, log }: Node, context: HttpContext): void {
  const { request, response } = context;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const id = randomUUID();
  context.abortId = id;
  response.once('close', () => {
    // Before authentication no service has begun anything long.
    if (response.writableFinished || !context.principal) return;
    const event: EventMap['gateway.requestAbandoned'] = { abort_id: id };
    broker.broadcast('gateway.requestAbandoned', event).catch((error: unknown) => log.debug(error));
  });
}
