/** Check before a start that the gateway can listen on its port. */
import { createServer } from 'node:net';
import { ConfigError } from '../../shared/kernel/errors/config-error.ts';
import type { Config } from '../../shared/kernel/node/config.ts';

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
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    throw new ConfigError(describeListenError(error as NodeJS.ErrnoException, host, port));
  }
  await new Promise((resolve) => probe.close(resolve));
}

function describeListenError({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT=${port} is already in use on ${host}. Set PORT to a free port.`;
  if (code === 'EACCES')
    return `PORT=${port} requires privileges this user does not have. Set PORT above 1023.`;
  return `HOST=${host} is not an address of this machine (${code}). Set HOST to, for example, 127.0.0.1 or 0.0.0.0.`;
}
