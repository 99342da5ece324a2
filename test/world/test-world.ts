/**
 * Starts the whole service in this process (one node, or a gateway on its own node over NATS) with the
 * population of `population.ts`; `RUN_MODES` lists both, for suites that run in each.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import type { HandlerMiddleware } from '../../shared/kernel/node/handler-middleware.ts';
import { populateWorld, type WorldPopulation } from '../../tools/world/population.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { databasePrefix, missingServer, natsUrl } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';

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
async function startSplitWorld(): Promise<TestWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'split-site-'));
  const env = {
    // Uploads and what reads them share a folder where there is no S3.
    DATA_DIR: folder,
    NATS_URL: natsUrl(),
    CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
    DATABASE_PREFIX: databasePrefix('split'),
    EMAIL_VERIFICATION: 'off',
  };
  const behind = SERVICE_NAMES.filter((name) => name !== 'gateway');
  const nodes: TestNode[] = [];
  const stop = async (): Promise<void> => {
    for (const node of nodes.reverse()) await node.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    nodes.push(await startTestNode(behind, env));
    const node = await startTestNode(['gateway'], env);
    nodes.push(node);
    await node.node.broker.waitForServices(behind, 60_000);
    const base = node.url;
    return { node, base, ...(await populateWorld(base)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts and fills the service on one node, in about two seconds. */
export async function startWorld(
  env: Record<string, string> = {},
  handlerMiddleware?: HandlerMiddleware,
): Promise<TestWorld> {
  const node = await startTestNode([], env, undefined, handlerMiddleware);
  const base = node.url;
  try {
    return { node, base, ...(await populateWorld(base)), stop: () => node.stop() };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** Both run modes, for suites that run in each; the last member is the reason to skip one. */
export const RUN_MODES: readonly (readonly [string, () => Promise<TestWorld>, string | false])[] = [
  ['one process', startWorld, false],
  ['split', startSplitWorld, missingServer('NATS')],
];
