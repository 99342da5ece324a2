/** Errors that the service answers: problem documents (RFC 9457) with the types of their metadata by code. */
import type { ErrorCode, ErrorDetail, ProblemMetadata } from './endpoint-types.ts';
import { isJsonObject, type JsonObject, toText } from './json.ts';

/** The metadata of a code; any of them may have `errors`, the findings with their paths. */
export type MetadataOf<C extends ErrorCode> = (C extends keyof ProblemMetadata
  ? ProblemMetadata[C]
  : object) & {
  errors?: ErrorDetail[];
};

/** An error response with its problem document. */
export class ApiError extends Error {
  readonly status: number;
  /** The whole document; empty when the response was none, as from a proxy. */
  readonly problem: JsonObject;
  /** Stable name of the error, such as `EDIT_CONFLICT`; null without a problem document. */
  readonly code: string | null;
  /** What the error is about; `is` gives its type. */
  readonly metadata: object;
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | null;

  /** @param request method and path, for the message */
  constructor(status: number, problem: JsonObject, request: string, headers?: Headers) {
    const what =
      problem.code === undefined
        ? 'without a problem document'
        : `${toText(problem.code)}: ${toText(problem.detail)}`;
    super(`${request} answered ${status} ${what}`);
    this.status = status;
    this.problem = problem;
    this.code = typeof problem.code === 'string' ? problem.code : null;
    this.metadata = isJsonObject(problem.metadata) ? problem.metadata : {};
    const seconds = headers?.get('retry-after') ?? Reflect.get(this.metadata, 'retryAfter');
    this.retryAfter = /^\d+$/.test(String(seconds)) ? Number(seconds) : null;
  }

  /** Whether the error has this code, whose metadata is typed then. */
  is<C extends ErrorCode>(
    code: C,
  ): this is ApiError & { readonly code: C; readonly metadata: MetadataOf<C> } {
    return this.code === code;
  }

  /** What to do, in a sentence. */
  get detail(): string {
    return toText(this.problem.detail);
  }

  /** Findings about the request, each with the path of a value. */
  get errors(): readonly ErrorDetail[] {
    const errors: unknown = Reflect.get(this.metadata, 'errors');
    return Array.isArray(errors) ? errors : [];
  }

  /** What to quote when asking about the error. */
  get requestId(): string {
    return toText(this.problem.requestId);
  }
}

/** A successful response without a session: the email must be verified, or the account approved, first. */
export class NotSignedInError extends Error {}
