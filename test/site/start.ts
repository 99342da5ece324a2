/** The whole service in this process, with two companies on it that have one of everything. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { databasePrefix, missing, natsUrl } from '../back-ends.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { type Population, populate } from './population.ts';

export interface Site extends Population {
  node: TestNode;
  base: string;
  stop(): Promise<void>;
}

/** The same with the gateway on a node of its own and NATS between it and the services; `node` is the gateway's. */
export async function startSplitSite(): Promise<Site> {
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
    const base = node.node.address ?? '';
    return { node, base, ...(await populate(base)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts and fills it, in about two seconds. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const node = await startTestNode([], env);
  const base = node.node.address ?? '';
  try {
    return { node, base, ...(await populate(base)), stop: () => node.stop() };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** Both ways to run it, for suites that are played in each; the last is why one cannot be. */
export const MODES: readonly (readonly [string, () => Promise<Site>, string | false])[] = [
  ['one process', startSite, false],
  ['split', startSplitSite, missing('NATS')],
];
