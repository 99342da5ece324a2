/** The endpoints as a client of REST calls them: parameters in, the address and body of the request out, as the contract says. */
import { fillPath } from '../../shared/contracts/address.ts';
import { type EndpointSpec, type Input, type Method, type Result, splitHttp } from '../../shared/contracts/endpoint.ts';
import { type EndpointId, type EndpointMap, endpoints } from '../../shared/contracts/index.ts';
import { findMismatches } from '../../shared/kernel/params.ts';

/** What has a route and answers JSON. */
export type RestId = {
  [K in EndpointId]: EndpointMap[K] extends { answer: 'file' } ? never : EndpointMap[K] extends { http: string } ? K : never;
}[EndpointId];

/** The parameters of an endpoint as one flat object; of a form, the files themselves. */
export type Sent<K extends RestId> = EndpointMap[K] extends { bodyEncoding: 'multipart' }
  ? Omit<Input<EndpointMap[K]>, 'files'> & { files: readonly File[] }
  : Input<EndpointMap[K]>;

/** What an endpoint answers. */
export type Told<K extends RestId> = Result<EndpointMap[K]>;

/** Parameters in the places where the contract declares them; those that are undefined are left out. */
export interface Placed {
  method: Method;
  /** The address with its names, such as `/api/standards/:id`. */
  pattern: string;
  path: Record<string, unknown>;
  query: Record<string, string>;
  /** Null where the contract has none. */
  body: Record<string, unknown> | null;
}

/** @throws Error for what has no route */
export function placeParams(id: EndpointId, params: object): Placed {
  const spec: EndpointSpec = endpoints[id];
  if (!spec.http) throw new Error(`${id} is no endpoint: only services call it`);
  const { method, path: pattern } = splitHttp(spec.http);
  const placed: Placed = { method, pattern, path: {}, query: {}, body: spec.body ? {} : null };
  for (const [name, value] of Object.entries<unknown>({ ...params })) {
    if (value === undefined) continue;
    if (name in (spec.path ?? {})) placed.path[name] = value;
    else if (name in (spec.query ?? {})) placed.query[name] = String(value);
    else if (placed.body) placed.body[name] = value;
    else throw new Error(`${id} takes no ${name}`);
  }
  return placed;
}

export interface RestRequest {
  method: Method;
  /** The address with its query. */
  path: string;
  /** Absent where the contract has none. */
  body?: object | FormData;
}

/**
 * The request for an endpoint.
 * @throws Error naming what the address lacks, what the endpoint does not take, or an endpoint without a route
 */
export function requestOf(id: EndpointId, params: object): RestRequest {
  const { method, pattern, path, query, body } = placeParams(id, params);
  const search = new URLSearchParams(query);
  const address = fillPath(pattern, path);
  const target = search.size > 0 ? `${address}?${search}` : address;
  if (!body) return { method, path: target };
  const { bodyEncoding }: EndpointSpec = endpoints[id];
  return { method, path: target, body: bodyEncoding === 'multipart' ? formOf(body) : body };
}

/** A list goes out as parts of one name. */
function formOf(members: Readonly<Record<string, unknown>>): FormData {
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
export function readAnswer<K extends RestId>(id: K, answer: unknown): Told<K> {
  if (isTold(id, answer)) return answer;
  const problems = findMismatches(endpoints[id].returns, answer);
  throw new Error(`${id} answered other than declared: ${JSON.stringify(problems.slice(0, 5))}`);
}

const isTold = <K extends RestId>(id: K, answer: unknown): answer is Told<K> =>
  findMismatches(endpoints[id].returns, answer).length === 0;
