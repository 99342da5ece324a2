/** A real mongod of our own: a replica set of one on 127.0.0.1, so that transactions and change streams work. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDataFolder } from './data-folder.ts';
import { locateProgram } from './locate-program.ts';
import { loadOrCreateCredentials, type MongodCredentials, mongodUri } from './mongod-credentials.ts';
import { stopOrphanedMongod } from './orphaned-mongod.ts';
import { MONGOD } from './programs.ts';
import { initiateReplicaSet, updateMemberPort } from './replica-set.ts';
import { findFreePort, isListening, launchServer, retryWhileRunning, type ServerProcess } from './server-process.ts';

/** It did not start; the message is one line a user can act on. */
export class MongodStartError extends Error {}

/** The folder it was given will not do. */
export class DataFolderUnusableError extends MongodStartError {}

export interface MongodOptions {
  /** Folder of the data; made where it is missing. */
  readonly dbPath: string;
  /** Port to listen on; left out, the one it had last time where that is still free. */
  readonly port?: number;
  /** Megabytes of cache, 256 at least. */
  readonly cacheMegabytes?: number;
  /** The data are thrown away afterwards: no need to wait for the disk, nor to keep other users of the machine out. */
  readonly disposable?: boolean;
}

export interface Mongod {
  /** Connection string without a database, with user and password; names of the replica set's members do not matter to it. */
  readonly uri: string;
  readonly pid: number;
  readonly version: string;
  /** Resolves when it has ended, asked to or not. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts mongod on `dbPath` and waits until it takes writes. One that a killed process of ours left on the same
 * folder is stopped cleanly first. Data that were kept without authentication get it.
 * @throws MongodStartError, DataFolderUnusableError, ProgramMissing or DataFolderInUse with one clear line
 */
export async function startMongod(options: MongodOptions): Promise<Mongod> {
  const dbPath = resolve(options.dbPath);
  createDbFolder(dbPath);
  await stopOrphanedMongod(dbPath);
  const written = readLastRun(dbPath);
  const { path, version } = await locateProgram(MONGOD, ([major]) => written.major === null || major === written.major);
  const port = options.port ?? (await findFreePort(written.port ?? 0));
  const access = options.disposable === true ? null : loadOrCreateCredentials(dbPath);
  const launchWith = (set: readonly string[]): Promise<ServerProcess> => launchMongod(path, dbPath, port, options, access, set);
  writeFileSync(join(dbPath, 'owner.pid'), `${process.pid}\n`);
  if (written.port !== null && written.port !== port) {
    const alone = await launchWith([]);
    await prepareReplicaSet(alone, dbPath, () => updateMemberPort(port, access));
    await alone.stop();
  }
  // Noted before the set is made, so that a start that is cut short leaves no set under an unknown port.
  writeFileSync(join(dbPath, 'mongod.json'), `${JSON.stringify({ port, version: version.join('.') })}\n`);
  const server = await launchWith(['--replSet', 'rs0']);
  await prepareReplicaSet(server, dbPath, () => initiateReplicaSet(port, access));
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(join(dbPath, 'owner.pid'), { force: true });
  };
  return { uri: mongodUri(port, access), pid: server.pid, version: version.join('.'), ended: server.ended, stop };
}

/** Waits until `work` succeeds on a server that has just been launched; stops it where that does not come about. */
async function prepareReplicaSet(server: ServerProcess, dbPath: string, work: () => Promise<void>): Promise<void> {
  try {
    await retryWhileRunning(server, work);
  } catch (error) {
    await server.stop(2000);
    const log = logFile(dbPath);
    throw new MongodStartError(
      `MongoDB did not start on ${dbPath}: ${findFailureReason(log) ?? (error as Error).message}. Its log: ${log}`,
    );
  }
}

async function launchMongod(
  program: string,
  dbPath: string,
  port: number,
  options: MongodOptions,
  access: MongodCredentials | null,
  set: readonly string[],
): Promise<ServerProcess> {
  rotateLog(logFile(dbPath));
  const cache = Math.max(options.cacheMegabytes ?? 512, 256) / 1024;
  const settings = [
    // The default waits 15 s for other members of the set; there are none.
    'shutdownTimeoutMillisForSignaledShutdown=100',
    'diagnosticDataCollectionEnabled=false',
    // A service that was killed leaves its transaction behind; what it held is free again after this long, not after a minute.
    'transactionLifetimeLimitSeconds=10',
    ...(options.disposable === true ? ['journalCommitInterval=300'] : []),
    // Otherwise the first to come from this machine, whoever it is, may make the first user.
    ...(access === null ? [] : ['enableLocalhostAuthBypass=false']),
  ];
  const args = [
    ...['--dbpath', dbPath, '--port', String(port), '--bind_ip', '127.0.0.1', ...set],
    ...['--storageEngine', 'wiredTiger', '--wiredTigerCacheSizeGB', String(cache), '--oplogSize', '512'],
    ...['--networkMessageCompressors', 'disabled', '--logpath', logFile(dbPath)],
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
    ...(access === null ? [] : ['--auth', '--keyFile', access.keyFile]),
    ...settings.flatMap((setting) => ['--setParameter', setting]),
  ];
  const server = await launchServer({ program, args });
  // Asked before the driver, which would wait half a second before it asks again.
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
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new DataFolderUnusableError(
      `${dbPath} is not writable (${code}). Set DATA_DIR to a folder that is, or MONGODB_URI to a server.`,
    );
  }
}

/** What the last start noted: data written by one major version are not opened with another. */
function readLastRun(dbPath: string): { port: number | null; major: number | null } {
  try {
    const { port, version } = JSON.parse(readFileSync(join(dbPath, 'mongod.json'), 'utf8')) as Record<string, unknown>;
    return {
      port: typeof port === 'number' ? port : null,
      major: typeof version === 'string' ? Number.parseInt(version, 10) : null,
    };
  } catch {
    return { port: null, major: null };
  }
}

/** This start's log and the one before are kept; more would grow without end. */
function rotateLog(log: string): void {
  try {
    renameSync(log, `${log}.1`);
  } catch {
    // The first start has none.
  }
}

/** The last error or fatal line of mongod's own log. */
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
