/** `discovery.health` over HTTP, without a call of an action: calls cross NATS, which may be down (E3). */
import type { Node } from '../../../shared/kernel/node/node.ts';
import { createHealthCheck } from '../discovery/health-check.ts';
import { sendJson } from '../responses/send-response.ts';
import type { LocalEndpoint } from './local-endpoint.ts';

export function createHealthEndpoint(node: Node): LocalEndpoint {
  const checkHealth = createHealthCheck(node);
  return {
    async respond({ context }) {
      const report = await checkHealth();
      await sendJson(context, report.status === 'ok' ? 200 : 503, report);
      return true;
    },
  };
}
