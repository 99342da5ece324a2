/** Sees to it that the servers of a mode are on this machine: `node scripts/provision.ts start|split|test`. */

import { locate, ProgramMissing } from './back-ends/locate.ts';
import { MONGOD, NATS_SERVER, type Program, REDIS_SERVER, VERSITYGW } from './back-ends/programs.ts';

const NEEDED: Readonly<Record<string, readonly Program[]>> = {
  start: [MONGOD],
  split: [MONGOD, NATS_SERVER],
  test: [MONGOD, NATS_SERVER],
};

/** Without these the suites that need them are skipped, with the reason. */
const WELCOME: Readonly<Record<string, readonly Program[]>> = { test: [REDIS_SERVER, VERSITYGW] };

const mode = process.argv[2] ?? 'start';
try {
  for (const program of NEEDED[mode] ?? []) if (!isElsewhere(program)) await locate(program);
  for (const program of WELCOME[mode] ?? []) {
    if (isElsewhere(program)) continue;
    await locate(program).catch((error: unknown) => {
      if (!(error instanceof ProgramMissing)) throw error;
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The tests bring their own servers whatever the environment names: they must not touch somebody's data. */
function isElsewhere(program: Program): boolean {
  return mode !== 'test' && (process.env[program.variable] ?? '').trim() !== '';
}
