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
import { ADMINISTRATOR, startThrowaway, type ThrowawayService } from './running/throwaway-service.ts';

const { values } = parseArgs({
  options: { base: { type: 'string' }, 'admin-email': { type: 'string' }, 'admin-password': { type: 'string' } },
});

let count = 0;
let last = performance.now();
const report: Report = (title, detail) => {
  count += 1;
  const now = performance.now();
  console.log(`${String(count).padStart(2)}. ${title.padEnd(22)} ${detail} (${((now - last) / 1000).toFixed(1)} s)`);
  last = now;
};

let service: ThrowawayService | null = null;
try {
  service = values.base ? null : await step('Starting a service for the demonstration', () => startThrowaway('one process'));
  last = performance.now();
  const outcome = await playMainJob(service?.base ?? values.base ?? '', report, administrator());
  verifyOffline(await stopped(outcome));
  console.log(`Done: ${count} steps, everything as promised.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await service?.stop();
}

/** The wiki part needs a site administrator: our own service's, or the one named on the command line. */
function administrator(): Administrator | null {
  if (!values.base) return ADMINISTRATOR;
  const email = values['admin-email'];
  const password = values['admin-password'];
  if (email && password) return { email, password };
  console.log('Without --admin-email and --admin-password the wiki part is left out.');
  return null;
}

/** Stops our own service first, so that the verification is seen to need none. */
async function stopped(outcome: Outcome): Promise<Outcome> {
  await service?.stop();
  service = null;
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
