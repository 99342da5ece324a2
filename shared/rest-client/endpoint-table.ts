/**
 * Table of how each endpoint is sent over HTTP, one line of text by its id, derived from the contract. The npm
 * package contains these lines instead of the contract, whose descriptions and shapes would make it large.
 */
import { type EndpointSpec, supportsIdempotencyKey } from '../contracts/endpoint.ts';
import { publishedEndpoints } from '../contracts/published-endpoints.ts';

/** The parameters that choose the part of a list. */
const PAGING_PARAMS: readonly string[] = ['offset', 'page', 'since'];

/**
 * The line of an endpoint: method and route with the names of its query, then what else its request needs (`body`
 * or `form`; `array=` with the member that is the whole body; `key` where an `Idempotency-Key` counts), and for a
 * paged list `list=` with the member that has the rows.
 */
function routeLine(spec: EndpointSpec): string {
  const query = Object.keys(spec.query ?? {});
  return [
    query.length > 0 ? `${spec.http}?${query.join(',')}` : spec.http,
    ...(spec.bodyEncoding ? ['form'] : spec.body ? ['body'] : []),
    ...(spec.arrayBody ? [`array=${spec.arrayBody}`] : []),
    ...(supportsIdempotencyKey(spec) ? ['key'] : []),
    ...(query.some((name) => PAGING_PARAMS.includes(name)) ? [`list=${rowsMember(spec)}`] : []),
  ].join(' ');
}

/** The member of the result with the rows of a page. @throws Error unless one member is a list */
export function rowsMember({ returns, http }: EndpointSpec): string {
  const lists =
    returns.type === 'object'
      ? Object.entries(returns.props).filter(([, schema]) => schema.type === 'array')
      : [];
  const [[member] = []] = lists;
  if (lists.length !== 1 || member === undefined)
    throw new Error(`${http} is a paged list and must return one list`);
  return member;
}

export const endpointTable: Readonly<Record<string, string>> = Object.fromEntries(
  publishedEndpoints().map(({ id, spec }) => [id, routeLine(spec)]),
);
