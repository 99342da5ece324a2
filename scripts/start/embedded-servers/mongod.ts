/**
 * Start and stop of an embedded mongod on a data folder, disposable or not: a replica set with one member
 * on 127.0.0.1, for transactions and change streams. Stops an orphaned mongod first.
 * `scripts/start/launcher/server-supervisor.ts` restarts it when it dies.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDataFolder } from './data-folder.ts';
import { DiskFullError, describeFullDisk, isDiskFullError } from './full-disk.ts';
import { locateProgram } from './locate-program.ts';
import { loadOrCreateCredentials, type MongodCredentials, mongodUri } from './mongod-credentials.ts';
import { stopOrphanedMongod } from './orphaned-mongod.ts';
import { MONGOD } from './programs.ts';
import { REPLICA_SET, setUpReplicaSet, updateMemberPort } from './replica-set.ts';
import {
  findFreePort,
  isListening,
  launchServer,
  retryWhileRunning,
  type ServerProcess,
} from './server-process.ts';

/** mongod did not start; the message is one line that a user can act on. */
export class MongodStartError extends Error {}

/** The data folder is not writable. */
export class DataFolderUnusableError extends MongodStartError {}

interface MongodOptions {
  /** Folder of the data; created where it is missing. */
  readonly dbPath: string;
  /** Port to listen on. Default: the port of the last run if that is free. */
  readonly port?: number;
  /** For data that are deleted afterwards: fewer disk flushes, no authentication. */
  readonly disposable?: boolean;
}

export interface Mongod {
  /** Connection string with user and password, without a database. */
  readonly uri: string;
  readonly port: number;
  readonly pid: number;
  readonly version: string;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts mongod on `dbPath` and waits until it accepts writes. A mongod that a killed process left on the
 * folder is stopped cleanly first. Data without authentication get it.
 * @throws MongodStartError, DataFolderUnusableError, DiskFullError, ProgramNotFoundError or DataFolderInUseError
 * with a message of one line
 */
export async function startMongod(options: MongodOptions): Promise<Mongod> {
  const dbPath = resolve(options.dbPath);
  try {
    return await startOnFolder(dbPath, options);
  } catch (error) {
    const mayBeDisk = error instanceof MongodStartError || isDiskFullError(error);
    const fullDisk = mayBeDisk ? describeFullDisk(error, [dbPath]) : null;
    throw fullDisk === null ? error : new DiskFullError(fullDisk);
  }
}

async function startOnFolder(dbPath: string, options: MongodOptions): Promise<Mongod> {
  createDbFolder(dbPath);
  await stopOrphanedMongod(dbPath);
  const lastRun = readLastRun(dbPath);
  const { path, version } = await locateProgram(
    MONGOD,
    ([major]) => lastRun.major === null || major === lastRun.major,
  );
  const port = options.port ?? (await findFreePort(lastRun.port ?? 0));
  const credentials = options.disposable === true ? null : loadOrCreateCredentials(dbPath);
  const launchWith = (set: readonly string[]): Promise<ServerProcess> =>
    launchMongod(path, dbPath, port, options, credentials, set);
  writeFileSync(join(dbPath, 'owner.pid'), `${process.pid}\n`);
  if (lastRun.port !== null && lastRun.port !== port) {
    const standalone = await launchWith([]);
    await prepareReplicaSet(standalone, dbPath, () => updateMemberPort(port, credentials));
    await standalone.stop();
  }
  // Written before the replica set exists, so that an interrupted start leaves no set with an unknown port.
  writeFileSync(join(dbPath, 'mongod.json'), `${JSON.stringify({ port, version: version.join('.') })}\n`);
  const server = await launchWith(['--replSet', REPLICA_SET]);
  await prepareReplicaSet(server, dbPath, () => setUpReplicaSet(port, credentials));
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(join(dbPath, 'owner.pid'), { force: true });
  };
  return {
    uri: mongodUri(port, credentials),
    port,
    pid: server.pid,
    version: version.join('.'),
    ended: server.ended,
    stop,
  };
}

