/** Looks before anything else starts whether the gateway will be able to listen. */

import { createServer } from 'node:net';
import { type Config, ConfigError } from '../../shared/kernel/config.ts';

/**
 * Resolves when the gateway of this node can listen on its address, and at once for a node without one.
 * @throws ConfigError naming PORT or HOST, whichever is wrong
 */
export async function checkAddress({ services, host, port }: Pick<Config, 'services' | 'host' | 'port'>): Promise<void> {
  if (services !== null && !services.includes('gateway')) return;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    throw new ConfigError(whyNot(error as NodeJS.ErrnoException, host, port));
  }
  await new Promise((resolve) => probe.close(resolve));
}

function whyNot({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT=${port} is taken by another program on ${host}. Set PORT to a free one.`;
  if (code === 'EACCES') return `PORT=${port} may not be used by this user. Set PORT to one above 1023.`;
  return `HOST=${host} is no address of this machine (${code}). Set HOST to one, such as 127.0.0.1 or 0.0.0.0.`;
}
