/**
 * `npm start`: the services of this node in one process, over a MongoDB of our own where none is configured.
 * Ctrl-C or SIGTERM finishes what runs, stops MongoDB cleanly and exits 0 (decisions E1, E2, E5).
 */

import { resolve } from 'node:path';
import type { RunningNode } from '../services/start.ts';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { type Config, ConfigError, readConfig } from '../shared/kernel/config.ts';
import { inSeconds } from './back-ends/progress.ts';
import { complainAndExit } from './running/complain.ts';
import { checkDataFolder } from './running/data-folder.ts';
import { type EmbeddedMongod, keepMongod } from './running/embedded-mongod.ts';
import { checkAddress } from './running/free-address.ts';
import { onStopRequest } from './running/stop-request.ts';

const began = performance.now();
/** What runs so far, so that a stop at any moment stops just that. */
const running: { mongod: EmbeddedMongod | null; node: Promise<RunningNode> | null; finishing: boolean } = {
  mongod: null,
  node: null,
  finishing: false,
};

try {
  const config = readConfig(process.env);
  checkCompany(config);
  // `ps` tells the processes of a deployment apart.
  process.title = `css ${config.services?.join(',') ?? 'all services'}`;
  onStopRequest({ first: () => void finish(0), again: () => void finishNow() });
  const { services, address } = await start(config);
  if (!running.finishing) tellReady(config, services, address);
} catch (error) {
  // While it stops, half-started parts fail; that is no news.
  if (!running.finishing) {
    await running.mongod?.stop();
    complainAndExit(error);
  }
}

async function start(config: Config): Promise<{ services: readonly string[] | null; address: string | null }> {
  await checkAddress(config);
  checkDataFolder(config);
  // Loading the services takes as long as MongoDB takes to start.
  const services = import('../services/start.ts');
  services.catch(() => undefined);
  if (config.mongodbUri === null) {
    running.mongod = await keepMongod(resolve(config.dataDir, 'mongo'), (error) => void finish(1, error));
  }
  const { startNode } = await services;
  if (running.finishing) return { services: config.services, address: null };
  running.node = startNode({ ...config, mongodbUri: running.mongod?.uri ?? config.mongodbUri });
  const { node } = await running.node;
  return { services: config.services, address: node.address };
}

/** A part of the services answers nothing without the others. */
function checkCompany({ services, natsUrl }: Config): void {
  if (natsUrl !== null || services === null || SERVICE_NAMES.every((name) => services.includes(name))) return;
  throw new ConfigError(
    'SERVICES runs a part of the services here; the others must be reachable over NATS: set NATS_URL, CLUSTER_SECRET and MONGODB_URI.',
  );
}

function tellReady(config: Config, services: readonly string[] | null, address: string | null): void {
  // A supervisor says it once for all its nodes.
  if (process.send) {
    process.send({ ready: true, address });
    return;
  }
  const time = inSeconds(performance.now() - began);
  if (address === null) {
    console.log(`Ready in ${time}: ${services?.join(', ') ?? 'all services'} – Ctrl-C stops.`);
    return;
  }
  const url = config.baseUrl ?? address;
  const data = running.mongod === null ? 'Data in the configured MongoDB' : `Data in ${resolve(config.dataDir)}`;
  console.log(`Ready in ${time}: ${url} – API reference ${url}/docs – ${data} – Ctrl-C stops.`);
}

async function finish(code: number, error?: unknown): Promise<void> {
  if (running.finishing) return;
  running.finishing = true;
  if (error !== undefined) console.error(error instanceof Error ? error.message : error);
  // Services that are just being started would complain of a MongoDB that stops under them: they are stopped when they stand.
  const node = await running.node?.catch(() => null);
  await node?.stop().catch((problem: unknown) => {
    console.error('A service did not stop in order:', problem);
    process.exitCode = 1;
  });
  await running.mongod?.stop();
  const isFine = code === 0 && process.exitCode !== 1;
  // A supervisor says it once for all its nodes.
  if (isFine && !process.send) console.log('Stopped.');
  process.exit(isFine ? 0 : code || 1);
}

/** Asked twice: the requests are not waited for, the database is. */
async function finishNow(): Promise<void> {
  console.error('Stopping at once.');
  await running.mongod?.stop();
  process.exit(1);
}
