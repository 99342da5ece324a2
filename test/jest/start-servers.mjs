/**
 * Global set-up of jest: starts the backing servers, and removes the configuration of the user from the
 * environment.
 */
import { fileURLToPath } from 'node:url';
import { environmentVariables } from '../../shared/kernel/node/config.ts';
import { fileVariableOf } from '../../shared/kernel/node/environment-reader.ts';
import { startTestServers } from '../servers/start.ts';

export default async function startServers() {
  for (const { name } of environmentVariables())
    for (const variable of [name, fileVariableOf(name)]) delete process.env[variable];
  // Compiled code is cached, because many processes of the tests load the same files.
  process.env.NODE_COMPILE_CACHE = fileURLToPath(
    new URL('../../node_modules/.cache/compile', import.meta.url),
  );
  process.env.NODE_ENV = 'test';
  // The tests on Docker Compose and on Kubernetes bring their own.
  if (process.env.TEST_CONTAINERS || process.env.TEST_KUBERNETES) return;
  const servers = await startTestServers();
  Object.assign(process.env, servers.env);
  process.stdout.write(`Servers of the tests: ${servers.summary}\n`);
  globalThis.testServers = servers;
}
