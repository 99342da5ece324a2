/**
 * Creation of API errors with code and details, among them those that several services throw; also the check of a
 * code. `problem-document.ts` converts any error.
 */
import { Errors } from 'moleculer';
import { ERROR_CODES, type ErrorCode } from '../../contracts/error-codes.ts';
import type { Permission } from '../../contracts/permissions.ts';
import type { ErrorDetail, ErrorExtras } from './problem-document.ts';

export { type ErrorDetail, type ErrorExtras, toErrorInfo, toProblemDocument } from './problem-document.ts';

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

/** For a resource that does not exist or is not visible to the caller: always the same words. */
export const notFound = (): Errors.MoleculerClientError =>
  apiError('NOT_FOUND', 'Not found, or you do not have access to it.');

/** For a missing or invalid credential. @param auth of the endpoint: one for sessions advises no key */
export const unauthenticated = (
  auth?: 'none' | 'key_or_session' | 'session_only',
): Errors.MoleculerClientError =>
  apiError(
    'UNAUTHENTICATED',
    auth === 'session_only'
      ? 'Sign in with POST /api/account/login, and send the session cookie that it sets. This endpoint takes nothing else.'
      : 'Send a valid key as Authorization: Bearer, or sign in.',
  );

/** 400 for a write without the version that was read, which `If-Match: *` does not name. */
export const baseVersionRequired = (errors: ErrorDetail[]): Errors.MoleculerClientError =>
  apiError(
    'BASE_VERSION_REQUIRED',
    'Send the version that you read as baseVersion or If-Match, so that a newer save is not overwritten. If-Match: * names no version.',
    { errors },
  );

/** @param status 403 where the requirements demand it */
export const noOpenDraft = (status: 403 | 409 = 409): Errors.MoleculerClientError =>
  apiError(
    'NO_OPEN_DRAFT',
    'The project has no open draft. Open one with POST /api/projects/:id/draft/create.',
    { status },
  );

/** The draft that was read has since been published or discarded. */
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

/** A 403 with the missing permissions. */
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

/**
 * A 403 for a permission that the account holds on no resource at all, where the call names none: dormant in
 * whoami.
 */
export const permissionDormant = (permission: Permission): Errors.MoleculerClientError =>
  apiError(
    'PERMISSION_DENIED',
    `This requires the permission ${permission} on at least one resource, and your account has it on none. Ask for a role that carries it; GET /api/whoami lists what a key was granted and cannot use under dormant.`,
    { metadata: { permission, reason: 'owner_lacks' } },
  );

/** Whether an error, also one from the bus, has this code. */
export const hasErrorCode = (error: unknown, code: ErrorCode): boolean =>
  typeof error === 'object' && error !== null && 'type' in error && error.type === code;
