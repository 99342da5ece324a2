/** `discovery.health` over HTTP: answered without a call, because calls cross NATS, which may be down itself (E3). */
import type { Node } from '../../../shared/kernel/node/node.ts';
import { createHealthReport } from '../discovery/actions.ts';
import { sendJson } from '../responses/send-response.ts';
import type { LocalEndpoint } from './local-endpoint.ts';

export function createHealthEndpoint(node: Node): LocalEndpoint {
  const reportHealth = createHealthReport(node);
  return {
    async respond({ context }) {
      const report = await reportHealth();
      await sendJson(context, report.status === 'ok' ? 200 : 503, report);
      return true;
    },
  };
}
