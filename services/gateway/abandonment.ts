/** Telling the services that the client of a request has gone, so that nothing goes on that only its answer needs (A5). */
import type { EventMap } from '../../shared/contracts/events.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { Exchange } from './exchange.ts';

/** Says so when the connection ends before the answer has left. Reads have nothing long to do. */
export function tellAbandonment({ broker, log }: Node, exchange: Exchange): void {
  const { request, response, requestId } = exchange;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  response.once('close', () => {
    const { principal } = exchange;
    if (response.writableFinished || principal?.kind !== 'user') return;
    const news: EventMap['gateway.requestAbandoned'] = { request_id: requestId, user_id: principal.user.id };
    broker.broadcast('gateway.requestAbandoned', news).catch((error: unknown) => log.debug(error));
  });
}
