/**
 * Starts the whole service in this process (one node, or a gateway on its own node over NATS) with the
 * population of `population.ts`; `RUN_MODES` lists both, for suites that run in each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import type { HandlerMiddleware } from '../../shared/kernel/node/handler-middleware.ts';
import type { WorldPopulation } from '../../tools/world/population.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { missingServer, natsUrl, releasePrefix, takePrefix } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';
import { preparePopulation } from './population-copies.ts';

export interface TestWorld extends WorldPopulation {
  node: TestNode;
  base: string;
  stop(): Promise<void>;
}

/** The world of a test file or `describe`: started before its tests, stopped after them. */
export function useWorld(start: () => Promise<TestWorld> = startWorld): TestWorld {
  const world = useStarted(start);
  return {
    get node() {
      return world().node;
    },
    get base() {
      return world().base;
    },
    get anyone() {
      return world().anyone;
    },
    get administrator() {
      return world().administrator;
    },
    get ada() {
      return world().ada;
    },
    get mallory() {
      return world().mallory;
    },
    get wiki() {
      return world().wiki;
    },
    stop: () => world().stop(),
  };
}

/**
 * The same with the gateway on a node of its own and NATS between it and the services; `node` is the
 * gateway's.
 */
function startSplitWorld(): Promise<TestWorld> {
  const behind = SERVICE_NAMES.filter((name) => name !== 'gateway');
  return startOn(async (stores, nodes) => {
    const env = {
      ...stores,
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      EMAIL_VERIFICATION: 'off',
    };
    nodes.push(await startTestNode(behind, env));
    const node = await startTestNode(['gateway'], env);
    nodes.push(node);
    await node.node.broker.waitForServices(behind, 60_000);
    return node;
  });
}

/** Starts the service on one node, and fills it, in about a second. */
export function startWorld(
  env: Record<string, string> = {},
  handlerMiddleware?: HandlerMiddleware,
): Promise<TestWorld> {
  return startOn(async (stores, nodes) => {
    const node = await startTestNode([], { ...stores, ...env }, undefined, handlerMiddleware);
    nodes.push(node);
    return node;
  });
}

/** @param start adds each started node to the list, and returns that of the gateway */
async function startOn(
  start: (stores: { DATABASE_PREFIX: string; DATA_DIR: string }, nodes: TestNode[]) => Promise<TestNode>,
): Promise<TestWorld> {
  const databasePrefix = await takePrefix();
  const dataDir = await mkdtemp(join(tmpdir(), 'world-'));
  const nodes: TestNode[] = [];
  const stop = async (): Promise<void> => {
    for (const node of nodes.splice(0).reverse()) await node.stop();
    releasePrefix(databasePrefix);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const populate = await preparePopulation({ databasePrefix, dataDir });
    const node = await start({ DATABASE_PREFIX: databasePrefix, DATA_DIR: dataDir }, nodes);
    const base = node.url;
    return { node, base, ...(await populate(base)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Both run modes, for suites that run in each; the last member is the reason to skip one. */
export const RUN_MODES: readonly (readonly [string, () => Promise<TestWorld>, string | false])[] = [
  ['one process', startWorld, false],
  ['split', startSplitWorld, missingServer('NATS')],
];
