/**
 * Exit code (sysexits.h) and printed lines for each error of an import. The errors themselves are declared where
 * they are thrown.
 */

import { ApiError } from '../../shared/rest-client/client.ts';
import { isJsonObject, type JsonValue, toText } from '../../shared/rest-client/json.ts';
import { UnusableResponseError } from '../../shared/rest-client/response-errors.ts';
import { UnreadableTableError } from '../../shared/spreadsheets/table.ts';
import { UsageError } from '../console/command-line.ts';
import { describeFailure, isConnectionFailure } from '../console/connection-failure.ts';
import { EX_USAGE } from '../start/launcher/fatal-error.ts';
import { UnusableDocumentError } from './documents/import-change.ts';
import { EditionRefusedError } from './edition/explain-refusal.ts';
import { ConcurrentChangeError } from './import-standard.ts';
import { NameInUseError } from './next-step.ts';
import { ServiceUnavailableError } from './retrying-caller.ts';

const EX_DATAERR = 65;
const EX_NOINPUT = 66;
const EX_UNAVAILABLE = 69;
const EX_TEMPFAIL = 75;
const EX_NOPERM = 77;
const MAX_DETAILS = 20;

/** The exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EX_USAGE;
  if (error instanceof UnusableDocumentError || error instanceof UnreadableTableError) return EX_DATAERR;
  if (isFileError(error)) return EX_NOINPUT;
  if (isConnectionFailure(error)) return EX_UNAVAILABLE;
  if (error instanceof ServiceUnavailableError || error instanceof ConcurrentChangeError) return EX_TEMPFAIL;
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return EX_NOPERM;
  return 1;
}

/** What went wrong and what to do, in lines. */
export function describeError(error: unknown): string[] {
  if (error instanceof UnusableDocumentError) {
    const hidden = error.faults.length - MAX_DETAILS;
    return [
      error.message,
      ...error.faults.slice(0, MAX_DETAILS).map((fault) => `  ${fault}`),
      ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
    ];
  }
  if (isFileError(error)) return [describeFileError(error)];
  if (error instanceof ServiceUnavailableError)
    return [
      `The service does not answer any more: ${error.message}. Run the same command again; it goes on.`,
    ];
  if (isConnectionFailure(error))
    return [`The service does not answer: ${describeFailure(error)}. Check --to and whether it runs.`];
  if (error instanceof ApiError && error.status === 401)
    return ['The key is not accepted. Give a valid one with --key, or set IMPORT_KEY.'];
  if (error instanceof ApiError) return [error.message, ...describeProblems(error.problem.errors)];
  if (error instanceof UnusableResponseError)
    return [`The service cannot be used: ${error.message}. Check --to.`];
  const isExpected =
    error instanceof UsageError ||
    error instanceof UnreadableTableError ||
    error instanceof NameInUseError ||
    error instanceof EditionRefusedError ||
    error instanceof ConcurrentChangeError;
  return isExpected ? [error.message] : String(error instanceof Error ? error.stack : error).split('\n');
}

/** The findings of a problem document, each with its path. */
function describeProblems(errors: JsonValue): string[] {
  const findings = (Array.isArray(errors) ? errors : []).filter(isJsonObject);
  return findings
    .slice(0, MAX_DETAILS)
    .map(({ path, address, message }) => `  ${toText(path ?? address)}: ${toText(message)}`);
}

/** An error of the file system. Reading a folder gives one without a path. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'syscall' in error &&
  (('path' in error && typeof error.path === 'string') || ('code' in error && error.code === 'EISDIR'));

function describeFileError({ path, code }: NodeJS.ErrnoException): string {
  if (code === 'EISDIR') return 'FILE is a folder. Give the path of a document.';
  if (code === 'ENOENT') return `There is no file ${path}.`;
  return `The file ${path} cannot be read: ${code}.`;
}
