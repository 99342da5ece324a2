/**
 * Builds what the parts of the gateway share: authentication, rate limits, reports to identity, and the object store.
 */
import type { Node } from '../../shared/kernel/node/node.ts';
import { KeyUsageQueue } from '../../shared/kernel/service/key-usage-queue.ts';
import { RefusalQueue } from '../../shared/kernel/service/refusal-queue.ts';
import { createObjectStore } from '../../shared/storage/create-object-store.ts';
import { Authenticator } from './callers/authenticator.ts';
import { Gatekeeper } from './callers/gatekeeper.ts';
import { RateCounters } from './callers/rate-counters.ts';
import { RateLimits } from './callers/rate-limits.ts';

export type GatewayService = Awaited<ReturnType<typeof openGateway>>;

export async function openGateway(node: Node) {
  const { config } = node;
  const authenticator = new Authenticator(node);
  const store = await createObjectStore(config);
  const rateCounters = new RateCounters(config, (line) => node.log.warn(line));
  const rateLimits = new RateLimits(config, rateCounters);
  const reports = {
    keyUsage: new KeyUsageQueue(node, 'gateway'),
    refusals: new RefusalQueue(node, 'gateway'),
  };
  if (config.redisUrl !== null) node.servers.add('redis', () => rateCounters.check());
  if (config.s3 !== null) node.servers.add('s3', () => store.check());
  return {
    node,
    store,
    authenticator,
    rateCounters,
    rateLimits,
    reports,
    gatekeeper: new Gatekeeper(config, authenticator, rateLimits, reports),
  };
}
