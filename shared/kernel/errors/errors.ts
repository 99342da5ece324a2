/**
 * Creation of API errors with code and details, among them those that several services throw, and the
 * conversion of any error to the problem document of a response (architecture §2, decisions G2).
 */
import { Errors } from 'moleculer';
import { ERROR_CODES, type ErrorCode, isErrorCode } from '../../contracts/error-codes.ts';
import type { Permission } from '../../contracts/permissions.ts';
import { isUnavailable } from './unavailable.ts';

export interface ErrorDetail {
  path?: string;
  message: string;
  line?: number | null;
  rule?: string;
  address?: string | null;
}

/** Members of an error in addition to its message. The client gets all of them, so they contain nothing internal. */
export interface ErrorExtras {
  metadata?: Record<string, unknown>;
  /** Findings with the path of the offending value; at the top level and in metadata. */
  errors?: ErrorDetail[];
  /** Members that the requirements put at the top level, e.g. `requiresConfirmation`. */
  members?: Record<string, unknown>;
  /** Instead of the status of the code, where the requirements demand it (e.g. `NO_OPEN_DRAFT` as 403). */
  status?: number;
}

/** @param detail a sentence that says what to do */
export function apiError(
  code: ErrorCode,
  detail: string,
  extras: ErrorExtras = {},
): Errors.MoleculerClientError {
  const { status, ...rest } = extras;
  return new Errors.MoleculerClientError(detail, status ?? ERROR_CODES[code][0], code, rest);
}

/** An error with one finding. @param message what is wrong with the value at `path` */
export const apiErrorAt = (
  code: ErrorCode,
  path: string,
  message: string,
  extras: ErrorExtras = {},
): Errors.MoleculerClientError => apiError(code, message, { ...extras, errors: [{ path, message }] });

/** For a resource that does not exist or is not visible to the caller: always the same words (H1). */
export const notFound = (): Errors.MoleculerClientError =>
  apiError('NOT_FOUND', 'Not found, or you do not have access to it.');

/** For a missing or invalid credential. */
export const unauthenticated = (): Errors.MoleculerClientError =>
  apiError('UNAUTHENTICATED', 'Send a valid key as Authorization: Bearer, or sign in.');

/** @param status 403 where the requirements demand it (G9) */
export const noOpenDraft = (status: 403 | 409 = 409): Errors.MoleculerClientError =>
  apiError(
    'NO_OPEN_DRAFT',
    'The project has no open draft. Open one with POST /api/projects/:id/draft/create.',
    { status },
  );

/** The draft that was read has been published or discarded meanwhile. */
export const draftClosed = (): Errors.MoleculerClientError =>
  apiError(
    'EDIT_CONFLICT',
    'The draft you read has since been published or discarded. Nothing was written.',
    {
      metadata: { reason: 'draft_closed' },
    },
  );

export const projectArchived = (): Errors.MoleculerClientError =>
  apiError('PROJECT_ARCHIVED', 'The project is archived and read-only. Unarchive it first.');

/** A 403 with the missing permissions (G4, G21). */
export function permissionDenied(missing: readonly Permission[]): Errors.MoleculerClientError {
  const [first] = missing;
  return apiError(
    'PERMISSION_DENIED',
    `This requires the permission ${missing.join(' and ')}. GET /api/whoami shows the permissions of this credential and why others are missing.`,
    {
      metadata: { permission: first, ...(missing.length > 1 ? { permissions: missing } : {}) },
    },
  );
}

/** RFC 9457 problem document; `message` = `detail` (G2). */
interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  message: string;
  metadata?: Record<string, unknown>;
  requestId: string;
  [member: string]: unknown;
}

interface ErrorInfo {
  code: ErrorCode;
  status: number;
  detail: string;
  extras: ErrorExtras;
}

const UNAVAILABLE_DETAIL = 'Part of the service is temporarily unavailable. Try again in a few seconds.';

/** Any thrown value as an API error; an unknown one becomes INTERNAL_ERROR without its message. */
export function toErrorInfo(error: unknown): ErrorInfo {
  if (typeof error === 'object' && error !== null && 'type' in error && isErrorCode(error.type)) {
    const code = error.type;
    const status = 'code' in error && typeof error.code === 'number' ? error.code : ERROR_CODES[code][0];
    const detail =
      'message' in error && typeof error.message === 'string' ? error.message : ERROR_CODES[code][1];
    const extras: ErrorExtras =
      'data' in error && typeof error.data === 'object' && error.data !== null ? error.data : {};
    return { code, status, detail, extras };
  }
  if (isUnavailable(error)) {
    return { code: 'SERVICE_UNAVAILABLE', status: 503, detail: UNAVAILABLE_DETAIL, extras: {} };
  }
  return {
    code: 'INTERNAL_ERROR',
    status: 500,
    detail:
      'An unexpected error occurred. Your request is not known to be at fault; please quote the request id when you report it.',
    extras: {},
  };
}

/** The body of an error response. */
export function toProblemDocument(
  error: unknown,
  at: { instance: string; requestId: string },
): ProblemDocument {
  const { code, status, detail, extras } = toErrorInfo(error);
  const metadata = {
    ...extras.metadata,
    ...extras.members,
    ...(extras.errors ? { errors: extras.errors } : {}),
  };
  return {
    type: `urn:css:error:${code}`,
    title: ERROR_CODES[code][1],
    status,
    detail,
    instance: at.instance,
    code,
    message: detail,
    ...(extras.errors ? { errors: extras.errors } : {}),
    ...extras.members,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    requestId: at.requestId,
  };
}

/** Whether an error, also one from the bus, has this code. */
export const hasErrorCode = (error: unknown, code: ErrorCode): boolean =>
  typeof error === 'object' && error !== null && 'type' in error && error.type === code;
