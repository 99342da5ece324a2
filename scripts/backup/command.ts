/**
 * Command line of `npm run backup` and `npm run restore`: one folder, and errors in one line. Their steps are in
 * `take-backup.ts` and `restore-backup.ts`.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { NoDatabaseServerError } from '../embedded-servers/database-server.ts';
import { EX_USAGE, exitWithError } from '../launcher/fatal-error.ts';
import { BackupError } from './backup-error.ts';

/** Runs a command with the folder of its command line; a relative one is in the folder of the caller. */
export async function runWithFolder(usage: string, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = readFolder();
  if (folder === null) {
    console.error(usage);
    process.exitCode = EX_USAGE;
    return;
  }
  try {
    await work(resolve(process.env.INIT_CWD ?? process.cwd(), folder));
  } catch (error) {
    if (!(error instanceof BackupError) && !(error instanceof NoDatabaseServerError)) exitWithError(error);
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Null for a command line that is not understood. */
function readFolder(): string | null {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    return positionals.length === 1 ? (positionals[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** `512 bytes`, `3.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e5) return `${bytes.toLocaleString('en')} bytes`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
