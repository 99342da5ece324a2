/**
 * Before the first test file: the real servers, and an environment without the configuration of the person
 * who runs the tests.
 */
import { fileURLToPath } from 'node:url';
import { environmentVariables } from '../../shared/kernel/node/config.ts';
import { startTestServers } from '../servers/start.ts';

export default async function startServers() {
  for (const { name } of environmentVariables()) delete process.env[name];
  // What processes of the tests compile is kept: many of them load the same.
  process.env.NODE_COMPILE_CACHE = fileURLToPath(
    new URL('../../node_modules/.cache/compile', import.meta.url),
  );
  process.env.NODE_ENV = 'test';
  const servers = await startTestServers();
  Object.assign(process.env, servers.env);
  process.stdout.write(`Servers of the tests: ${servers.summary}\n`);
  globalThis.testServers = servers;
}
