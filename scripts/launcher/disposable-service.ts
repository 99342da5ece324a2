/**
 * Starts the whole service, in one process or split, on temporary data without rate limits, and measures
 * its memory. For the demo, end-to-end and other tests, benchmarks and the fuzzer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mongodUriOfFolder } from '../embedded-servers/mongod-credentials.ts';
import { findFreePort } from '../embedded-servers/server-process.ts';
import { waitUntilHealthy } from './health-check.ts';
import { SERVICE_OPTIONS } from './service-process.ts';
import { ADMINISTRATOR } from './test-administrator.ts';

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
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const SCRIPTS: Readonly<Record<RunMode, string>> = {
  'one process': 'scripts/start.ts',
  split: 'scripts/start-split.ts',
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
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
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
      ...env,
    },
  });
  const base = `http://127.0.0.1:${port}`;
  const failed = new AbortController();
  child.once('exit', (code) => failed.abort(new Error(`the service ended with ${code}`)));
  setTimeout(() => failed.abort(new Error('the service was not ready in time')), START_TIMEOUT_MS).unref();
  try {
    await waitUntilHealthy(base, failed.signal);
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    base,
    pid: child.pid ?? 0,
    dataDir: env.DATA_DIR ?? folder,
    mongodbUri: env.MONGODB_URI ?? mongodUriOfFolder(join(env.DATA_DIR ?? folder, 'mongo')),
    memory: () =>
      [...residentMegabytes(child.pid ?? 0).values()].reduce((sum, megabytes) => sum + megabytes, 0),
    memoryByService: () => residentMegabytes(child.pid ?? 0),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Memory of a process and its Node descendants, read from /proc. */
function residentMegabytes(root: number): Map<string, number> {
  const rows = globSync('/proc/[0-9]*/status').flatMap((file) => {
    try {
      const text = readFileSync(file, 'utf8');
      const value = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1] ?? '0';
      return [
        {
          pid: Number(value('Pid')),
          parent: Number(value('PPid')),
          name: value('Name'),
          kilobytes: Number(value('VmRSS')),
        },
      ];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
  const family = new Set([root]);
  for (let grew = true; grew; ) {
    const found = rows.filter(({ pid, parent }) => family.has(parent) && !family.has(pid));
    for (const { pid } of found) family.add(pid);
    grew = found.length > 0;
  }
  const ours = rows.filter(({ pid, name }) => family.has(pid) && !/mongod|nats|^sh$/.test(name));
  return new Map(
    ours.map(({ pid, kilobytes }) => [serviceNames(pid, pid === root), Math.round(kilobytes / 1024)]),
  );
}

/**
 * The services of a process, which are its title (`scripts/start.ts`); `first` for the parent of the others.
 */
function serviceNames(pid: number, isFirst: boolean): string {
  if (isFirst) return 'first';
  try {
    const [title = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return /^css (.+)/.exec(title)?.[1] ?? String(pid);
  } catch {
    return String(pid);
  }
}
