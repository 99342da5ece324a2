/** The endpoints as a client of REST calls them: parameters in, the address and body of the request out, as the contract says. */

import {
  type EndpointSpec,
  type HttpMethod,
  type InputOf,
  parseHttpLine,
  type ResultOf,
} from '../../shared/contracts/endpoint.ts';
import { type EndpointId, type EndpointMap, endpoints } from '../../shared/contracts/index.ts';
import { fillPath } from '../../shared/contracts/path-template.ts';
import { findShapeMismatches } from '../../shared/kernel/validation/params.ts';

/** What has a route and answers JSON. */
export type RestEndpointId = {
  [K in EndpointId]: EndpointMap[K] extends { responseType: 'file' }
    ? never
    : EndpointMap[K] extends { http: string }
      ? K
      : never;
}[EndpointId];

/** The parameters of an endpoint as one flat object; of a form, the files themselves. */
export type EndpointParams<K extends RestEndpointId> = EndpointMap[K] extends { bodyEncoding: 'multipart' }
  ? Omit<InputOf<EndpointMap[K]>, 'files'> & { files: readonly File[] }
  : InputOf<EndpointMap[K]>;

/** What an endpoint answers. */
export type EndpointResult<K extends RestEndpointId> = ResultOf<EndpointMap[K]>;

/** Parameters in the places where the contract declares them; those that are undefined are left out. */
export interface PlacedParams {
  method: HttpMethod;
  /** The address with its names, such as `/api/standards/:id`. */
  pattern: string;
  path: Record<string, unknown>;
  query: Record<string, string>;
  /** Null where the contract has none. */
  body: Record<string, unknown> | null;
}

/** @throws Error for what has no route */
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

export interface RestRequest {
  method: HttpMethod;
  /** The address with its query. */
  path: string;
  /** Absent where the contract has none. */
  body?: object | FormData;
}

/**
 * The request for an endpoint.
 * @throws Error naming what the address lacks, what the endpoint does not take, or an endpoint without a route
 */
export function buildRequest(id: EndpointId, params: object): RestRequest {
  const { method, pattern, path, query, body } = placeParams(id, params);
  const search = new URLSearchParams(query);
  const address = fillPath(pattern, path);
  const target = search.size > 0 ? `${address}?${search}` : address;
  if (!body) return { method, path: target };
  const { bodyEncoding }: EndpointSpec = endpoints[id];
  return { method, path: target, body: bodyEncoding === 'multipart' ? buildForm(body) : body };
}

/** A list goes out as parts of one name. */
function buildForm(members: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    for (const one of [value].flat()) {
      if (one instanceof File) form.append(name, one, one.name);
      else form.append(name, String(one));
    }
  }
  return form;
}

/**
 * An answer, proved to be what the contract declares.
 * @throws Error naming each member that is not
 */
export function parseResponse<K extends RestEndpointId>(id: K, answer: unknown): EndpointResult<K> {
  if (isDeclaredResult(id, answer)) return answer;
  const problems = findShapeMismatches(endpoints[id].returns, answer);
  throw new Error(`the response of ${id} does not match its contract: ${JSON.stringify(problems.slice(0, 5))}`);
}

const isDeclaredResult = <K extends RestEndpointId>(id: K, answer: unknown): answer is EndpointResult<K> =>
  findShapeMismatches(endpoints[id].returns, answer).length === 0;
