/**
 * Starts a node, the same in development, production and tests: imports the services of the
 * configuration, starts the broker and health probes, and checks the shared secret and the NATS permissions.
 * The result also stops it.
 */
import { randomBytes } from 'node:crypto';
import { ServiceBroker, type ServiceSchema } from 'moleculer';
import { createBrokerOptions } from '../moleculer.config.ts';
import { livenessAction, SERVICE_NAMES, type ServiceName } from '../shared/contracts/services.ts';
import { PrincipalTokens } from '../shared/kernel/auth/principal.ts';
import { allowsAnonymous, canSubscribe } from '../shared/kernel/bus/nats-connection.ts';
import { requestSubject } from '../shared/kernel/bus/nats-permissions.ts';
import { ReliableNats } from '../shared/kernel/bus/reliable-nats.ts';
import { limitCaches } from '../shared/kernel/caching/process-cache.ts';
import { type Database, openDatabase } from '../shared/kernel/database/mongo.ts';
import { assertRestored } from '../shared/kernel/database/restore-marker.ts';
import { ConfigError } from '../shared/kernel/errors/config-error.ts';
import { NodeMetrics } from '../shared/kernel/metrics/node-metrics.ts';
import { watchProcess } from '../shared/kernel/metrics/process-measurements.ts';
import { AbortedRequests } from '../shared/kernel/node/aborted-requests.ts';
import { BackingServers } from '../shared/kernel/node/backing-servers.ts';
import type { Config } from '../shared/kernel/node/config.ts';
import type { HandlerMiddleware } from '../shared/kernel/node/handler-middleware.ts';
import { measureHealth, startProbeServer } from '../shared/kernel/node/health-probes.ts';
import { type Node, PRINCIPAL_CACHE_TTL_MS } from '../shared/kernel/node/node.ts';
import { SERVICE_VERSION } from '../shared/kernel/node/service-version.ts';

/** A process loads only the services it runs. */
const SERVICE_MODULES: Readonly<
  Record<ServiceName, () => Promise<{ createService(node: Node): Promise<ServiceSchema> }>>
> = {
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
  /**
   * Finishes the gateway's requests, then all running calls (at most 20 s each), then closes the databases.
   */
  stop(): Promise<void>;
}

/** Options for tests. */
interface StartNodeOptions {
  /** A longer one shows that an event, and not the expiry, removed a principal. */
  principalCacheTtlMs?: number | undefined;
  handlerMiddleware?: HandlerMiddleware;
  /** A clock that a test sets. */
  now?: () => Date;
}

/**
 * Starts a node with the services of the configuration.
 * @throws ConfigError when a required setting is missing or wrong
 */
export async function startNode(config: Config, options: StartNodeOptions = {}): Promise<RunningNode> {
  const { mongodbUri } = config;
  limitCaches(config.cacheBytes);
  const databases: Database[] = [];
  const closeDatabases = async () => {
    await Promise.all(databases.splice(0).map((database) => database.close()));
  };
  const tokens = new PrincipalTokens(config.clusterSecret ?? randomBytes(32).toString('hex'));
  const broker = new ServiceBroker(createBrokerOptions(config, closeDatabases, tokens));
  const node: Node = {
    broker,
    log: broker.getLogger('css'),
    config,
    tokens,
    principalCacheTtlMs: options.principalCacheTtlMs ?? PRINCIPAL_CACHE_TTL_MS,
    handlerMiddleware: options.handlerMiddleware,
    now: options.now ?? (() => new Date()),
    async openDatabase(service) {
      if (mongodbUri === null)
        throw new ConfigError('MONGODB_URI is required when no embedded MongoDB is started.');
      const database = await openDatabase(mongodbUri, config.databasePrefix, service);
      databases.push(database);
      await assertRestored(database.connection.getClient().db(database.connection.name));
      node.servers.add('mongodb', () => database.check());
      return database.connection;
    },
    servers: new BackingServers(),
    metrics: config.healthPort > 0 ? new NodeMetrics(broker) : null,
    traces: await startTracing(broker, config),
    abortedRequests: new AbortedRequests(),
    url: null,
    isReady: false,
    isDraining: false,
    limitations: new Set(),
    dataVersions: [],
    afterStart: [],
    beforeStop: [],
  };
  const bus = broker.transit?.tx;
  if (bus instanceof ReliableNats) node.servers.add('nats', () => bus.check());
  const stopMeasuring = measureNode(node);
  // Open before everything else and until the end: a slow start or stop does not look like a dead process.
  const probes = config.healthPort > 0 ? await startProbeServer(node, config.host, config.healthPort) : null;
  const stop = async (): Promise<void> => {
    node.isDraining = true;
    for (const hook of node.beforeStop) await hook();
    await broker.stop();
    probes?.close();
    stopMeasuring();
  };
  try {
    for (const name of config.services ?? SERVICE_NAMES) {
      const { createService } = await SERVICE_MODULES[name]();
      broker.createService(await createService(node));
    }
    await assertCanReceiveRequests(config);
    // All are checked before any is migrated: a refused start has changed nothing.
    for (const data of node.dataVersions) await data.assertKnown();
    await Promise.all(node.dataVersions.map((data) => data.migrate()));
    await broker.start();
    assertSharedSecret(node);
    for (const hook of node.afterStart) await hook();
    // A failed check is no reason to stop.
    if (config.natsUrl !== null)
      await warnIfBusIsOpen(node, config.natsUrl).catch((error: unknown) => node.log.debug(error));
    node.isReady = true;
  } catch (error) {
    await stop().catch(() => undefined);
    await closeDatabases();
    throw error;
  }
  return { node, stop };
}

