/**
 * A node: a list of service names -> lazy import -> broker.start. The same for development, production and the tests; which services
 * stand together is configuration alone (architecture §6).
 */
import { randomBytes } from 'node:crypto';
import { ServiceBroker, type ServiceSchema } from 'moleculer';
import { brokerOptions } from '../moleculer.config.ts';
import { aliveAction, SERVICE_NAMES, type ServiceName } from '../shared/contracts/services.ts';
import { Abandonments } from '../shared/kernel/abandonments.ts';
import { letsAnybodyIn, mayHear } from '../shared/kernel/bus/nats-address.ts';
import { requestsHeard } from '../shared/kernel/bus/nats-permissions.ts';
import { SteadyNats } from '../shared/kernel/bus/steady-nats.ts';
import { PrincipalSeal } from '../shared/kernel/callers/principal.ts';
import { type Config, ConfigError } from '../shared/kernel/config.ts';
import { type Database, openDatabase } from '../shared/kernel/database/mongo.ts';
import { serveProbes } from '../shared/kernel/health.ts';
import { type AroundHandler, type Node, PRINCIPAL_LIFETIME_MS } from '../shared/kernel/node.ts';
import { Servers } from '../shared/kernel/servers.ts';

/** A process loads only the services it runs. */
const SERVICES: Readonly<Record<ServiceName, () => Promise<{ createService(node: Node): Promise<ServiceSchema> }>>> = {
  gateway: () => import('./gateway/service.ts'),
  identity: () => import('./identity/service.ts'),
  standards: () => import('./standards/service.ts'),
  'wiki-moderation': () => import('./wiki-moderation/service.ts'),
  projects: () => import('./projects/service.ts'),
  datasheets: () => import('./datasheets/service.ts'),
  files: () => import('./files/service.ts'),
  audit: () => import('./audit/service.ts'),
};

export interface RunningNode {
  node: Node;
  /** Finishes the gateway's requests, then every running call (20 s at most each), then closes the databases. */
  stop(): Promise<void>;
}

/** What tests set otherwise. */
export interface NodeOptions {
  /** Another one where it must be known whether a gateway was told or has forgotten by itself. */
  principalLifetimeMs?: number | undefined;
  aroundHandler?: AroundHandler;
}

/**
 * Starts a node with the services of the configuration.
 * @throws ConfigError when something it needs is not configured
 */
export async function startNode(config: Config, options: NodeOptions = {}): Promise<RunningNode> {
  const { mongodbUri } = config;
  if (mongodbUri === null) throw new ConfigError('MONGODB_URI is needed where no embedded MongoDB is started.');
  const databases: Database[] = [];
  const closeDatabases = async () => {
    await Promise.all(databases.splice(0).map((database) => database.close()));
  };
  const seal = new PrincipalSeal(config.clusterSecret ?? randomBytes(32).toString('hex'));
  const broker = new ServiceBroker(brokerOptions(config, closeDatabases, seal.fingerprint));
  const node: Node = {
    broker,
    log: broker.getLogger('css'),
    config,
    seal,
    principalLifetimeMs: options.principalLifetimeMs ?? PRINCIPAL_LIFETIME_MS,
    aroundHandler: options.aroundHandler,
    async openDatabase(service) {
      const database = await openDatabase(mongodbUri, config.databasePrefix, service);
      databases.push(database);
      node.servers.add('mongodb', () => database.check());
      return database.connection;
    },
    servers: new Servers(),
    abandonments: new Abandonments(),
    address: null,
    ready: false,
    draining: false,
    afterStart: [],
    beforeStop: [],
  };
  const bus = broker.transit?.tx;
  if (bus instanceof SteadyNats) node.servers.add('nats', () => bus.check());
  // The first that answers and the last: a slow start and a long stop are not taken for death.
  const probes = config.healthPort > 0 ? await serveProbes(node, config.host, config.healthPort) : null;
  const stop = async (): Promise<void> => {
    node.draining = true;
    for (const finish of node.beforeStop) await finish();
    await broker.stop();
    probes?.close();
  };
  try {
    for (const name of config.services ?? SERVICE_NAMES) {
      const { createService } = await SERVICES[name]();
      broker.createService(await createService(node));
    }
    await checkHearing(config);
    await broker.start();
    checkSecret(node);
    for (const begin of node.afterStart) await begin();
    // What it finds is said; what keeps it from looking is no reason to stop.
    if (config.natsUrl !== null) await warnOfOpenBus(node, config.natsUrl).catch((error: unknown) => node.log.debug(error));
    node.ready = true;
  } catch (error) {
    await stop().catch(() => undefined);
    await closeDatabases();
    throw error;
  }
  return { node, stop };
}

/**
 * Whether this node signs as the others do: each would refuse the calls of the other.
 * @throws ConfigError
 */
function checkSecret({ broker, seal }: Node): void {
  const others = broker.registry.getNodeList({ onlyAvailable: true }).filter(({ id }) => id !== broker.nodeID);
  // One that has the same is enough: what a stranger tells of itself keeps nobody out.
  if (others.length > 0 && !others.some(({ metadata }) => metadata?.deployment === seal.fingerprint)) {
    throw new ConfigError(
      'CLUSTER_SECRET is not that of the nodes already there. Give all nodes of a deployment the same, or this one a DATABASE_PREFIX of its own.',
    );
  }
}

/**
 * Whether the bus gives this node the requests its services answer. A NATS that is away is waited for later.
 * @throws ConfigError
 */
async function checkHearing({ natsUrl, services, databasePrefix }: Config): Promise<void> {
  for (const name of (natsUrl !== null && services) || []) {
    const action = aliveAction(name);
    if (await mayHear(natsUrl ?? '', requestsHeard(databasePrefix, action), action).catch(() => true)) continue;
    throw new ConfigError(
      `The NATS user of NATS_URL may not answer for ${name}, which SERVICES names: give it what npm run nats-users prints for the services of this node.`,
    );
  }
}

/** Passwords and keys on their way to identity cross the bus: whoever may listen there needs nothing else (H31). */
async function warnOfOpenBus({ config, log }: Node, natsUrl: string): Promise<void> {
  // Tried where strangers come in, so that it is said once.
  if (config.services?.includes('gateway') === false) return;
  if (await letsAnybodyIn(natsUrl)) {
    log.warn(
      'The NATS server of NATS_URL takes clients without a password: close it to them, passwords and keys pass through it.',
    );
  }
  const elsewhere = SERVICE_NAMES.find((name) => config.services?.includes(name) === false);
  if (elsewhere && (await mayHear(natsUrl, requestsHeard(config.databasePrefix, aliveAction(elsewhere))))) {
    log.warn(
      'The NATS user of NATS_URL may hear what is meant for other services: give each node a user of its own, see `npm run nats-users`.',
    );
  }
}