/** Retries `work` on a server that was just launched until it succeeds; stops the server when it does not. */
async function prepareReplicaSet(
  server: ServerProcess,
  dbPath: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await retryWhileRunning(server, work);
  } catch (error) {
    await server.stop(2000);
    const log = logFile(dbPath);
    const reason = (findFailureReason(log) ?? (error as Error).message).replaceAll(/\s+/g, ' ');
    throw new MongodStartError(`MongoDB did not start on ${dbPath}: ${reason}. Its log: ${log}`);
  }
}

/**
 * Changed pages stay in memory up to these percentages of the cache. By default the server looks through every open
 * collection for pages to write from 5 on, without end where there are thousands of small ones.
 */
const FEW_EVICTIONS =
  'eviction_dirty_target=60,eviction_dirty_trigger=80,eviction_updates_target=40,eviction_updates_trigger=60';

async function launchMongod(
  program: string,
  dbPath: string,
  port: number,
  options: MongodOptions,
  credentials: MongodCredentials | null,
  set: readonly string[],
): Promise<ServerProcess> {
  rotateLog(logFile(dbPath));
  const settings = [
    // The default waits 15 s for other members, of which there are none.
    'shutdownTimeoutMillisForSignaledShutdown=100',
    'diagnosticDataCollectionEnabled=false',
    // Releases the locks of a killed service after this time; the default is a minute.
    'transactionLifetimeLimitSeconds=10',
    // Dropped collections keep their files open for that long, five minutes by default: a run of the tests
    // drops thousands.
    ...(options.disposable === true
      ? [
          ...['journalCommitInterval=300', 'minSnapshotHistoryWindowInSeconds=5'],
          // It writes down every session that was used, for replicas that take over.
          'disableLogicalSessionCacheRefresh=true',
        ]
      : []),
    // Otherwise any user of this machine could create the first user.
    ...(credentials === null ? [] : ['enableLocalhostAuthBypass=false']),
  ];
  const args = [
    ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1', ...set],
    ...['--storageEngine', 'wiredTiger', '--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '512'],
    ...['--networkMessageCompressors', 'disabled', '--logpath', logFile(dbPath)],
    ...(options.disposable === true
      ? ['--wiredTigerEngineConfigString', FEW_EVICTIONS, '--syncdelay', '300']
      : []),
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
    ...(credentials === null ? [] : ['--auth', '--keyFile', credentials.keyFile]),
    ...settings.flatMap((setting) => ['--setParameter', setting]),
  ];
  const server = await launchServer({ program, args });
  // Cheaper than the driver, which waits half a second between attempts.
  await retryWhileRunning(server, () => isListening(port)).catch(() => undefined);
  return server;
}

function logFile(dbPath: string): string {
  return join(dbPath, 'mongod.log');
}

function createDbFolder(dbPath: string): void {
  try {
    createDataFolder(dbPath);
  } catch (error) {
    if (isDiskFullError(error)) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new DataFolderUnusableError(
      `${dbPath} is not writable (${code}). Set DATA_DIR to a folder that is, or MONGODB_URI to a server.`,
    );
  }
}

/** Port and major version of the last run: data of one major version cannot be opened with another. */
function readLastRun(dbPath: string): { port: number | null; major: number | null } {
  try {
    const { port, version } = JSON.parse(readFileSync(join(dbPath, 'mongod.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    return {
      port: typeof port === 'number' ? port : null,
      major: typeof version === 'string' ? Number.parseInt(version, 10) : null,
    };
  } catch {
    return { port: null, major: null };
  }
}

/** Keeps the log of this run and of the one before. */
function rotateLog(log: string): void {
  try {
    renameSync(log, `${log}.1`);
  } catch {
    // There is none on the first start.
  }
}

/** The last error or fatal line of mongod's log. */
function findFailureReason(log: string): string | null {
  let reason: string | null = null;
  try {
    for (const line of readFileSync(log, 'utf8').split('\n')) {
      if (!/"s":"[EF]"/.test(line)) continue;
      const { msg, attr } = JSON.parse(line) as { msg: string; attr?: { error?: unknown } };
      const error = attr?.error;
      if (error !== undefined) reason = typeof error === 'string' ? error : JSON.stringify(error);
      else reason ??= msg;
    }
  } catch {
    return reason;
  }
  return reason;
}
