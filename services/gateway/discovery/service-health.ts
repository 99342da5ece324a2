/** What answers and what is away, asked of each service: a killed one is missed at once, not when its heartbeat has been missed (E3). */
import { livenessAction, SERVICE_NAMES, type ServiceName } from '../../../shared/contracts/services.ts';
import { type BackingServerHealth, unavailableServers } from '../../../shared/kernel/node/backing-servers.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';

export interface ServiceHealth {
  services: Record<string, 'up' | 'down'>;
  /** MongoDB, NATS, Redis, S3, as far as there are such: down where one of the nodes does not reach it. */
  servers: BackingServerHealth;
}

/** A node takes half of it to ask its own servers. */
const TIMEOUT_MS = 900;
/** Health is asked without a credential and counts against no limit: however often it is asked, the services are asked this seldom. */
const CACHE_MS = 200;

/** How everything stands: a question for the health endpoint, answered within a second whatever is away. */
export function createServiceHealthCheck({ broker, servers }: Node): () => Promise<ServiceHealth> {
  const ask = async (name: ServiceName): Promise<[ServiceName, BackingServerHealth | null]> => {
    // Calls of its own cross NATS too, which may be what is away.
    if (name === 'gateway') return [name, await servers.health()];
    const answer = broker.call<BackingServerHealth, object>(livenessAction(name), {}, { timeout: TIMEOUT_MS });
    return [name, await answer.catch(() => null)];
  };
  let asked: Promise<[ServiceName, BackingServerHealth | null][]> | null = null;
  let until = 0;
  return async () => {
    if (!asked || performance.now() > until) {
      asked = Promise.all(SERVICE_NAMES.map(ask));
      until = performance.now() + CACHE_MS;
    }
    const answers = await asked;
    const standings = answers.flatMap(([, standing]) => standing ?? []);
    return {
      services: Object.fromEntries(answers.map(([name, standing]) => [name, standing ? 'up' : 'down'])),
      servers: Object.assign({}, ...standings, ...standings.flatMap(unavailableServers).map((name) => ({ [name]: 'down' }))),
    };
  };
}
