/**
 * The NATS_URL of the user `tools` of `npm run start:split`, kept in a file of the data folder that only its
 * owner may read, so that `npm run bus` needs no NATS_URL on the same machine.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const toolsUrlFile = (dataDir: string): string => join(dataDir, 'nats-tools-url');

/** Keeps the URL; the password is new with every start. */
export function saveToolsUrl(dataDir: string, url: string): void {
  mkdirSync(dataDir, { recursive: true });
  // A file that exists would keep its permissions.
  rmSync(toolsUrlFile(dataDir), { force: true });
  writeFileSync(toolsUrlFile(dataDir), `${url}\n`, { mode: 0o600, flag: 'wx' });
}

/** The kept URL; null where no such service has run. */
export const readToolsUrl = (dataDir: string): string | null =>
  existsSync(toolsUrlFile(dataDir)) ? readFileSync(toolsUrlFile(dataDir), 'utf8').trim() : null;
