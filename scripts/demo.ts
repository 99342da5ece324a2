/**
 * `npm run demo`: plays the main job against a running service and says what it saw. `npm run demo -- --base URL` uses that one;
 * without it a service of its own is started and thrown away afterwards.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { step } from './back-ends/progress.ts';
import { type Outcome, playMainJob } from './demo/main-job.ts';
import type { Administrator, Report } from './demo/report.ts';
import { Client, NotSignedIn, Refused } from './rest-client/client.ts';
import { ADMINISTRATOR, startThrowaway, type ThrowawayService } from './running/throwaway-service.ts';

const HELP = `npm run demo [-- OPTIONS]: plays the main job, from text to a signed export that is verified offline.

Without options a service of its own is started, and thrown away afterwards.
  --base URL              use a running service; what the demonstration makes there (users, a company, standards, a project) stays;
                          it must have EMAIL_VERIFICATION=off and USER_APPROVAL=off
  --admin-email EMAIL     with --base: a site administrator, for the wiki part, which is left out otherwise
  --admin-password WORDS  the administrator's password
  --help                  this text`;

/** What the demonstration cannot do for the people it registers: read their mail, approve them. */
const WAITS =
  'signs nobody in who has just registered. Use a service with EMAIL_VERIFICATION=off and USER_APPROVAL=off, or leave --base out for one of its own.';

/** Something on the command line will not do; the message is one line. */
class Misused extends Error {}

/** Exit code of a wrong command line, after sysexits.h. */
const EX_USAGE = 64;

let count = 0;
let last = performance.now();
const report: Report = (title, detail) => {
  count += 1;
  const now = performance.now();
  console.log(`${String(count).padStart(2)}. ${title.padEnd(22)} ${detail} (${((now - last) / 1000).toFixed(1)} s)`);
  last = now;
};

/** Our own service while it runs. */
const own: { service: ThrowawayService | null } = { service: null };
try {
  const options = readOptions();
  if (options.help) console.log(HELP);
  else await demonstrate(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Misused ? EX_USAGE : 1;
} finally {
  await own.service?.stop();
}

interface Options {
  help: boolean;
  /** A running service; null for one of our own. */
  base: string | null;
  administrator: Administrator | null;
}

async function demonstrate({ base, administrator }: Options): Promise<void> {
  if (base !== null) await checkService(base, administrator);
  if (base === null) own.service = await step('Starting a service for the demonstration', () => startThrowaway('one process'));
  last = performance.now();
  const outcome = await playMainJob(base ?? own.service?.base ?? '', report, administrator).catch((error: unknown) => {
    if (error instanceof NotSignedIn) throw new Misused(`--base ${base} ${WAITS}`);
    throw error;
  });
  verifyOffline(await stopped(outcome));
  console.log(`Done: ${count} steps, everything as promised.`);
}

/** @throws Misused naming the option that will not do */
function readOptions(): Options {
  const { help = false, base, 'admin-email': email, 'admin-password': password } = parsed();
  if (base === undefined) {
    if (email !== undefined || password !== undefined) throw new Misused('--admin-email and --admin-password go with --base.');
    // The wiki part needs a site administrator; our own service has one.
    return { help, base: null, administrator: ADMINISTRATOR };
  }
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new Misused(`--base ${base} is no address of a service, such as http://127.0.0.1:3000.`);
  }
  if ((email === undefined) !== (password === undefined)) throw new Misused('--admin-email and --admin-password go together.');
  return { help, base, administrator: email && password ? { email, password } : null };
}

function parsed() {
  try {
    const text = { type: 'string' } as const;
    const options = { help: { type: 'boolean', short: 'h' }, base: text, 'admin-email': text, 'admin-password': text } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    // Node's own words end in a hint for programmers.
    const [reason] = (error as Error).message.split('. ');
    throw new Misused(`${reason?.replace(/\.$/, '')}. npm run demo -- --help tells what there is.`);
  }
}

/** Asked before anything is made there, so that a wrong address or password leaves nothing behind. */
async function checkService(base: string, administrator: Administrator | null): Promise<void> {
  const client = new Client(base);
  const health = await client.exchange('GET', '/api/health').catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : '';
    throw new Misused(`--base ${base} does not answer: ${cause || error.message}`);
  });
  if (health.status !== 200 || health.body.services === undefined) {
    throw new Misused(`--base ${base} is no healthy service of this system: /api/health answered ${health.status}.`);
  }
  if (administrator === null) return console.log('Without --admin-email and --admin-password the wiki part is left out.');
  await client.session('account.login', { ...administrator }).catch((error: unknown) => {
    if (error instanceof Refused) throw new Misused(`--admin-email and --admin-password are refused: ${error.message}`);
    throw error;
  });
}

/** Stops our own service first, so that the verification is seen to need none. */
async function stopped(outcome: Outcome): Promise<Outcome> {
  await own.service?.stop();
  own.service = null;
  return outcome;
}

/** What the verifier found, without the file's name that stands before it. */
function explanation(said: string): string {
  const [, ...lines] = said.trim().split('\n');
  return lines.map((line) => line.trim()).join('; ');
}

function verifyOffline({ exported, keys }: Outcome): void {
  const folder = mkdtempSync(join(tmpdir(), 'css-demo-'));
  const verify = (name: string, text: string): { ok: boolean; said: string } => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const script = fileURLToPath(new URL('./verify-export.mjs', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file, '--keys', join(folder, 'keys.json')], {
      encoding: 'utf8',
    });
    return { ok: status === 0, said: explanation(`${stdout}${stderr}`) };
  };
  try {
    writeFileSync(join(folder, 'keys.json'), keys);
    const genuine = verify('revision-1.json', exported);
    if (!genuine.ok) throw new Error(`The export was not accepted: ${genuine.said}`);
    report('Verified offline', genuine.said);
    const at = exported.indexOf('City library');
    const flipped = `${exported.slice(0, at)}K${exported.slice(at + 1)}`;
    const altered = verify('altered.json', flipped);
    if (altered.ok) throw new Error('an altered export was accepted');
    report('One byte flipped', `refused: ${altered.said}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
