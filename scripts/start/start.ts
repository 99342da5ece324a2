/**
 * `npm start`: the services of this node in one process, with an embedded MongoDB unless one is configured. Also the
 * entry of the image and of each process of `npm run start:split`. Ctrl-C or SIGTERM finishes requests in flight,
 * stops MongoDB cleanly and exits 0.
 */
import { resolve } from 'node:path';
import type { RunningNode } from '../../services/start-node.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { ConfigError } from '../../shared/kernel/errors/config-error.ts';
import { type Config, readConfig } from '../../shared/kernel/node/config.ts';
import { collectGarbageWhenIdle } from '../../shared/kernel/node/idle-garbage-collection.ts';
import { isNodeClientOf } from '../../shared/kernel/node/servers-of-services.ts';
import { exitAfterUsage } from '../console/print-usage.ts';
import { formatSeconds } from '../console/progress.ts';
import { exitWithError } from './launcher/fatal-error.ts';
import { type EmbeddedMongod, superviseMongod } from './launcher/server-supervisor.ts';
import { onShutdownRequest } from './launcher/shutdown-signals.ts';
import { assertDataFolderWritable, assertPortAvailable } from './launcher/start-checks.ts';

exitAfterUsage(import.meta.filename);
const startedAt = performance.now();
/** The parts started so far, to stop at any moment. */
const running: {
  mongod: EmbeddedMongod | null;
  /** Data folder of the embedded MongoDB. */
  dataDir: string | null;
  node: Promise<RunningNode> | null;
  finishing: boolean;
} = {
  mongod: null,
  dataDir: null,
  node: null,
  finishing: false,
};

try {
  const config = readConfig(process.env);
  assertAllServicesReachable(config);
  // Shown by `ps`.
  process.title = `css ${config.services?.join(',') ?? 'all services'}`;
  onShutdownRequest({ first: () => void finish(0), again: () => void exitNow() });
  const { services, address } = await start(config);
  if (!running.finishing) printReady(config, services, address);
  collectGarbageWhenIdle();
} catch (error) {
  // During a stop half-started parts fail, which is expected.
  if (!running.finishing) {
    running.finishing = true;
    await running.mongod?.stop();
    exitWithError(error, running.dataDir);
  }
}

async function start(
  config: Config,
): Promise<{ services: readonly string[] | null; address: string | null }> {
  await assertPortAvailable(config);
  assertDataFolderWritable(config);
  // Loading the services takes as long as MongoDB takes to start.
  const services = import('../../services/start-node.ts');
  services.catch(() => undefined);
  if (config.mongodbUri === null && isNodeClientOf('mongodb', config.services)) {
    running.dataDir = resolve(config.dataDir);
    running.mongod = await superviseMongod(
      resolve(config.dataDir, 'mongo'),
      (error) => void finish(1, error),
    );
  }
  const { startNode } = await services;
  if (running.finishing) return { services: config.services, address: null };
  running.node = startNode({ ...config, mongodbUri: running.mongod?.uri ?? config.mongodbUri });
  const { node } = await running.node;
  return { services: config.services, address: node.url };
}

/** Without NATS this process must run all services. */
function assertAllServicesReachable({ services, natsUrl }: Config): void {
  if (natsUrl !== null || services === null || SERVICE_NAMES.every((name) => services.includes(name))) return;
  throw new ConfigError(
    'SERVICES selects only some services; the others must be reachable over NATS. Set NATS_URL, CLUSTER_SECRET and MONGODB_URI.',
  );
}

function printReady(config: Config, services: readonly string[] | null, address: string | null): void {
  // The supervisor of several processes prints one line for all.
  if (process.send) {
    process.send({ ready: true, address });
    return;
  }
  const time = formatSeconds(performance.now() - startedAt);
  if (address === null) {
    console.log(`Ready in ${time}: ${services?.join(', ') ?? 'all services'} – Ctrl-C stops.`);
    return;
  }
  const url = config.baseUrl ?? address;
  const data =
    running.mongod === null ? 'Data in the configured MongoDB' : `Data in ${resolve(config.dataDir)}`;
  console.log(`Ready in ${time}: ${url} – API reference ${url}/docs – ${data} – Ctrl-C stops.`);
}

async function finish(code: number, error?: unknown): Promise<void> {
  if (running.finishing) return;
  running.finishing = true;
  const problem = error instanceof Error ? error.message : error;
  if (problem !== undefined) console.error(problem);
  // MongoDB must not stop under services that are starting: wait until they can be stopped.
  const node = await running.node?.catch(() => null);
  await node?.stop().catch((failure: unknown) => {
    console.error('A service did not shut down cleanly:', failure);
    process.exitCode = 1;
  });
  await running.mongod?.stop();
  // Again, after the lines that the services have logged.
  if (node && problem !== undefined) console.error(problem);
  const isClean = code === 0 && process.exitCode !== 1;
  if (isClean && !process.send) console.log('Stopped.');
  process.exit(isClean ? 0 : code || 1);
}

/** Second request to stop: does not wait for requests in flight, but for the database. */
async function exitNow(): Promise<void> {
  console.error('Forcing shutdown.');
  await running.mongod?.stop();
  process.exit(1);
}
