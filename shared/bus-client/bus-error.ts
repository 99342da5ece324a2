/**
 * The error of a call on the bus, with the problem document that the same call gets over HTTP,
 * and the errors of calls without a response.
 */
import type { ErrorCode } from '../contracts/error-codes.ts';
import {
  type ErrorDetail,
  type ErrorExtras,
  type ProblemDocument,
  toProblemDocument,
} from '../kernel/errors/problem-document.ts';

/** A call that was refused, or got no response. */
export class BusError extends Error {
  /** The problem document; its `instance` is `bus:` with the id of the endpoint. */
  readonly problem: ProblemDocument;

  constructor(problem: ProblemDocument, options?: ErrorOptions) {
    super(
      `${problem.instance.replace(/^bus:/, '')} answered ${problem.status} ${problem.code}: ${problem.detail}`,
      options,
    );
    this.problem = problem;
  }

  get code(): ErrorCode {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  /** The findings, each with the path of a value in the parameters. */
  get errors(): readonly ErrorDetail[] {
    const { errors } = this.problem.metadata ?? {};
    return Array.isArray(errors) ? errors : [];
  }
}

/** An error in the form in which the bus carries it: `type` is the code, `code` the status. */
export class CallError extends Error {
  readonly type: ErrorCode;
  readonly data: ErrorExtras;

  constructor(code: ErrorCode, detail: string, extras: ErrorExtras = {}) {
    super(detail);
    this.type = code;
    this.data = extras;
  }
}

/** No response: nobody took the call, the connection was lost, or it timed out. Reads are retried. */
export class NoResponseError extends Error {
  /** As Moleculer names it, which means "temporarily unavailable". */
  readonly type = 'REQUEST_TIMEOUT';
  readonly retryable = true;
}

/** Converts any error of a call to the BusError that the program receives. */
export const toBusError = (error: unknown, id: string, requestId: string): BusError =>
  error instanceof BusError
    ? error
    : new BusError(toProblemDocument(error, { instance: `bus:${id}`, requestId }), { cause: error });
