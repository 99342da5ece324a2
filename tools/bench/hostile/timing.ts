/**
 * `npm run dev -- timing`: tests whether the times of login, password reset, invitation to a project or company and
 * registration reveal which emails have an account. Prints Welch's t of each and exits with 1 when |t| reaches 5. `--
 * timing 10000` sets the number of logins (default 1,000, at 40 ms each).
 */
import { parseArgs } from 'node:util';
import { startDisposableService } from '../../../scripts/start/launcher/disposable-service.ts';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { ACCOUNT_PASSWORD, identify, registerAccount } from '../../world/accounts.ts';
import { sendRawRequest } from '../../world/raw-http.ts';
import { measurePairs, type TimingSamples, welchTest } from './welch.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const LOGINS = Number(positionals[0] ?? 1_000);
const MAX_T = 5;
/** One less than the failures after which an account is locked. */
const GUESSES = 9;

let worst = 0;
await measureSignIn();
await measureRegistration();
console.log(
  worst < MAX_T
    ? `No timing leak found: |t| is ${worst.toFixed(1)} at most.`
    : `Timing leak found: |t| is ${worst.toFixed(1)}.`,
);
process.exitCode = worst < MAX_T ? 0 : 1;

/** Signing in and resetting a password with known and unknown emails. */
async function measureSignIn(): Promise<void> {
  const service = await startDisposableService('one process', { TRUST_PROXY: 'true' });
  try {
    await measureLogins(service.base);
  } finally {
    await service.stop();
  }
}

async function measureLogins(base: string): Promise<void> {
  const anyone = new RestClient(base);
  const known: string[] = [];
  for (let at = 0; at < Math.ceil(LOGINS / GUESSES) + 1; at += 1) {
    const email = `known${at}@example.org`;
    await anyone.requestOk(
      'POST',
      '/api/account/register',
      { email, password: ACCOUNT_PASSWORD, name: 'Known' },
      { 'x-forwarded-for': clientIpOf(at) },
    );
    known.push(email);
  }
  let guess = 0;
  const login = (email: (at: number) => string) => () => {
    guess += 1;
    const headers = ['content-type', 'application/json', 'x-forwarded-for', clientIpOf(guess)];
    const body = JSON.stringify({ email: email(guess), password: 'not the password' });
    return sendRawRequest(base, { method: 'POST', path: '/api/account/login', headers, body });
  };
  let attempts = 0;
  const knownEmail = (): string => known[Math.floor(attempts++ / GUESSES)] ?? '';
  printVerdict(
    'H30 login with a known and an unknown email',
    await measurePairs(
      LOGINS,
      login(knownEmail),
      login((at) => `unkno${at}@example.org`),
    ),
  );
  const reset = (email: () => string) => () => {
    guess += 1;
    const headers = ['content-type', 'application/json', 'x-forwarded-for', clientIpOf(guess)];
    return sendRawRequest(base, {
      method: 'POST',
      path: '/api/account/password-reset',
      headers,
      body: JSON.stringify({ email: email() }),
    });
  };
  let resets = 0;
  printVerdict(
    'H30 reset with a known and an unknown email',
    await measurePairs(
      Math.min(LOGINS, known.length * 3),
      reset(() => known[resets++ % known.length] ?? ''),
      reset(() => `unkno${guess}@example.org`),
    ),
  );
  await measureInviting(base, known);
}

/**
 * Inviting known and unknown emails to projects and to a company. Each email is invited three times, as often
 * as the limit allows; the first round is not measured.
 */
async function measureInviting(base: string, known: readonly string[]): Promise<void> {
  const unknown = known.map((_, at) => `unkno${at}@example.org`);
  const measure = async (name: string, kind: 'project' | 'company'): Promise<TimingSamples> => {
    const send = await createInviter(base, name, kind);
    const inviteAll = (emails: readonly string[]) => {
      let sent = 0;
      return () => send(emails[sent++] ?? '');
    };
    return measurePairs(known.length, inviteAll(known), inviteAll(unknown));
  };
  await measure('Inviter1', 'project');
  for (const [name, kind] of [
    ['Inviter2', 'project'],
    ['Inviter3', 'company'],
  ] as const)
    printVerdict(`H30 invitation of a known and an unknown email to a ${kind}`, await measure(name, kind));
}

/** A new account whose invitations, to its company or a project of it, are sent by the function. */
async function createInviter(
  base: string,
  name: string,
  kind: 'project' | 'company',
): Promise<(email: string) => Promise<unknown>> {
  const inviter = await registerAccount(base, name, name);
  const { companyId } = await identify(inviter);
  const { id } = await inviter.call('projects.create', { name: 'Timing' });
  const cookie = inviter.credential.cookie ?? '';
  const [path, role] =
    kind === 'project'
      ? [`/api/projects/${id}/invite`, { permission_type: 'ProjectViewer' }]
      : [`/api/companies/${companyId}/members`, { role: 'CompanyViewer' }];
  return (email) =>
    sendRawRequest(base, {
      method: 'POST',
      path,
      headers: ['content-type', 'application/json', 'cookie', cookie, 'origin', base],
      body: JSON.stringify({ email, ...role }),
    });
}

/** Registration with email verification, where known emails must not be revealed. */
async function measureRegistration(): Promise<void> {
  const service = await startDisposableService('one process', {
    TRUST_PROXY: 'true',
    EMAIL_VERIFICATION: 'required',
  });
  let at = 0;
  const register = (email: () => string) => () => {
    at += 1;
    const headers = ['content-type', 'application/json', 'x-forwarded-for', clientIpOf(at)];
    const body = JSON.stringify({ email: email(), password: ACCOUNT_PASSWORD, name: 'Somebody' });
    return sendRawRequest(service.base, { method: 'POST', path: '/api/account/register', headers, body });
  };
  try {
    const known = register(() => 'known@example.org');
    const unknown = register(() => `unkn${at}@example.org`);
    await measurePairs(10, known, unknown);
    printVerdict(
      'H30 registration with a known and an unknown email',
      await measurePairs(Math.floor(LOGINS / 4), known, unknown),
    );
  } finally {
    await service.stop();
  }
}

/** A client IP without failed logins. */
function clientIpOf(at: number): string {
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
}

function printVerdict(title: string, timings: TimingSamples): void {
  const all = welchTest(timings);
  // As in dudect, without the slowest times: pauses of the machine are not leaks, and hide them.
  const fastest = welchTest(timings, 0.9);
  worst = Math.max(worst, Math.abs(all.t), Math.abs(fastest.t));
  const [first, second] = fastest.means;
  const means = `means ${first.toFixed(1)} and ${second.toFixed(1)} µs`;
  console.log(
    `${title}: t ${all.t.toFixed(2)}, of the fastest 90 % ${fastest.t.toFixed(2)} (${means}, ${timings.first.length} pairs)`,
  );
}
