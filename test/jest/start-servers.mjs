/**
 * Global set-up of jest: removes the configuration of the user from the environment, builds the console and starts
 * the backing servers.
 */
import { fileURLToPath } from 'node:url';
import { buildConsole } from '../../console/build.ts';
import { environmentVariables } from '../../shared/kernel/node/config.ts';
import { fileVariableOf } from '../../shared/kernel/node/environment-reader.ts';
import { opensearch } from '../servers/opensearch.ts';
import { ALL_SERVERS, startTestServers } from '../servers/start.ts';

/** It takes a gigabyte of memory, and the suites of search run without it too. */
const NOT_ASKED_FOR = 'npm run dev -- test:opensearch runs it';

export default async function startServers() {
  for (const { name } of environmentVariables())
    for (const variable of [name, fileVariableOf(name)]) delete process.env[variable];
  // Compiled code is cached, because many processes of the tests load the same files.
  process.env.NODE_COMPILE_CACHE = fileURLToPath(
    new URL('../../node_modules/.cache/compile', import.meta.url),
  );
  process.env.NODE_ENV = 'test';
  await buildConsole();
  // The tests on Docker Compose and on Kubernetes bring their own.
  if (process.env.TEST_CONTAINERS || process.env.TEST_KUBERNETES) return;
  const servers = await startTestServers(
    process.env.TEST_OPENSEARCH ? [...ALL_SERVERS, opensearch] : ALL_SERVERS,
  );
  if (!process.env.TEST_OPENSEARCH && !process.env.TEST_OPENSEARCH_URL)
    process.env.TEST_OPENSEARCH_MISSING = NOT_ASKED_FOR;
  Object.assign(process.env, servers.env);
  process.stdout.write(`Servers of the tests: ${servers.summary}\n`);
  globalThis.testServers = servers;
}
