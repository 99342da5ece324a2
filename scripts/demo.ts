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
import { type MainJobOutcome, runMainJob } from './demo/main-job.ts';
import type { Administrator, ReportStep } from './demo/report.ts';
import { runStep } from './embedded-servers/progress.ts';
import { ADMINISTRATOR, type DisposableService, startDisposableService } from './launcher/disposable-service.ts';
import { ApiError, NotSignedInError, RestClient } from './rest-client/client.ts';

const HELP = `npm run demo [-- OPTIONS]: plays the main job, from text to a signed export that is verified offline.

Without options a service of its own is started, and thrown away afterwards.
  --base URL              use a running service; what the demonstration makes there (users, a company, standards, a project) stays;
                          it must have EMAIL_VERIFICATION=off and USER_APPROVAL=off
  --admin-email EMAIL     with --base: a site administrator, for the wiki part, which is left out otherwise
  --admin-password WORDS  the administrator's password
  --help                  this text`;

/** What the demonstration cannot do for the people it registers: read their mail, approve them. */
const REGISTRATION_BLOCKED =
  'does not sign new users in. Use a service with EMAIL_VERIFICATION=off and USER_APPROVAL=off, or omit --base to start one.';

/** Something on the command line will not do; the message is one line. */
class UsageError extends Error {}

/** Exit code of a wrong command line, after sysexits.h. */
const EX_USAGE = 64;

let count = 0;
let last = performance.now();
const report: ReportStep = (title, detail) => {
  count += 1;
  const now = performance.now();
  console.log(`${String(count).padStart(2)}. ${title.padEnd(22)} ${detail} (${((now - last) / 1000).toFixed(1)} s)`);
  last = now;
};

/** Our own service while it runs. */
const own: { service: DisposableService | null } = { service: null };
try {
  const options = readOptions();
  if (options.help) console.log(HELP);
  else await runDemo(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? EX_USAGE : 1;
} finally {
  await own.service?.stop();
}

interface Options {
  help: boolean;
  /** A running service; null for one of our own. */
  base: string | null;
  administrator: Administrator | null;
}

async function runDemo({ base, administrator }: Options): Promise<void> {
  if (base !== null) await assertServiceUsable(base, administrator);
  if (base === null)
    own.service = await runStep('Starting a service for the demonstration', () => startDisposableService('one process'));
  last = performance.now();
  const outcome = await runMainJob(base ?? own.service?.base ?? '', report, administrator).catch((error: unknown) => {
    if (error instanceof NotSignedInError) throw new UsageError(`--base ${base} ${REGISTRATION_BLOCKED}`);
    throw error;
  });
  verifyOffline(await stopOwnService(outcome));
  console.log(`Done: ${count} steps, all checks passed.`);
}

/** @throws Misused naming the option that will not do */
function readOptions(): Options {
  const { help = false, base, 'admin-email': email, 'admin-password': password } = parseOptions();
  if (base === undefined) {
    if (email !== undefined || password !== undefined) throw new UsageError('--admin-email and --admin-password go with --base.');
    // The wiki part needs a site administrator; our own service has one.
    return { help, base: null, administrator: ADMINISTRATOR };
  }
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw new UsageError(`--base ${base} is not a service URL such as http://127.0.0.1:3000.`);
  }
  if ((email === undefined) !== (password === undefined)) throw new UsageError('--admin-email and --admin-password go together.');
  return { help, base, administrator: email && password ? { email, password } : null };
}

function parseOptions() {
  try {
    const text = { type: 'string' } as const;
    const options = { help: { type: 'boolean', short: 'h' }, base: text, 'admin-email': text, 'admin-password': text } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    // Node's own words end in a hint for programmers.
    const [reason] = (error as Error).message.split('. ');
    throw new UsageError(`${reason?.replace(/\.$/, '')}. See npm run demo -- --help.`);
  }
}

/** Asked before anything is made there, so that a wrong address or password leaves nothing behind. */
async function assertServiceUsable(base: string, administrator: Administrator | null): Promise<void> {
  const client = new RestClient(base);
  const health = await client.request('GET', '/api/health').catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : '';
    throw new UsageError(`--base ${base} does not answer: ${cause || error.message}`);
  });
  if (health.status !== 200 || health.body.services === undefined) {
    throw new UsageError(`--base ${base} is not a healthy instance of this service: /api/health answered ${health.status}.`);
  }
  if (administrator === null) return console.log('Skipping the wiki part: --admin-email and --admin-password are not set.');
  await client.openSession('account.login', { ...administrator }).catch((error: unknown) => {
    if (error instanceof ApiError) throw new UsageError(`--admin-email and --admin-password are refused: ${error.message}`);
    throw error;
  });
}

/** Stops our own service first, so that the verification is seen to need none. */
async function stopOwnService(outcome: MainJobOutcome): Promise<MainJobOutcome> {
  await own.service?.stop();
  own.service = null;
  return outcome;
}

/** What the verifier found, without the file's name that stands before it. */
function verifierFindings(said: string): string {
  const [, ...lines] = said.trim().split('\n');
  return lines.map((line) => line.trim()).join('; ');
}

function verifyOffline({ exported, keys }: MainJobOutcome): void {
  const folder = mkdtempSync(join(tmpdir(), 'css-demo-'));
  const verify = (name: string, text: string): { ok: boolean; said: string } => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const script = fileURLToPath(new URL('./verify-export.mjs', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file, '--keys', join(folder, 'keys.json')], {
      encoding: 'utf8',
    });
    return { ok: status === 0, said: verifierFindings(`${stdout}${stderr}`) };
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
