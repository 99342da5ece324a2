/**
 * Stop of a mongod that outlived its killed parent and still uses the data folder; refuses when its parent
 * is alive or unknown. The process is recognised by its command line, not by its PID alone.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_TIMEOUT_MS } from './server-process.ts';

/** The data folder is in use by another mongod. */
export class DataFolderInUseError extends Error {}

/**
 * Stops the mongod that still uses `dbPath` after its owner was killed.
 * @throws DataFolderInUseError when its owner is alive, or unknown
 */
export async function stopOrphanedMongod(dbPath: string): Promise<void> {
  const pid = readLockPid(dbPath);
  if (pid === null || !isAlive(pid)) return;
  const args = commandLine(pid);
  // The PID may have been reused by another program; then the folder is free.
  if (!args.some((arg) => arg === dbPath) || !args.some((arg) => /mongod(\.exe)?$/.test(arg))) return;
  const owner = readOwnerPid(dbPath);
  if (owner !== null && parentPid(pid) === owner && isAlive(owner)) {
    throw new DataFolderInUseError(
      `${dbPath} is in use by another instance of this system (process ${owner}). Stop it, or set DATA_DIR.`,
    );
  }
  if (owner === null)
    throw new DataFolderInUseError(
      `${dbPath} is in use by a mongod (process ${pid}) that was not started by this system.`,
    );
  process.kill(pid, 'SIGTERM');
  const deadline = performance.now() + DEFAULT_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (performance.now() > deadline)
      throw new DataFolderInUseError(`${dbPath} is in use by mongod ${pid}, which did not stop in time.`);
    await delay(20);
  }
}

/** mongod writes its PID to its lock file and empties the file when it stops cleanly. */
function readLockPid(dbPath: string): number | null {
  return readPid(join(dbPath, 'mongod.lock'));
}

/** The PID of the process that started mongod, which `startMongod` writes next to the data. */
function readOwnerPid(dbPath: string): number | null {
  return readPid(join(dbPath, 'owner.pid'));
}

function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim());
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** Ended but not reaped by its parent, as in containers without an init process. */
function isZombie(pid: number): boolean {
  return processState(pid)?.state === 'Z';
}

function parentPid(pid: number): number | null {
  return processState(pid)?.parent ?? null;
}

function processState(pid: number): { state: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    const [state = '', parent = ''] = ps(pid, 'stat=,ppid=').split(/\s+/);
    return state === '' ? null : { state: state.charAt(0), parent: Number(parent) };
  }
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return ps(pid, 'args=').split(' ');
  }
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
