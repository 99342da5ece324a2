/**
 * `npm run demo`: runs the main job over REST, prints each step, and verifies the export offline, unchanged
 * and with one byte flipped. `-- --base URL` uses a running service, with `--admin-email` also for the wiki
 * part; by default a temporary one is started.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertServiceUrl, parseOptions, UsageError } from '../../scripts/console/command-line.ts';
import { runStep } from '../../scripts/console/progress.ts';
import {
  ADMINISTRATOR,
  type DisposableService,
  startDisposableService,
  stopDisposableServices,
} from '../../scripts/start/launcher/disposable-service.ts';
import { EX_USAGE } from '../../scripts/start/launcher/fatal-error.ts';
import { ApiError, NotSignedInError, RestClient } from '../../shared/rest-client/client.ts';
import { type FurnishedSite, furnishSite } from './furnish-steps.ts';
import { type MainJobOutcome, runMainJob } from './main-job.ts';
import { PROJECT_NAME } from './project-steps.ts';
import type { Administrator, ReportStep } from './step-checks.ts';

const HELP = `npm run demo [-- OPTIONS]: runs the main workflow, from text to a signed export that is verified offline.

Without options a temporary service is started, and removed at the end.
  --keep                  adds people, comments, a copy behind its source, a hold and more, prints who may sign in, and serves it until Ctrl-C
  --base URL              use a running service, with EMAIL_VERIFICATION=off and USER_APPROVAL=off; everything the demo creates there
                          (users, a company, standards, a project) is kept, and the last line says how to sign in
  --admin-email EMAIL     with --base: a site administrator for the wiki part, which is skipped otherwise
  --admin-password WORDS  the administrator's password; better in the variable ADMIN_PASSWORD, which no list of processes shows
  --help                  this text`;

/** The demo can neither read the mail of the people it registers nor approve them. */
const REGISTRATION_BLOCKED =
  'does not let new users sign in at once. Use a service with EMAIL_VERIFICATION=off and USER_APPROVAL=off, or omit --base to start one.';

/** A wiki library is made by a site administrator only. */
const WITHOUT_WIKI =
  'The wiki part needs a site administrator: run it with --admin-email EMAIL and the password in ADMIN_PASSWORD.';

let count = 0;
let last = performance.now();
const report: ReportStep = (title, detail) => {
  count += 1;
  const now = performance.now();
  console.log(
    `${String(count).padStart(2)}. ${title.padEnd(22)} ${detail} (${((now - last) / 1000).toFixed(1)} s)`,
  );
  last = now;
};

