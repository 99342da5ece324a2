/** Check of response bodies against the contract, for our own programs and tests. */
import { endpoints } from '../contracts/index.ts';
import { findShapeMismatches } from '../kernel/validation/shape-checks.ts';
import type { EndpointResult, RestEndpointId } from './endpoint-types.ts';
import { UnusableResponseError } from './response-errors.ts';

/**
 * The response body after a check against the contract.
 * @throws UnusableResponseError naming the members that do not match
 */
export function parseResponse<K extends RestEndpointId>(id: K, body: unknown): EndpointResult<K> {
  if (isDeclaredResult(id, body)) return body;
  const problems = findShapeMismatches(endpoints[id].returns, body);
  throw new UnusableResponseError(
    `the response of ${id} does not match its contract: ${JSON.stringify(problems.slice(0, 5))}`,
  );
}

const isDeclaredResult = <K extends RestEndpointId>(id: K, body: unknown): body is EndpointResult<K> =>
  findShapeMismatches(endpoints[id].returns, body).length === 0;
