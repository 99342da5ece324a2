/** Refuses a start, before anything runs, when the gateway of this node cannot listen at PORT and HOST. */
import { createServer } from 'node:net';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { listen } from '../../../shared/kernel/node/listen.ts';

/**
 * Resolves when the gateway of this node can listen, and at once for a node without a gateway.
 * @throws ConfigError naming PORT or HOST, whichever is wrong
 */
export async function assertPortAvailable({
  services,
  host,
  port,
}: Pick<Config, 'services' | 'host' | 'port'>): Promise<void> {
  if (services !== null && !services.includes('gateway')) return;
  const probe = createServer();
  await listen(probe, { host, port });
  await new Promise((resolve) => probe.close(resolve));
}
