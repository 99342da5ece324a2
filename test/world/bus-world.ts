/**
 * The service in two nodes over a NATS server of its own, whose users have the permissions of a deployment,
 * among them `tools` for programs; with the population of `population.ts`, and clients on the bus.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsUsersOfNodes } from '../../scripts/start/embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import { BusClient } from '../../shared/bus-client/index.ts';
import { type BusCaller, SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { releasePrefix, takePrefix } from '../test-servers.ts';
import { preparePopulation } from './population-copies.ts';
import type { TestWorld } from './test-world.ts';

const BEHIND = SERVICE_NAMES.filter((name) => name !== 'gateway');
const NODES: Readonly<Record<string, readonly BusCaller[]>> = {
  gateway: ['gateway'],
  services: BEHIND,
  tools: ['tools'],
};
const CLUSTER_SECRET = 'a secret that all nodes of a deployment share';

/** A world with a bus; `node` is that of the gateway. */
export interface BusWorld extends TestWorld {
  /** Beside the users of nodes and `tools` it has `unlimited`, without permissions that would limit it. */
  nats: NatsServer;
  /** Both nodes. */
  nodes: readonly TestNode[];
  /** The DATABASE_PREFIX. */
  namespace: string;
  /** The variables of a program: NATS_URL, CSS_KEY and DATABASE_PREFIX. */
  programEnv(key: string): Record<string, string>;
  /** A client with this key, closed with the world. */
  connect(key: string): Promise<BusClient>;
}

export async function startBusWorld(): Promise<BusWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'bus-world-'));
  const namespace = await takePrefix();
  const users = natsUsersOfNodes(namespace, Object.entries(NODES));
  const nats = await startNats({ users: [...users, { name: 'unlimited', permissions: null }] });
  const env = {
    DATA_DIR: folder,
    CLUSTER_SECRET,
    DATABASE_PREFIX: namespace,
    EMAIL_VERIFICATION: 'off',
  };
  const nodes: TestNode[] = [];
  const clients: BusClient[] = [];
  const stop = async (): Promise<void> => {
    for (const client of clients) await client.close();
    for (const node of nodes.reverse()) await node.stop();
    await nats.stop();
    releasePrefix(namespace);
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (name: 'gateway' | 'services'): Promise<TestNode> => {
    const node = await startTestNode([...(NODES[name] ?? [])], { ...env, NATS_URL: nats.urlFor(name) });
    nodes.push(node);
    return node;
  };
  try {
    const populate = await preparePopulation({ databasePrefix: namespace, dataDir: folder });
    await start('services');
    const node = await start('gateway');
    await node.node.broker.waitForServices(BEHIND, 60_000);
    const url = nats.urlFor('tools');
    return {
      ...(await populate(node.url)),
      node,
      base: node.url,
      nats,
      nodes,
      namespace,
      programEnv: (key) => ({ NATS_URL: url, CSS_KEY: key, DATABASE_PREFIX: namespace }),
      async connect(key) {
        const client = await BusClient.connect({ url, key, namespace, program: 'test' });
        clients.push(client);
        return client;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
