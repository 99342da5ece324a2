/**
 * API caller that repeats a call up to seven times after a connection failure or a temporary status (429,
 * 502–504), but not after a timeout.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiCaller, CallArgs } from '../../shared/rest-client/api-caller.ts';
import { ApiError } from '../../shared/rest-client/client.ts';
import type { EndpointResult, RestEndpointId } from '../../shared/rest-client/endpoint-types.ts';
import { isJsonObject } from '../../shared/rest-client/json.ts';
import { ResponseTimeoutError } from '../../shared/rest-client/response-errors.ts';
import { describeFailure, isConnectionFailure } from '../console/connection-failure.ts';

/** The service did not answer, or could not, at any attempt, or within the timeout of one. */
export class ServiceUnavailableError extends Error {}

/** Waits between attempts, in milliseconds: 47 s together. */
const WAITS_MS: readonly number[] = [250, 750, 2_000, 4_000, 8_000, 12_000, 20_000];
const MAX_WAIT_MS = 60_000;
const TEMPORARY_STATUSES: readonly number[] = [429, 502, 503, 504];

/**
 * Repeats calls that failed for a temporary reason. A write may have happened although its response was lost, so
 * callers must look at the state of the service when a repeated write is refused.
 */
export class RetryingCaller implements ApiCaller {
  readonly #api: ApiCaller;
  readonly #onUnavailable: () => void;
  readonly #waits: readonly number[];

  /** @param onUnavailable is called when a call is repeated for the first time */
  constructor(api: ApiCaller, onUnavailable: () => void = () => undefined, waits = WAITS_MS) {
    this.#api = api;
    this.#onUnavailable = onUnavailable;
    this.#waits = waits;
  }

  /** @throws ApiError for any other refusal, ServiceUnavailableError after the last attempt or a timeout */
  async call<K extends RestEndpointId>(id: K, ...args: CallArgs<K>): Promise<EndpointResult<K>> {
    for (const [attempt, wait] of this.#waits.entries()) {
      try {
        return await this.#api.call(id, ...args);
      } catch (error) {
        if (!isTemporary(error)) throw error;
        // The service had the whole time of a request, which is longer than all waits.
        if (error instanceof ResponseTimeoutError) throw new ServiceUnavailableError(describeFailure(error));
        if (attempt === 0) this.#onUnavailable();
        await pause(Math.min(requestedWait(error) ?? wait, MAX_WAIT_MS));
      }
    }
    return this.#api.call(id, ...args).catch((error: unknown) => {
      throw isTemporary(error) ? new ServiceUnavailableError(describeFailure(error)) : error;
    });
  }
}

/** Whether the same call may succeed in a moment: no connection, or a status that says so. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return TEMPORARY_STATUSES.includes(error.status);
  return isConnectionFailure(error);
}

/** The wait that an error response asks for, in milliseconds. */
function requestedWait(error: unknown): number | null {
  const metadata = error instanceof ApiError ? error.problem.metadata : undefined;
  const seconds = isJsonObject(metadata) ? metadata.retryAfter : undefined;
  return typeof seconds === 'number' ? seconds * 1_000 : null;
}
