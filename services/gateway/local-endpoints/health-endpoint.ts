/**
 * `discovery.health` over HTTP: runs the health check itself, because a call of the action would cross NATS,
 * which may be down. Anything down gives 503.
 */
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
