/**
 * HTTP request of an endpoint from its parameters, and the check of its response, both derived from the
 * contract. Also their types, and the parameters by path, query and body (`placeParams`).
 */
import {
  type EndpointSpec,
  type HttpMethod,
  type InputOf,
  parseHttpLine,
  type ResultOf,
  toJsonBody,
} from '../contracts/endpoint.ts';
import { type EndpointId, type EndpointMap, endpoints } from '../contracts/index.ts';
import { fillPath } from '../contracts/path-template.ts';
import { findShapeMismatches } from '../kernel/validation/shape-checks.ts';
import { UnusableResponseError } from './response-errors.ts';

/** Endpoints with a route and a JSON response. */
export type RestEndpointId = {
  [K in EndpointId]: EndpointMap[K] extends { responseType: 'file' }
    ? never
    : EndpointMap[K] extends { http: string }
      ? K
      : never;
}[EndpointId];

/** The parameters of an endpoint as one flat object; for a form with its files. */
export type EndpointParams<K extends RestEndpointId> = EndpointMap[K] extends { bodyEncoding: 'multipart' }
  ? Omit<InputOf<EndpointMap[K]>, 'files'> & { files: readonly File[] }
  : InputOf<EndpointMap[K]>;

export type EndpointResult<K extends RestEndpointId> = ResultOf<EndpointMap[K]>;

/** Parameters by place as the contract declares them, without undefined ones. */
interface PlacedParams {
  method: HttpMethod;
  /** The route, such as `/api/standards/:id`. */
  pattern: string;
  path: Record<string, unknown>;
  query: Record<string, string>;
  /** Null when the contract has none. */
  body: Record<string, unknown> | null;
}

/** @throws Error when the endpoint has no route */
export function placeParams(id: EndpointId, params: object): PlacedParams {
  const spec: EndpointSpec = endpoints[id];
  if (!spec.http) throw new Error(`${id} is not a public endpoint`);
  const { method, path: pattern } = parseHttpLine(spec.http);
  const placed: PlacedParams = { method, pattern, path: {}, query: {}, body: spec.body ? {} : null };
  for (const [name, value] of Object.entries<unknown>({ ...params })) {
    if (value === undefined) continue;
    if (name in (spec.path ?? {})) placed.path[name] = value;
    else if (name in (spec.query ?? {})) placed.query[name] = String(value);
    else if (placed.body) placed.body[name] = value;
    else throw new Error(`${id} has no parameter ${name}`);
  }
  return placed;
}

interface RestRequest {
  method: HttpMethod;
  /** Path and query. */
  path: string;
  /** Absent when the contract has none. */
  body?: object | FormData;
}

/**
 * The request for an endpoint.
 * @throws Error naming a missing path parameter, an unknown parameter, or an endpoint without a route
 */
export function buildRequest(id: EndpointId, params: object): RestRequest {
  const { method, pattern, path, query, body } = placeParams(id, params);
  const search = new URLSearchParams(query);
  const filled = fillPath(pattern, path);
  const target = search.size > 0 ? `${filled}?${search}` : filled;
  if (!body) return { method, path: target };
  const spec: EndpointSpec = endpoints[id];
  return {
    method,
    path: target,
    body: spec.bodyEncoding === 'multipart' ? buildForm(body) : toJsonBody(spec, body),
  };
}

/** Form data; a list becomes several parts of one name. */
function buildForm(members: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    for (const part of [value].flat()) {
      if (part instanceof File) form.append(name, part, part.name);
      else form.append(name, String(part));
    }
  }
  return form;
}

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
