/** The HTTP request of an endpoint from its parameters: route, query and body as `endpointTable` says. */
import { fillPath } from '../contracts/path-template.ts';
import { endpointTable } from './endpoint-table.ts';
import { buildForm } from './form-data.ts';

/** How an endpoint is sent. */
export interface EndpointRoute {
  method: string;
  /** Such as `/api/standards/:id`. */
  path: string;
  query: readonly string[];
  body: 'json' | 'form' | null;
  /** The parameter that is the whole body, a JSON array. */
  arrayBody: string | null;
  /** Whether a repeated request with the same `Idempotency-Key` is done once. */
  takesIdempotencyKey: boolean;
  /** The member with the rows of a paged list; null for other endpoints. */
  rows: string | null;
}

/** @throws Error when the endpoint has no route */
export function findRoute(id: string): EndpointRoute {
  const line = Object.hasOwn(endpointTable, id) ? endpointTable[id] : undefined;
  if (line === undefined) throw new Error(`${id} is not a public endpoint`);
  const [method = '', target = '', ...words] = line.split(' ');
  const [path = '', query] = target.split('?');
  const wordAfter = (prefix: string): string | null =>
    words.find((word) => word.startsWith(prefix))?.slice(prefix.length) ?? null;
  return {
    method,
    path,
    query: query?.split(',') ?? [],
    body: words.includes('form') ? 'form' : words.includes('body') ? 'json' : null,
    arrayBody: wordAfter('array='),
    takesIdempotencyKey: words.includes('key'),
    rows: wordAfter('list='),
  };
}

/** Parameters by place, without undefined ones. */
interface PlacedParams {
  path: Record<string, unknown>;
  query: Record<string, string>;
  /** Null when the endpoint takes none. */
  body: Record<string, unknown> | null;
}

/** @throws Error for a parameter that the endpoint does not have */
export function placeParams(id: string, params: object): PlacedParams {
  const route = findRoute(id);
  const placed: PlacedParams = { path: {}, query: {}, body: route.body ? {} : null };
  const inPath = route.path.split('/');
  for (const [name, value] of Object.entries<unknown>({ ...params })) {
    if (value === undefined) continue;
    if (inPath.includes(`:${name}`)) placed.path[name] = value;
    else if (route.query.includes(name)) placed.query[name] = String(value);
    else if (placed.body) placed.body[name] = value;
    else throw new Error(`${id} has no parameter ${name}`);
  }
  return placed;
}

interface RestRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Absent when the endpoint takes none. */
  body?: object | FormData;
}

/**
 * The request for an endpoint.
 * @throws Error naming a missing path parameter, an unknown parameter, or an endpoint without a route
 */
export function buildRequest(id: string, params: object): RestRequest {
  const route = findRoute(id);
  const { path, query, body } = placeParams(id, params);
  const search = new URLSearchParams(query);
  const filled = fillPath(route.path, path);
  const request = { method: route.method, path: search.size > 0 ? `${filled}?${search}` : filled };
  if (!body) return request;
  const array = route.arrayBody === null ? undefined : body[route.arrayBody];
  return { ...request, body: route.body === 'form' ? buildForm(body) : Array.isArray(array) ? array : body };
}
