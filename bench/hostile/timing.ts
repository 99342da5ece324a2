/**
 * `npm run timing`: whether the time of an answer tells what its words do not: what is somebody else's from what is not there (H1), an
 * address with an account from one without (H30). Prints Welch's t of each pair; |t| below 5 is what is asked. `-- 100000` takes that
 * many pairs (default 10,000; logins, at 40 ms each, a tenth), which is more than an hour; `--only H1` leaves the logins out.
 */
import { parseArgs } from 'node:util';
import type { Client } from '../../scripts/rest-client/client.ts';
import { startThrowaway } from '../../scripts/running/throwaway-service.ts';
import { PASSWORD, populate } from '../../test/site/population.ts';
import { ask, byKey } from '../../test/site/wire.ts';
import { measurePairs, type Timings, welch } from './welch.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const PAIRS = Number(positionals[0] ?? 10_000);
const ALLOWED = 5;
/** Pairs of one place at a time. */
const LANES = 2;
/** Failures of an account until it is locked (A17), less one. */
const GUESSES = 9;

const service = await startThrowaway('one process', { TRUST_PROXY: 'true' });
let worst = 0;
try {
  const { base } = service;
  const { ada, mallory, anyone } = await populate(base);
  const get = (path: string) => () => ask(base, { path, headers: byKey(mallory.secret) });
  const scope = { subject_type: 'project', subject_id: ada.projectId } as const;
  const section = await ada.key.call('categories.create', { name: 'Section', ...scope });
  const inProject = await ada.key.call('standards.create', { name: 'In a project', category_id: section.id, ...scope });
  const places: [string, string, string][] = [
    ['a standard', `/api/standards/${ada.standardId}`, '/api/standards/9'],
    ['a standard in a project', `/api/standards/${inProject.id}`, '/api/standards/9'],
    ['a revision', `/api/standards/${ada.standardId}/revisions`, '/api/standards/9/revisions'],
    ['a project', `/api/projects/details/${ada.projectId}`, '/api/projects/details/9'],
    ['a datasheet', `/api/datasheet/${ada.datasheetId}`, '/api/datasheet/9'],
    ['a category', `/api/categories/${ada.categoryId}`, '/api/categories/9'],
    [
      'a file below a project',
      `/api/files/projects/${mallory.projectId}/download/${ada.fileId}`,
      `/api/files/projects/${mallory.projectId}/download/9`,
    ],
  ];
  // Side by side: each spends most of its time waiting for the next step of the clock (`services/gateway/answers/absence.ts`).
  await Promise.all(
    places.map(async ([what, theirs, nobodys]) => {
      await measurePairs(500, get(theirs), get(nobodys));
      tell(`H1  ${what}: theirs and nobody's`, await measurePairs(PAIRS, get(theirs), get(nobodys), LANES));
    }),
  );
  if (values.only !== 'H1') await measureSigningIn(service.base, anyone);
} finally {
  await service.stop();
}
if (values.only !== 'H1') await measureRegistering();
console.log(worst < ALLOWED ? `None tells: |t| is ${worst.toFixed(1)} at most.` : `One tells: |t| is ${worst.toFixed(1)}.`);
process.exitCode = worst < ALLOWED ? 0 : 1;

/** H30: what a known and an unknown address are told, and how fast. */
async function measureSigningIn(base: string, anyone: Client): Promise<void> {
  const logins = Math.floor(PAIRS / 10);
  const known: string[] = [];
  for (let at = 0; at < Math.ceil(logins / GUESSES) + 1; at += 1) {
    const email = `known${at}@example.org`;
    await anyone.send(
      'POST',
      '/api/account/register',
      { email, password: PASSWORD, name: 'Known' },
      { 'x-forwarded-for': addressOf(at) },
    );
    known.push(email);
  }
  let guess = 0;
  const login = (email: (at: number) => string) => () => {
    guess += 1;
    const headers = ['content-type', 'application/json', 'x-forwarded-for', addressOf(guess)];
    const body = JSON.stringify({ email: email(guess), password: 'not the password' });
    return ask(base, { method: 'POST', path: '/api/account/login', headers, body });
  };
  let tried = 0;
  const knownAddress = (): string => known[Math.floor(tried++ / GUESSES)] ?? '';
  tell(
    'H30 a login: a known and an unknown address',
    await measurePairs(
      logins,
      login(knownAddress),
      login((at) => `unkno${at}@example.org`),
    ),
  );
  const reset = (email: () => string) => () => {
    guess += 1;
    const headers = ['content-type', 'application/json', 'x-forwarded-for', addressOf(guess)];
    return ask(base, { method: 'POST', path: '/api/account/password-reset', headers, body: JSON.stringify({ email: email() }) });
  };
  let asked = 0;
  tell(
    'H30 a reset: a known and an unknown address',
    await measurePairs(
      Math.min(logins, known.length * 3),
      reset(() => known[asked++ % known.length] ?? ''),
      reset(() => `unkno${guess}@example.org`),
    ),
  );
}

/** H30: registering where the address has to be proved, so that a known one may not be told (A17). */
async function measureRegistering(): Promise<void> {
  const proving = await startThrowaway('one process', { TRUST_PROXY: 'true', EMAIL_VERIFICATION: 'required' });
  let at = 0;
  const register = (email: () => string) => () => {
    at += 1;
    const headers = ['content-type', 'application/json', 'x-forwarded-for', addressOf(at)];
    const body = JSON.stringify({ email: email(), password: PASSWORD, name: 'Somebody' });
    return ask(proving.base, { method: 'POST', path: '/api/account/register', headers, body });
  };
  try {
    const known = register(() => 'known@example.org');
    const unknown = register(() => `unkn${at}@example.org`);
    await measurePairs(10, known, unknown);
    tell('H30 a registration: a known and an unknown address', await measurePairs(Math.floor(PAIRS / 40), known, unknown));
  } finally {
    await proving.stop();
  }
}

/** A network address nobody has failed from. */
function addressOf(at: number): string {
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`;
}

function tell(what: string, timings: Timings): void {
  const whole = welch(timings);
  // dudect crops too: a pause of the machine is not a leak, and hides one.
  const fastest = welch(timings, 0.9);
  worst = Math.max(worst, Math.abs(whole.t), Math.abs(fastest.t));
  const [first, second] = fastest.means;
  const means = `means ${first.toFixed(1)} and ${second.toFixed(1)} µs`;
  console.log(
    `${what}: t ${whole.t.toFixed(2)}, of the fastest 90 % ${fastest.t.toFixed(2)} (${means}, ${timings.first.length} pairs)`,
  );
}
