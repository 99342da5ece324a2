/**
 * A node: a list of service names -> lazy import -> broker.start. The same for development, production and the tests; which services
 * stand together is configuration alone (architecture §6).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type BrokerOptions, ServiceBroker, type ServiceSchema } from 'moleculer';
import { type Config, ConfigError, SERVICE_NAMES, type ServiceName } from '../shared/kernel/config.ts';
import { serveProbes } from '../shared/kernel/health.ts';
import { type Database, openDatabase } from '../shared/kernel/mongo.ts';
import { natsAddress } from '../shared/kernel/nats-address.ts';
import type { Node } from '../shared/kernel/node.ts';
import { PrincipalSeal } from '../shared/kernel/principal.ts';

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

/**
 * Starts a node with the services of the configuration.
 * @throws ConfigError when something it needs is not configured
 */
export async function startNode(config: Config): Promise<RunningNode> {
  const { mongodbUri } = config;
  if (mongodbUri === null) throw new ConfigError('MONGODB_URI is needed where no embedded MongoDB is started.');
  const databases: Database[] = [];
  const closeDatabases = async () => {
    await Promise.all(databases.splice(0).map((database) => database.close()));
  };
  const broker = new ServiceBroker(brokerOptions(config, closeDatabases));
  const node: Node = {
    broker,
    log: broker.getLogger('css'),
    config,
    seal: new PrincipalSeal(config.clusterSecret ?? randomBytes(32).toString('hex')),
    async openDatabase(service) {
      const database = await openDatabase(mongodbUri, config.databasePrefix, service);
      databases.push(database);
      return database.connection;
    },
    address: null,
    ready: false,
    draining: false,
    beforeStop: [],
  };
  const stop = async (): Promise<void> => {
    node.draining = true;
    for (const finish of node.beforeStop) await finish();
    await broker.stop();
  };
  try {
    for (const name of config.services ?? SERVICE_NAMES) {
      const { createService } = await SERVICES[name]();
      broker.createService(await createService(node));
    }
    await broker.start();
    if (config.healthPort > 0) {
      const probes = await serveProbes(node, config.host, config.healthPort);
      node.beforeStop.push(async () => void probes.close());
    }
    node.ready = true;
  } catch (error) {
    await stop().catch(() => undefined);
    await closeDatabases();
    throw error;
  }
  return { node, stop };
}

/** Moleculer's options, each with its reason in architecture §6 and hardening finding 2. */
function brokerOptions(config: Config, closeDatabases: () => Promise<void>): BrokerOptions {
  return {
    namespace: config.databasePrefix,
    // Unique for ever: a duplicate id would stop the other node.
    nodeID: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    logger: config.logLevel === 'silent' ? false : { type: 'Console', options: { level: logLevels(config), formatter: 'short' } },
    ...(config.natsUrl === null
      ? {}
      : {
          transporter: { type: 'NATS' as const, options: { ...natsAddress(config.natsUrl), maxReconnectAttempts: -1 } },
          // NATS queue groups decide who answers: what survives a kill -9 without lost calls.
          disableBalancer: true,
          heartbeatInterval: 1,
          heartbeatTimeout: 4,
        }),
    requestTimeout: 30_000,
    maxCallLevel: 20,
    tracking: { enabled: true, shutdownTimeout: 20_000 },
    // Validation is the contract's, in kernel/implement.ts, where its place in the order of checks can be read.
    validator: false,
    internalServices: false,
    // The process decides about signals, since it may have a MongoDB to stop after the services.
    skipProcessEventRegistration: true,
    stopped: closeDatabases,
  };
}

/** Our own lines at the configured level; Moleculer's chatter only when something is wrong, or when debugging. */
const logLevels = ({ logLevel }: Config): Record<string, string> => ({
  CSS: logLevel,
  '**': logLevel === 'debug' ? 'debug' : logLevel === 'error' ? 'error' : 'warn',
});
