/**
 * `npm run start:split`: each service in its own process, with NATS between them and one MongoDB, both
 * embedded unless configured. A process that dies is restarted; Ctrl-C stops the gateway first, then the
 * other services, then the servers.
 */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '../../shared/contracts/services.ts';
import { ConfigError } from '../../shared/kernel/errors/config-error.ts';
import { type Config, readConfig } from '../../shared/kernel/node/config.ts';
import { exitAfterUsage } from '../console/print-usage.ts';
import { formatSeconds } from '../console/progress.ts';
import { natsUsersOfDeployment } from './embedded-servers/nats-authorization.ts';
import { EX_CONFIG, exitWithError } from './launcher/fatal-error.ts';
import { prepareFirstAdministrator } from './launcher/first-administrator.ts';
import { saveProgramUrl } from './launcher/program-urls.ts';
import { superviseMongod, superviseNats } from './launcher/server-supervisor.ts';
import { type ServiceProcess, superviseService } from './launcher/service-process.ts';
import { onShutdownRequest } from './launcher/shutdown-signals.ts';
import { assertDataFolderWritable, assertPortAvailable } from './launcher/start-checks.ts';
import { waitUntilHealthy } from './launcher/wait-until-healthy.ts';

/** Variables that the services get as values: they refuse a value together with a file. */
const READ_FILES = { CLUSTER_SECRET_FILE: undefined, NATS_URL_FILE: undefined };

exitAfterUsage(import.meta.filename);
const startedAt = performance.now();
const services: ServiceProcess[] = [];
/** Stopped after the services, in reverse order. */
const servers: { stop(): Promise<void> }[] = [];
const stopping = new AbortController();
/** Data folder of the embedded MongoDB. */
let embeddedDataDir: string | null = null;

try {
  // A shared secret that signs messages between these processes only.
  const { CLUSTER_SECRET, CLUSTER_SECRET_FILE } = process.env;
  const { clusterSecret } = readConfig({ CLUSTER_SECRET, CLUSTER_SECRET_FILE });
  const secret = clusterSecret ?? randomBytes(32).toString('hex');
  const config = readConfig({ ...process.env, CLUSTER_SECRET: secret, CLUSTER_SECRET_FILE: undefined });
  if (config.services !== null)
    throw new ConfigError('SERVICES applies to `npm start` only; start:split runs all services.');
  onShutdownRequest({ first: () => void finish(0), again: () => process.exit(1) });
  await start(config, secret);
} catch (error) {
  if (!stopping.signal.aborted) {
    await stopAll();
    exitWithError(error, embeddedDataDir);
  }
}

async function start(config: Config, secret: string): Promise<void> {
  await assertPortAvailable(config);
  assertDataFolderWritable(config);
  if (config.mongodbUri === null) embeddedDataDir = resolve(config.dataDir);
  const administrator = await prepareFirstAdministrator(config);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CLUSTER_SECRET: secret,
    ...READ_FILES,
    ...administrator?.env,
  };
  // With embedded servers the default is that of one process; a configured NATS means a real deployment.
  if (config.natsUrl === null && config.mongodbUri === null) {
    env.EMAIL_VERIFICATION = config.emailVerification;
    env.EMAIL_VERIFICATION_FILE = undefined;
  }
  if (config.mongodbUri === null) {
    const mongod = await superviseMongod(resolve(config.dataDir, 'mongo'), (error) => void finish(1, error));
    servers.push(mongod);
    env.MONGODB_URI = mongod.uri;
  }
  let urlOf = (_name: ServiceName): string | undefined => config.natsUrl ?? undefined;
  if (config.natsUrl === null) {
    // Each service and each program has its own user.
    const users = natsUsersOfDeployment(config.databasePrefix, config.busPrograms);
    const nats = await superviseNats(users, (error) => void finish(1, error));
    servers.push(nats);
    urlOf = (name) => nats.urlFor(name);
    for (const program of ['tools', ...config.busPrograms])
      saveProgramUrl(config.dataDir, program, nats.urlFor(program));
  }
  for (const name of SERVICE_NAMES) {
    const serviceEnv = { ...env, NATS_URL: urlOf(name) };
    services.push(superviseService(name, serviceEnv, (reason) => void finish(EX_CONFIG, reason)));
  }
  const addresses = await Promise.all(services.map(({ ready }) => ready));
  const address = addresses.find((each) => each !== null) ?? `http://${config.host}:${config.port}`;
  await waitUntilHealthy(address, stopping.signal);
  if (administrator?.announcement) console.log(administrator.announcement);
  const url = config.baseUrl ?? address;
  const time = formatSeconds(performance.now() - startedAt);
  console.log(
    `Ready in ${time}: ${url} – API reference ${url}/docs – ${services.length} processes – Ctrl-C stops.`,
  );
}

async function finish(code: number, error?: unknown): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  const problem = error instanceof Error ? error.message : error;
  if (problem !== undefined) console.error(problem);
  await stopAll();
  // Again, after the lines that the services have logged.
  if (problem !== undefined && code !== EX_CONFIG) console.error(problem);
  if (code === 0) console.log('Stopped.');
  process.exit(code);
}

async function stopAll(): Promise<void> {
  stopping.abort();
  // The gateway first, so that no request arrives while the other services stop.
  await services.find(({ name }) => name === 'gateway')?.stop();
  await Promise.all(services.map((service) => service.stop()));
  for (const server of servers.reverse()) await server.stop();
}
