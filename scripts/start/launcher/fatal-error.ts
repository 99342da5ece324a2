/**
 * Prints a fatal error of a command, in one line when it is an expected one, and exits. Also the exit codes of
 * sysexits.h.
 */
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import { DiskFullError, describeFullDisk, isDiskFullError } from '../embedded-servers/full-disk.ts';
import { ProgramNotFoundError } from '../embedded-servers/locate-program.ts';
import { DataFolderUnusableError, MongodStartError } from '../embedded-servers/mongod.ts';
import { DataFolderInUseError } from '../embedded-servers/orphaned-mongod.ts';

/** Exit code of a wrong configuration, after sysexits.h. */
export const EX_CONFIG = 78;
/** Exit code of a wrong command line, after sysexits.h. */
export const EX_USAGE = 64;

/** Error codes of MongoDB and of Atlas. */
const AUTHENTICATION_FAILED: readonly unknown[] = [18, 8000];

/** What the system says of a folder that is read-only or of somebody else. */
const FOLDER_UNUSABLE: readonly unknown[] = ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'];

/** The driver names servers that do not answer, but not the reason when those that answer have no primary. */
const NO_PRIMARY =
  '. Possibly no primary was found: the server must be an initiated replica set (rs.initiate), and replicaSet in the URI must be its name.';

/**
 * Prints an error, in one line when it is an expected one, and exits: 78 for a wrong variable, else 1.
 * @param dataDir of a MongoDB that this process runs itself: the error may come from its full disk
 */
export function exitWithError(error: unknown, dataDir: string | null = null): never {
  const fullDisk = findFullDisk(error, dataDir);
  if (fullDisk !== null) {
    console.error(fullDisk);
    process.exit(1);
  }
  const problem = findConfigProblem(error);
  if (problem !== null) {
    console.error(problem);
    process.exit(EX_CONFIG);
  }
  console.error(isExpectedError(error) ? error.message : error);
  process.exit(1);
}

function findFullDisk(error: unknown, dataDir: string | null): string | null {
  if (error instanceof ConfigError) return null;
  const mayBeDisk = dataDir !== null || error instanceof DiskFullError || isDiskFullError(error);
  return mayBeDisk ? describeFullDisk(error, dataDir === null ? [] : [dataDir]) : null;
}

function findConfigProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof ConfigError || error instanceof DataFolderUnusableError) return error.message;
  const { code, syscall, name, message }: NodeJS.ErrnoException = error;
  const isUnreachable =
    /^Mongo.*(ServerSelection|Network)/.test(name) || syscall?.startsWith('query') === true;
  if (isUnreachable)
    return `Cannot reach MongoDB at MONGODB_URI: ${message}${message.startsWith('Server selection timed out') ? NO_PRIMARY : ''}`;
  const isRefused = name === 'MongoServerError' && AUTHENTICATION_FAILED.includes(code);
  return isRefused || name === 'MongoParseError' ? `MONGODB_URI is not usable: ${message}` : null;
}

const isExpectedError = (error: unknown): error is Error =>
  error instanceof ProgramNotFoundError ||
  error instanceof MongodStartError ||
  error instanceof DataFolderInUseError ||
  (error instanceof Error && isFolderUnusable(error));

/** Node says ENOENT where it cannot create a folder in a read-only one. */
const isFolderUnusable = ({ code, syscall }: NodeJS.ErrnoException): boolean =>
  FOLDER_UNUSABLE.includes(code) || (code === 'ENOENT' && syscall === 'mkdir');
