import { ConfigError } from '../../shared/kernel/config.ts';
import { ProgramMissing } from '../back-ends/locate.ts';
import { DataFolderUnusable, MongodFailed } from '../back-ends/mongod.ts';
import { DataFolderInUse } from '../back-ends/orphan.ts';

/** Exit code of a wrong configuration, after sysexits.h. */
export const EX_CONFIG = 78;
/** Exit code of a command that was called wrongly. */
export const EX_USAGE = 64;

/** MongoDB's own, and the one of its hosted service. */
const AUTHENTICATION_FAILED: readonly unknown[] = [18, 8000];

/** Servers that are away are named by the driver; of those that answer it says only that it has waited for one to write to. */
const NO_PRIMARY =
  '. It may be that no primary was found: it must be a replica set that has been initiated (rs.initiate), and replicaSet in the address its name.';

/** Says in one line what is wrong where that is known, and ends the process: 78 for a wrong variable, else 1. */
export function complainAndExit(error: unknown): never {
  const wrong = wrongVariable(error);
  if (wrong !== null) {
    console.error(wrong);
    process.exit(EX_CONFIG);
  }
  console.error(isKnown(error) ? error.message : error);
  process.exit(1);
}

function wrongVariable(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof ConfigError || error instanceof DataFolderUnusable) return error.message;
  const { code, syscall, name, message }: NodeJS.ErrnoException = error;
  const isUnreachable = /^Mongo.*(ServerSelection|Network)/.test(name) || syscall?.startsWith('query') === true;
  if (isUnreachable)
    return `MONGODB_URI does not answer: ${message}${message.startsWith('Server selection timed out') ? NO_PRIMARY : ''}`;
  const isRefused = name === 'MongoServerError' && AUTHENTICATION_FAILED.includes(code);
  return isRefused || name === 'MongoParseError' ? `MONGODB_URI is not usable: ${message}` : null;
}

const isKnown = (error: unknown): error is Error =>
  error instanceof ProgramMissing || error instanceof MongodFailed || error instanceof DataFolderInUse;
