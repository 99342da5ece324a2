/**
 * Command line of `npm run backup` and `npm run restore`: one folder, options, and errors in one line. Their steps
 * are in `take-backup.ts` and `restore-backup.ts`. Also the form of sizes that they print.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { NoDatabaseServerError } from '../../start/embedded-servers/database-server.ts';
import { EX_USAGE, exitWithError } from '../../start/launcher/fatal-error.ts';
import { BackupError } from './backup-error.ts';

interface CommandLine {
  folder: string;
  /** How many backups are kept; null for all. */
  keep: number | null;
}

/**
 * Runs a command with the folder of its command line; a relative one is in the folder of the caller.
 * @param options.hasKeep whether it has the option `--keep`
 */
export async function runWithFolder(
  usage: string,
  work: (line: CommandLine) => Promise<void>,
  { hasKeep = false } = {},
): Promise<void> {
  const line = readCommandLine(hasKeep);
  if (line === null) {
    console.error(usage);
    process.exitCode = EX_USAGE;
    return;
  }
  try {
    await work({ ...line, folder: resolve(process.env.INIT_CWD ?? process.cwd(), line.folder) });
  } catch (error) {
    if (!(error instanceof BackupError) && !(error instanceof NoDatabaseServerError)) exitWithError(error);
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Null for a command line that is not understood. */
function readCommandLine(hasKeep: boolean): CommandLine | null {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: 'string' } },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) return null;
    if (values.keep === undefined) return { folder, keep: null };
    // None would remove the new one too.
    return hasKeep && /^[1-9]\d{0,5}$/.test(values.keep) ? { folder, keep: Number(values.keep) } : null;
  } catch {
    return null;
  }
}

/** `512 bytes`, `3.4 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e5) return `${bytes.toLocaleString('en')} bytes`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