/** Null where no collector is configured; then OpenTelemetry is not even loaded. */
async function startTracing(broker: ServiceBroker, { traces }: Config): Promise<Node['traces']> {
  const { endpoint } = traces;
  if (endpoint === null) return null;
  const tracing = await import('../shared/kernel/tracing/start-tracing.ts');
  return tracing.startTracing(broker, { ...traces, endpoint, version: SERVICE_VERSION });
}

/** Measures what belongs to no service. @returns the end of it */
function measureNode(node: Node): () => void {
  const { metrics, broker, config } = node;
  if (!metrics) return () => undefined;
  const services = (config.services ?? SERVICE_NAMES).join(',');
  const { source, stop } = watchProcess();
  metrics.addSource(source);
  metrics.addSource(() => measureHealth(node));
  metrics.addSource(() => [
    { metric: 'css_build_info', value: 1, labels: { version: SERVICE_VERSION, services } },
    { metric: 'css_bus_calls_pending', value: broker.transit?.pendingRequests.size ?? 0 },
  ]);
  return stop;
}

/** @throws ConfigError when the other nodes have another secret: they would refuse each other's calls */
function assertSharedSecret({ broker, tokens }: Node): void {
  // A program that is a node of Moleculer has no secret.
  const others = broker.registry
    .getNodeList({ onlyAvailable: true })
    .filter(({ id, metadata }) => id !== broker.nodeID && metadata?.deployment);
  // One node with the same secret is enough: a foreign node must not prevent a start.
  if (others.length > 0 && !others.some(({ metadata }) => metadata?.deployment === tokens.fingerprint)) {
    throw new ConfigError(
      'CLUSTER_SECRET differs from that of the running nodes. Use the same secret on all nodes of a deployment, or a different DATABASE_PREFIX for this one.',
    );
  }
}

/**
 * @throws ConfigError when the NATS user may not subscribe to requests of its services. An unavailable NATS
 * is awaited later.
 */
async function assertCanReceiveRequests({ natsUrl, services, databasePrefix }: Config): Promise<void> {
  for (const name of (natsUrl !== null && services) || []) {
    const action = livenessAction(name);
    if (await canSubscribe(natsUrl ?? '', requestSubject(databasePrefix, action), action).catch(() => true))
      continue;
    throw new ConfigError(
      `The NATS user in NATS_URL lacks the permissions for ${name}, which is listed in SERVICES; grant it what npm run nats-users prints for this node’s services.`,
    );
  }
}

/** Passwords and keys for identity cross the bus, so it must not be open to other clients. */
async function warnIfBusIsOpen({ config, log }: Node, natsUrl: string): Promise<void> {
  // Only the gateway node warns, so that the warning appears once.
  if (config.services?.includes('gateway') === false) return;
  if (await allowsAnonymous(natsUrl)) {
    log.warn(
      'The NATS server at NATS_URL accepts clients without a password. Require authentication: passwords and keys pass through it.',
    );
  }
  const otherService = SERVICE_NAMES.find((name) => config.services?.includes(name) === false);
  if (
    otherService &&
    (await canSubscribe(natsUrl, requestSubject(config.databasePrefix, livenessAction(otherService))))
  ) {
    log.warn(
      'The NATS user in NATS_URL can subscribe to requests for other services. Give each node its own user; see `npm run nats-users`.',
    );
  }
}
