/** The whole service in this process, with two companies on it that have one of everything. */
import { startTestNode, type TestNode } from '../service-node.ts';
import { type Population, populate } from './population.ts';

export interface Site extends Population {
  node: TestNode;
  base: string;
  stop(): Promise<void>;
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
