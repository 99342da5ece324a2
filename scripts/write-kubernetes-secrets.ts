/**
 * `npm run kubernetes-secrets -- OVERLAY`: writes `k8s/OVERLAY/secrets.env` from its template, with random passwords
 * in the places of `<random>`. Leaves an existing file as it is: the servers know its passwords.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EX_USAGE, exitWithError } from './launcher/fatal-error.ts';

const OVERLAYS = fileURLToPath(new URL('../k8s', import.meta.url));
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

if (import.meta.main) {
  const [overlay] = process.argv.slice(2);
  if (overlay !== 'in-cluster' && overlay !== 'external') {
    console.error(HELP);
    process.exit(EX_USAGE);
  }
  try {
    const folder = join(OVERLAYS, overlay);
    const template = readFileSync(join(folder, 'secrets.template.env'), 'utf8');
    writeFileSync(join(folder, 'secrets.env'), fillSecretsTemplate(template), { mode: 0o600, flag: 'wx' });
    console.log(`Wrote k8s/${overlay}/secrets.env. Keep it: Git ignores it.`);
  } catch (error) {
    exitWithError(error);
  }
}
