/**
 * Starts the whole service, in one process or split, on temporary data without rate limits, and reads what
 * its processes use. For the demo, end-to-end and other tests, benchmarks and the fuzzer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mongodUriOfFolder } from '../embedded-servers/mongod-credentials.ts';
import { findFreePort } from '../embedded-servers/server-process.ts';
import { type ProcessUsage, readProcessFamily } from './process-family.ts';
import { SERVICE_ENVIRONMENT, SERVICE_OPTIONS } from './service-process.ts';
import { ADMINISTRATOR } from './test-administrator.ts';
import { waitUntilHealthy } from './wait-until-healthy.ts';

export { ADMINISTRATOR };

export type RunMode = 'one process' | 'split';

export interface DisposableService {
  base: string;
  /** PID of the parent of all its processes. */
  pid: number;
  mongodbUri: string;
  /** Folder of files, and of mails without a mail server. */
  dataDir: string;
  /** Resident memory of its Node processes in MB, without MongoDB and NATS. */
  memory(): number;
  /** The same for each process, by the services it runs. */
  memoryByService(): Map<string, number>;
  /** Memory and CPU time of all its processes, with MongoDB and NATS. */
  processes(): ProcessUsage[];
  stop(): Promise<void>;
}

/** The stops of all services of this process, those that are still starting among them. */
const started = new Set<() => Promise<void>>();

/** Stops every disposable service and removes its data, for the end of a command by a signal. */
export async function stopDisposableServices(): Promise<void> {
  await Promise.all([...started].map((stop) => stop()));
}

/** Many times what it takes on an idle machine. */
const START_TIMEOUT_MS = 180_000;
const SCRIPTS: Readonly<Record<RunMode, string>> = {
  'one process': 'scripts/start/start.ts',
  split: 'scripts/start/start-split.ts',
};

/**
 * Starts it like `npm start` or `npm run start:split`, with its own MongoDB unless `env` has MONGODB_URI.
 * @param env further variables, e.g. the servers of a test run
 */
export async function startDisposableService(
  mode: RunMode,
  env: Readonly<Record<string, string>> = {},
): Promise<DisposableService> {
  const folder = mkdtempSync(join(tmpdir(), 'css-bench-'));
  const port = await findFreePort();
  const child = spawn(process.execPath, [...SERVICE_OPTIONS, SCRIPTS[mode]], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...SERVICE_ENVIRONMENT,
      DATA_DIR: folder,
      PORT: String(port),
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      EMAIL_VERIFICATION: 'off',
      LOG_LEVEL: 'error',
      // No rate limits, which would distort measurements.
      RATE_LIMIT_ANONYMOUS: '100000000',
      RATE_LIMIT_FREE: '100000000',
      RATE_LIMIT_COMPANY: '100000000',
      RATE_LIMIT_REGISTER: '100000000',
      RATE_LIMIT_INVITATIONS: '100000000',
      ...env,
    },
  });
  const base = `http://127.0.0.1:${port}`;
  const failed = new AbortController();
  child.once('exit', (code) => failed.abort(new Error(`the service ended with ${code}`)));
  setTimeout(() => failed.abort(new Error('the service was not ready in time')), START_TIMEOUT_MS).unref();
  const stop = async (): Promise<void> => {
    started.delete(stop);
    // It may have ended by the same Ctrl-C.
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  started.add(stop);
  try {
    await waitUntilHealthy(base, failed.signal);
  } catch (error) {
    await stop();
    throw error;
  }
  const processes = (): ProcessUsage[] => readProcessFamily(child.pid ?? 0);
  const memoryByService = (): Map<string, number> =>
    new Map(
      processes().flatMap(({ name, isNodeProcess, kilobytes }) =>
        isNodeProcess ? [[name, Math.round(kilobytes / 1024)] as const] : [],
      ),
    );
  return {
    base,
    pid: child.pid ?? 0,
    dataDir: env.DATA_DIR ?? folder,
    mongodbUri: env.MONGODB_URI ?? mongodUriOfFolder(join(env.DATA_DIR ?? folder, 'mongo')),
    memory: () => [...memoryByService().values()].reduce((sum, megabytes) => sum + megabytes, 0),
    memoryByService,
    processes,
    stop,
  };
}
