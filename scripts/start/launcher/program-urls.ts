/**
 * Stores the NATS_URLs with which programs on the bus connect to `npm run start:split`, each in a file of the data
 * folder that only its owner may read. `npm run bus` on the same machine reads the one of the user `tools` there.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const urlFile = (dataDir: string, user: string): string => join(dataDir, `nats-${user}-url`);

/** Stores the URL of a user; the password is new with every start. */
export function saveProgramUrl(dataDir: string, user: string, url: string): void {
  mkdirSync(dataDir, { recursive: true });
  // A file that exists would keep its permissions.
  rmSync(urlFile(dataDir, user), { force: true });
  writeFileSync(urlFile(dataDir, user), `${url}\n`, { mode: 0o600, flag: 'wx' });
}

/** The stored URL of the user `tools`; null where no such service has run. */
export function readToolsUrl(dataDir: string): string | null {
  const file = urlFile(dataDir, 'tools');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
