/**
 * Health of all services and of the servers behind them (MongoDB, NATS, Redis, S3), as one node of each
 * service reports it. A killed service is reported before its missed heartbeat. Also the endpoint
 * `discovery.health` over HTTP, which runs the check itself: a call of the action would cross NATS, which may be down.
 */

import { livenessAction, SERVICE_NAMES, type ServiceName } from '../../../shared/contracts/services.ts';
import {
  type BackingServerHealth,
  type NodeHealth,
  unavailableServers,
} from '../../../shared/kernel/node/backing-servers.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { SERVICE_VERSION } from '../../../shared/kernel/node/service-version.ts';
import type { LocalEndpoint } from '../local-endpoints/local-endpoint.ts';
import { sendJson } from '../responses/send-response.ts';

interface HealthReport {
  /** `degraded` while any of them is down. */
  status: 'ok' | 'degraded';
  version: string;
  services: Record<string, 'up' | 'down'>;
  /**
   * MongoDB, NATS, Redis and S3, as far as they are configured: down where one of the nodes does not reach
   * it.
   */
  servers: BackingServerHealth;
  /** Missing functions of services that respond; absent where nothing is missing. */
  limitations?: string[];
}

type ServiceReport = [ServiceName, NodeHealth | null];

/** A node takes half of it to check its own servers. */
const TIMEOUT_MS = 900;
/** The endpoint is public and exempt from limits: the services are called no more often than this. */
const CACHE_MS = 200;

/** A function that reports the health of everything, within a second even if nothing responds. */
export function createHealthCheck({
  broker,
  servers: ownServers,
  limitations: own,
}: Node): () => Promise<HealthReport> {
  const checkService = async (name: ServiceName): Promise<ServiceReport> => {
    // Even calls of its own actions cross NATS, which may be down.
    if (name === 'gateway') return [name, { servers: await ownServers.health(), limitations: [...own] }];
    const action = livenessAction(name);
    // Moleculer would log each call as that of an unknown action.
    if (!broker.registry.actions.isAvailable(action)) return [name, null];
    const health = broker.call<NodeHealth, object>(action, {}, { timeout: TIMEOUT_MS });
    return [name, await health.catch(() => null)];
  };
  let checking: Promise<ServiceReport[]> | null = null;
  let validUntil = 0;
  return async () => {
    if (!checking || performance.now() > validUntil) {
      checking = Promise.all(SERVICE_NAMES.map(checkService));
      validUntil = performance.now() + CACHE_MS;
    }
    const reports = await checking;
    const serverHealth = reports.flatMap(([, health]) => health?.servers ?? []);
    const limitations = [...new Set(reports.flatMap(([, health]) => health?.limitations ?? []))];
    const down = serverHealth.flatMap(unavailableServers).map((name) => ({ [name]: 'down' }));
    const servers: BackingServerHealth = Object.assign({}, ...serverHealth, ...down);
    const services = Object.fromEntries(
      reports.map(([name, health]) => [name, health ? ('up' as const) : ('down' as const)]),
    );
    const isUp = [...Object.values(services), ...Object.values(servers)].every((state) => state === 'up');
    return {
      status: isUp ? 'ok' : 'degraded',
      version: SERVICE_VERSION,
      services,
      servers,
      ...(limitations.length > 0 ? { limitations } : {}),
    };
  };
}

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
