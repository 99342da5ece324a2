/** Telling the services that the client of a request has gone, so that nothing goes on that only its answer needs (A5). */
import { randomUUID } from 'node:crypto';
import type { EventMap } from '../../shared/contracts/events.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { Exchange } from './exchange.ts';

/** Names the exchange, and says so when the connection ends before the answer has left. Reads have nothing long to do. */
export function tellAbandonment({ broker, log }: Node, exchange: Exchange): void {
  const { request, response } = exchange;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const id = randomUUID();
  exchange.id = id;
  response.once('close', () => {
    // Before the caller is known nothing was asked of a service that could go on for long.
    if (response.writableFinished || !exchange.principal) return;
    const news: EventMap['gateway.requestAbandoned'] = { exchange_id: id };
    broker.broadcast('gateway.requestAbandoned', news).catch((error: unknown) => log.debug(error));
  });
}
