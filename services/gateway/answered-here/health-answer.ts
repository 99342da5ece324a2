/** `discovery.health` over HTTP: answered without a call, because calls cross NATS, and whether that is there is part of the answer (E3). */
import type { Node } from '../../../shared/kernel/node.ts';
import { sendJson } from '../answers/answer.ts';
import { healthOf } from '../discovery/discovery.ts';
import type { AnswerHere } from './answer-here.ts';

/** The endpoint's answer, for the exchange. */
export function healthAnswer(node: Node): AnswerHere {
  const health = healthOf(node);
  return async ({ exchange, params }) => {
    await params();
    const body = await health();
    await sendJson(exchange, body.status === 'ok' ? 200 : 503, body);
  };
}
