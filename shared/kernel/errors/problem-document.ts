/**
 * Conversion of any error to its code and status, and to the problem document of a response.
 * Without Moleculer, for programs that call the service.
 */
import { ERROR_CODES, type ErrorCode, isErrorCode } from '../../contracts/error-codes.ts';
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
  /** The error of an earlier request with the same `Idempotency-Key`; shown by a header, not in the document. */
  replayed?: true;
}

/** RFC 9457 problem document; `message` = `detail`. */
export interface ProblemDocument {
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
