/**
 * Lets a server listen on the configured host and port; a failure becomes a ConfigError naming PORT or HOST.
 */
import type { Server } from 'node:net';
import { ConfigError } from '../errors/config-error.ts';
import type { Config } from './config.ts';

/** Resolves when the server listens. @throws ConfigError naming PORT or HOST, whichever is wrong */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new ConfigError(describeListenError(error, host, port)));
    });
    server.listen(port, host, resolve);
  });
}

function describeListenError({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT=${port} is already in use on ${host}. Set PORT to a free port.`;
  if (code === 'EACCES')
    return `PORT=${port} requires privileges this user does not have. Set PORT above 1023.`;
  return `HOST=${host} is not an address of this machine (${code}). Set HOST to, for example, 127.0.0.1 or 0.0.0.0.`;
}
