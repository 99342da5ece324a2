/**
 * `npm run start:split`: each service in a process of its own, NATS between them, one MongoDB under them.
 * Whatever of them dies is started again; Ctrl-C stops the gateway first, then the others, then the servers.
 */

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_NAMES, type ServiceName } from '../shared/contracts/services.ts';
import { natsPermissions } from '../shared/kernel/bus/nats-permissions.ts';
import { type Config, ConfigError, readConfig } from '../shared/kernel/config.ts';
import type { NatsUser } from './back-ends/nats-users.ts';
import { inSeconds } from './back-ends/progress.ts';
import { complainAndExit, EX_CONFIG } from './running/complain.ts';
import { checkDataFolder } from './running/data-folder.ts';
import { keepMongod } from './running/embedded-mongod.ts';
import { keepNats } from './running/embedded-nats.ts';
import { firstAdministrator } from './running/first-administrator.ts';
import { checkAddress } from './running/free-address.ts';
import { keepService, type ServiceProcess } from './running/service-process.ts';
import { onStopRequest } from './running/stop-request.ts';

const HEALTH_MS = 1000;
const began = performance.now();
const services: ServiceProcess[] = [];
/** Stopped after the services, the last one first. */
const servers: { stop(): Promise<void> }[] = [];
let finishing = false;

try {
  // One secret for all of them; it signs only what passes between these processes.
  const secret = process.env.CLUSTER_SECRET?.trim() || randomBytes(32).toString('hex');
  const config = readConfig({ ...process.env, CLUSTER_SECRET: secret });
  if (config.services !== null) throw new ConfigError('SERVICES is for `npm start`; start:split runs all of them.');
  onStopRequest({ first: () => void finish(0), again: () => process.exit(1) });
  await start(config, secret);
} catch (error) {
  if (!finishing) {
    await stopAll();
    complainAndExit(error);
  }
}

async function start(config: Config, secret: string): Promise<void> {
  await checkAddress(config);
  checkDataFolder(config);
  const administrator = firstAdministrator(config);
  const env: NodeJS.ProcessEnv = { ...process.env, CLUSTER_SECRET: secret, ...administrator?.env };
  // Servers of our own are for trying out and for one team, as in one process; a NATS given means a deployment.
  if (config.natsUrl === null && config.mongodbUri === null) env.EMAIL_VERIFICATION = config.emailVerification;
  if (config.mongodbUri === null) {
    const mongod = await keepMongod(resolve(config.dataDir, 'mongo'), (error) => void finish(1, error));
    servers.push(mongod);
    env.MONGODB_URI = mongod.uri;
  }
  // A NATS that is given has the users it has.
  let urlOf = (_name: ServiceName): string | undefined => config.natsUrl ?? undefined;
  if (config.natsUrl === null) {
    const nats = await keepNats(usersOf(config), (error) => void finish(1, error));
    servers.push(nats);
    urlOf = (name) => nats.urlOf(name);
  }
  for (const name of SERVICE_NAMES) {
    const own = { ...env, NATS_URL: urlOf(name) };
    services.push(keepService(name, own, (reason) => void finish(EX_CONFIG, reason)));
  }
  const addresses = await Promise.all(services.map(({ ready }) => ready));
  const address = addresses.find((each) => each !== null) ?? `http://${config.host}:${config.port}`;
  await untilHealthy(address);
  if (finishing) return;
  if (administrator?.line) console.log(administrator.line);
  const url = config.baseUrl ?? address;
  const time = inSeconds(performance.now() - began);
  console.log(`Ready in ${time}: ${url} – API reference ${url}/docs – ${services.length} processes – Ctrl-C stops.`);
}

/** Each service is a user of its own on the bus. */
function usersOf({ databasePrefix }: Config): NatsUser[] {
  return SERVICE_NAMES.map((name) => ({ name, permissions: natsPermissions(databasePrefix, name, [name]) }));
}

async function untilHealthy(address: string): Promise<void> {
  while (!finishing) {
    // A request sent before everybody has subscribed gets no answer at all; the next one does.
    const signal = AbortSignal.timeout(HEALTH_MS);
    const answer = await fetch(`${address}/api/health`, { signal }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(100);
  }
}

async function finish(code: number, error?: unknown): Promise<void> {
  if (finishing) return;
  finishing = true;
  if (error !== undefined) console.error(error instanceof Error ? error.message : error);
  await stopAll();
  if (code === 0) console.log('Stopped.');
  process.exit(code);
}

async function stopAll(): Promise<void> {
  finishing = true;
  // No request comes in any more before those who answer them go.
  await services.find(({ name }) => name === 'gateway')?.stop();
  await Promise.all(services.map((service) => service.stop()));
  for (const server of servers.reverse()) await server.stop();
}
