/** One set of servers for test files run by hand: whoever comes first starts its keeper, the others use it. */

import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = join(tmpdir(), `construction-tests-of-${userInfo().username}`);
const NOTE = join(FOLDER, 'servers.json');
const STARTING = join(FOLDER, 'starting');
const PATIENCE_MS = 180_000;

export interface KeeperNote {
  readonly pid: number;
  readonly env: Record<string, string>;
}

/** The addresses of the kept servers, as `npm test` would put them into the environment. */
export async function keptServers(): Promise<Record<string, string>> {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const note = livingKeeper();
    if (note !== null) {
      touch();
      return note.env;
    }
    if (mayStart()) startKeeper();
    await delay(50);
  }
  throw new Error(`The servers of the tests did not start. Look at ${join(FOLDER, 'keeper.log')}.`);
}

function livingKeeper(): KeeperNote | null {
  try {
    const note = JSON.parse(readFileSync(NOTE, 'utf8')) as KeeperNote;
    process.kill(note.pid, 0);
    return note;
  } catch {
    return null;
  }
}

/** The keeper ends when nobody has come for a while; this is how it knows. */
function touch(): void {
  const now = new Date();
  utimesSync(NOTE, now, now);
}

/** True for one of those who ask at the same time. */
function mayStart(): boolean {
  try {
    closeSync(openSync(STARTING, 'wx'));
    return true;
  } catch {
    // One that died while starting must not bar the way for ever.
    try {
      if (Date.now() - statSync(STARTING).mtimeMs > PATIENCE_MS) rmSync(STARTING, { force: true });
    } catch {
      // It has just been removed by the one that started.
    }
    return false;
  }
}

function startKeeper(): void {
  const log = openSync(join(FOLDER, 'keeper.log'), 'w');
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('back-ends-keeper.ts', import.meta.url)), NOTE, STARTING], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  keeper.unref();
  closeSync(log);
}
