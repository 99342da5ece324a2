/**
 * `npm run kubernetes-secrets -- OVERLAY`: writes `k8s/OVERLAY/secrets.env` from its template, with random passwords
 * in the places of `<random>`, and one for each program in BUS_PROGRAMS. Keeps what an existing file has, since the
 * servers know its passwords: only those of new programs are added.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../shared/kernel/node/config.ts';
import { EX_USAGE, exitWithError } from '../start/launcher/fatal-error.ts';
import { passwordKey } from './kubernetes/service-environment.ts';

const OVERLAYS = fileURLToPath(new URL('../../k8s', import.meta.url));
const HELP =
  'npm run kubernetes-secrets -- in-cluster|external: writes random secrets to k8s/OVERLAY/secrets.env.';

/**
 * The lines of a template with a random password for each `<random>`, and an earlier line's value for each `<NAME>`.
 * Passwords begin with a letter, since NATS takes one that begins with a digit for a number, and need no escaping in a
 * URL.
 */
export function fillSecretsTemplate(template: string): string {
  const values = new Map<string, string>();
  const lines = template.split('\n').map((line) => {
    const filled = line.replace(/<(\w+)>/g, (place, name: string) =>
      name === 'random' ? `p${randomBytes(24).toString('hex')}` : (values.get(name) ?? place),
    );
    const [name = '', ...value] = filled.split('=');
    values.set(name, value.join('='));
    return filled;
  });
  return lines.join('\n');
}

/** The template lines of the NATS passwords of programs that a file of secrets does not have yet. */
export const missingProgramLines = (secrets: string, programs: readonly string[]): string =>
  programs
    .map((name) => passwordKey('NATS', name))
    .filter((key) => !secrets.split('\n').some((line) => line.startsWith(`${key}=`)))
    .map((key) => `${key}=<random>\n`)
    .join('');

if (import.meta.main) {
  const [overlay] = process.argv.slice(2);
  if (overlay !== 'in-cluster' && overlay !== 'external') {
    console.error(HELP);
    process.exit(EX_USAGE);
  }
  try {
    writeSecrets(overlay);
  } catch (error) {
    exitWithError(error);
  }
}

function writeSecrets(overlay: string): void {
  const { busPrograms } = readConfig({ BUS_PROGRAMS: process.env.BUS_PROGRAMS });
  const file = join(OVERLAYS, overlay, 'secrets.env');
  if (existsSync(file)) {
    const added = missingProgramLines(readFileSync(file, 'utf8'), busPrograms);
    if (added !== '') {
      appendFileSync(file, fillSecretsTemplate(added));
      console.log(`Added the passwords of new programs to k8s/${overlay}/secrets.env.`);
      return;
    }
  }
  const template = readFileSync(join(OVERLAYS, overlay, 'secrets.template.env'), 'utf8');
  const lines = template + missingProgramLines(template, busPrograms);
  writeFileSync(file, fillSecretsTemplate(lines), { mode: 0o600, flag: 'wx' });
  console.log(`Wrote k8s/${overlay}/secrets.env. Keep it: Git ignores it.`);
}
