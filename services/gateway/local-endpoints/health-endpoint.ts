/** `discovery.health` over HTTP: answered without a call, because calls cross NATS, and whether that is there is part of the answer (E3). */
import type { Node } from '../../../shared/kernel/node/node.ts';
import { createHealthReport } from '../discovery/actions.ts';
import { sendJson } from '../responses/send-response.ts';
import type { LocalHandler } from './local-handler.ts';

/** The endpoint's answer, for the exchange. */
export function createHealthHandler(node: Node): LocalHandler {
  const health = createHealthReport(node);
  return async ({ context, readRawParams }) => {
    await readRawParams();
    const body = await health();
    await sendJson(context, body.status === 'ok' ? 200 : 503, body);
  };
}
