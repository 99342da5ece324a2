/**
 * Errors of `spec`, with the exit code and the printed lines of each error that a command can end with.
 */
import { ApiError } from '../../shared/rest-client/api-error.ts';
import { isJsonObject, type JsonValue, toText } from '../../shared/rest-client/json.ts';
import { UnusableResponseError } from '../../shared/rest-client/response-errors.ts';
import { UsageError } from '../console/command-line.ts';
import { describeFailure, isConnectionFailure } from '../console/connection-failure.ts';

/** Exit codes: findings and refusals, an open conflict; the others after sysexits.h. */
export const EXIT = {
  done: 0,
  refused: 1,
  conflict: 2,
  usage: 64,
  noInput: 66,
  unavailable: 69,
  noPermission: 77,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const MAX_DETAILS = 20;

/** A command that cannot go on. The message says what to do. */
export class SpecError extends Error {
  readonly exitCode: ExitCode;
  readonly details: readonly string[];

  constructor(message: string, exitCode: ExitCode = EXIT.refused, details: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** The exit code for an error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof SpecError) return error.exitCode;
  if (error instanceof UsageError) return EXIT.usage;
  if (isFileError(error)) return EXIT.noInput;
  if (isConnectionFailure(error)) return EXIT.unavailable;
  if (isRefusal(error, 'EDIT_CONFLICT')) return EXIT.conflict;
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return EXIT.noPermission;
  return EXIT.refused;
}

/** What went wrong and what to do, in lines. */
export function describeError(error: unknown): string[] {
  if (error instanceof SpecError) return [error.message, ...error.details.map((line) => `  ${line}`)];
  if (error instanceof UsageError) return [error.message];
  if (isFileError(error)) return [describeFileError(error)];
  if (isConnectionFailure(error))
    return [`The service does not answer: ${describeFailure(error)}. Check the address and whether it runs.`];
  if (error instanceof ApiError && error.status === 401)
    return ['The key is not accepted any more. Run spec login, or set SPEC_KEY.'];
  if (error instanceof ApiError) return [error.message, ...describeProblems(error.problem.errors)];
  if (error instanceof UnusableResponseError)
    return [`The service cannot be used: ${error.message}. Check the address.`];
  return String(error instanceof Error ? error.stack : error).split('\n');
}

/** The findings of a problem document, each with its place. */
function describeProblems(errors: JsonValue): string[] {
  const findings = (Array.isArray(errors) ? errors : []).filter(isJsonObject);
  return findings
    .slice(0, MAX_DETAILS)
    .map(({ path, address, message }) => `  ${toText(path ?? address)}: ${toText(message)}`);
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';

function describeFileError({ path, code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${path}.`;
  if (code === 'EISDIR') return `${path} is a folder. Name a file.`;
  return `The file ${path} cannot be read or written: ${code}.`;
}

/** Whether an error is a refusal with this code. */
export const isRefusal = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** `metadata.reason` of a refusal; '' without one. */
export function reasonOf(error: ApiError): string {
  const { metadata } = error.problem;
  return isJsonObject(metadata) ? toText(metadata.reason) : '';
}
