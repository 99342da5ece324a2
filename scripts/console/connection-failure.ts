/** Recognises the error of a service that gave no response, and puts its reason in words. */
import { ResponseTimeoutError } from '../../shared/rest-client/response-errors.ts';

/** Whether no response came: `fetch` throws a TypeError with the reason as its cause. */
export const isConnectionFailure = (error: unknown): error is Error =>
  error instanceof ResponseTimeoutError || (error instanceof TypeError && error.cause instanceof Error);

/** The reason in one line. */
export function describeFailure(error: unknown): string {
  if (isConnectionFailure(error) && error.cause instanceof Error)
    return error.cause.message || String(Reflect.get(error.cause, 'code') ?? error.message);
  return error instanceof Error ? error.message : String(error);
}
