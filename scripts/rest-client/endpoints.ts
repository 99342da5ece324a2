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

export interface RestRequest {
  method: Method;
  /** The address with its query. */
  path: string;
  /** Absent where the contract has none. */
  body?: object | FormData;
}

/**
 * The request for an endpoint: each parameter in the address, the query or the body, wherever it is declared.
 * @throws Error naming what the address lacks, or an endpoint without a route
 */
export function requestOf(id: EndpointId, params: object): RestRequest {
  const spec: EndpointSpec = endpoints[id];
  if (!spec.http) throw new Error(`${id} is no endpoint: only services call it`);
  const { method, path } = splitHttp(spec.http);
  const sent = Object.entries<unknown>({ ...params }).filter(([, value]) => value !== undefined);
  const inQuery = sent.filter(([name]) => name in (spec.query ?? {}));
  const search = new URLSearchParams(inQuery.map(([name, value]): [string, string] => [name, String(value)]));
  const address = fillPath(path, Object.fromEntries(sent));
  const target = search.size > 0 ? `${address}?${search}` : address;
  if (!spec.body) return { method, path: target };
  const inBody = sent.filter(([name]) => !(name in (spec.path ?? {})) && !(name in (spec.query ?? {})));
  return { method, path: target, body: spec.bodyEncoding === 'multipart' ? formOf(inBody) : Object.fromEntries(inBody) };
}

/** A list goes out as parts of one name. */
function formOf(members: readonly [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of members) {
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
