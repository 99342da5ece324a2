/**
 * Global set-up of jest: starts the backing servers, and removes the configuration of the user from the
 * environment.
 */
import { fileURLToPath } from 'node:url';
import { environmentVariables } from '../../shared/kernel/node/config.ts';
import { startTestServers } from '../servers/start.ts';

export default async function startServers() {
  for (const { name } of environmentVariables()) delete process.env[name];
  // Compiled code is cached, because many processes of the tests load the same files.
  process.env.NODE_COMPILE_CACHE = fileURLToPath(
    new URL('../../node_modules/.cache/compile', import.meta.url),
  );
  process.env.NODE_ENV = 'test';
  const servers = await startTestServers();
  Object.assign(process.env, servers.env);
  process.stdout.write(`Servers of the tests: ${servers.summary}\n`);
  globalThis.testServers = servers;
}