/** The temporary service while it runs. */
const temporary: { service: DisposableService | null } = { service: null };
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => void stopDisposableServices().finally(() => process.exit(code)));
try {
  const options = readOptions();
  if (options.help) console.log(HELP);
  else await runDemo(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? EX_USAGE : 1;
} finally {
  await temporary.service?.stop();
}

interface Options {
  help: boolean;
  /** Whether the temporary service stays, with more to look at. */
  keep: boolean;
  /** A running service; null for a temporary one. */
  base: string | null;
  administrator: Administrator | null;
}

async function runDemo({ keep, base, administrator }: Options): Promise<void> {
  if (base !== null) await assertServiceUsable(base, administrator);
  if (base === null)
    temporary.service = await runStep('Starting a temporary service', () =>
      startDisposableService('one process'),
    );
  last = performance.now();
  const outcome = await runMainJob(base ?? temporary.service?.base ?? '', report, administrator).catch(
    (error: unknown) => {
      if (error instanceof NotSignedInError) throw new UsageError(`--base ${base} ${REGISTRATION_BLOCKED}`);
      throw error;
    },
  );
  if (keep) await furnish(outcome);
  else await stopTemporaryService();
  verifyOffline(outcome);
  console.log(`Done: ${count} steps, all checks passed.`);
  if (keep) {
    console.log('It serves until Ctrl-C, which removes it.');
    await new Promise<never>(() => setInterval(() => undefined, 60_000));
  }
  if (administrator === null) console.log(WITHOUT_WIKI);
  if (base !== null) {
    const { email, password } = outcome.owner;
    console.log(`Everything stays on ${base}: sign in as ${email} with the password ${password}`);
  }
}

/** @throws UsageError naming the wrong option */
function readOptions(): Options {
  const text = { type: 'string' } as const;
  const { values } = parseOptions('npm run demo', {
    options: {
      help: { type: 'boolean', short: 'h' },
      keep: { type: 'boolean' },
      base: text,
      'admin-email': text,
      'admin-password': text,
    },
  });
  const { help = false, keep = false, base, 'admin-email': email } = values;
  if (keep && base !== undefined)
    throw new UsageError('--keep is for the temporary service: what is made with --base stays anyway.');
  const password = values['admin-password'] ?? (email && process.env.ADMIN_PASSWORD);
  if (base === undefined) {
    if (email !== undefined || password !== undefined)
      throw new UsageError('--admin-email and --admin-password go with --base.');
    return { help, keep, base: null, administrator: ADMINISTRATOR };
  }
  assertServiceUrl('base', base);
  if ((email === undefined) !== (password === undefined))
    throw new UsageError('--admin-email and --admin-password go together.');
  return { help, keep, base, administrator: email && password ? { email, password } : null };
}

/** Checks a running service first, so that a wrong URL or password leaves nothing behind. */
async function assertServiceUsable(base: string, administrator: Administrator | null): Promise<void> {
  const client = new RestClient(base);
  const health = await client.request('GET', '/api/health').catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : '';
    throw new UsageError(`--base ${base} does not answer: ${cause || error.message}`);
  });
  if (health.status !== 200 || health.body.services === undefined) {
    throw new UsageError(
      `--base ${base} is not a healthy instance of this service: /api/health answered ${health.status}.`,
    );
  }
  if (administrator === null) return;
  await client.openSession('account.login', { ...administrator }).catch((error: unknown) => {
    if (error instanceof ApiError)
      throw new UsageError(`--admin-email and --admin-password are refused: ${error.message}`);
    throw error;
  });
}

/** Stops the service before the verification, which needs none. */
async function stopTemporaryService(): Promise<void> {
  await temporary.service?.stop();
  temporary.service = null;
}

/** Adds what there is to look at, and prints who may sign in. */
async function furnish({ owner, projectId, standardId, pageId }: MainJobOutcome): Promise<void> {
  const base = temporary.service?.base ?? '';
  const site: FurnishedSite = { base, owner, projectId, standardId, pageId: pageId ?? '' };
  const anyone = new RestClient(base);
  const moderator = await anyone.openSession('account.login', { ...ADMINISTRATOR });
  const guests = await furnishSite(site, moderator, anyone, report);
  console.log(`Open ${base} and sign in with the password ${owner.password} as`);
  for (const { who, email } of guests) console.log(`  ${email.padEnd(32)} ${who}`);
  console.log(`or as ${ADMINISTRATOR.email} with ${ADMINISTRATOR.password}: the administrator of the site`);
}

/** The verifier's output without its first line, which names the file. */
function verifierFindings(output: string): string {
  const [, ...lines] = output.trim().split('\n');
  return lines.map((line) => line.trim()).join('; ');
}

function verifyOffline({ exported, keys }: MainJobOutcome): void {
  const folder = mkdtempSync(join(tmpdir(), 'css-demo-'));
  const verify = (name: string, text: string): { ok: boolean; findings: string } => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const script = fileURLToPath(new URL('../../scripts/verify/verify-export/main.mjs', import.meta.url));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, file, '--keys', join(folder, 'keys.json')],
      {
        encoding: 'utf8',
      },
    );
    return { ok: status === 0, findings: verifierFindings(`${stdout}${stderr}`) };
  };
  try {
    writeFileSync(join(folder, 'keys.json'), keys);
    const genuine = verify('revision-1.json', exported);
    if (!genuine.ok) throw new Error(`The export was not accepted: ${genuine.findings}`);
    report('Verified offline', genuine.findings);
    const at = exported.indexOf(PROJECT_NAME);
    const flipped = `${exported.slice(0, at)}X${exported.slice(at + 1)}`;
    const altered = verify('altered.json', flipped);
    if (altered.ok) throw new Error('an altered export was accepted');
    report('One byte flipped', `refused: ${altered.findings}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
