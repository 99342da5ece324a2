/**
 * All endpoints but the closed ones (410), whatever credential they need, and parts of a request to each from its
 * contract: the path with real ids (`resource-ids.ts`), and a client or credential that is sufficient. Also sends one
 * as raw HTTP.
 */

import { type EndpointSpec, type HttpMethod, parseHttpLine } from '../../shared/contracts/endpoint.ts';
import { replacePathParams } from '../../shared/contracts/path-template.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { type RawRequest, type RawResponse, sendRawRequest } from '../../tools/world/raw-http.ts';
import { pathValues, resourceIds } from './resource-ids.ts';
import type { TestWorld } from './test-world.ts';

export interface OpenEndpoint extends PublishedEndpoint {
  method: HttpMethod;
  /** The path template, e.g. `/api/standards/:id`. */
  pattern: string;
}

/** Every endpoint but the closed ones, which return 410 before any check. */
export const OPEN_ENDPOINTS: readonly OpenEndpoint[] = publishedEndpoints()
  .filter(({ spec }) => !spec.closed)
  .map((route) => {
    const { method, path } = parseHttpLine(route.spec.http ?? '');
    return { ...route, method, pattern: path };
  });

/** A client with the tier and permissions for an endpoint. */
export function clientFor(
  { ada, anyone }: TestWorld,
  { auth }: EndpointSpec,
  of: TenantResources = ada,
): RestClient {
  if (auth === 'none') return anyone;
  return auth === 'session_only' ? of.session : of.key;
}

/** The same credential as headers, for raw requests. */
export function credentialFor(
  { ada, base }: TestWorld,
  { auth }: EndpointSpec,
  of: TenantResources = ada,
): string[] {
  const json = ['content-type', 'application/json'];
  if (auth === 'none') return json;
  return auth === 'session_only'
    ? [...json, 'cookie', of.cookie, 'origin', base]
    : [...json, 'authorization', `Bearer ${of.secret}`];
}

type SentBody = NonNullable<RawRequest['body']>;

interface EndpointRequest {
  /** Default: the endpoint's, with real ids. */
  path?: string;
  query?: URLSearchParams | string;
  body?: RawRequest['body'] | undefined;
  /** In addition to the credential. */
  headers?: readonly string[];
}

/** Sends a raw request with a sufficient credential. */
export function sendToEndpoint(
  site: TestWorld,
  route: OpenEndpoint,
  { path = requestPath(site, route), query = '', body, headers = [] }: EndpointRequest = {},
): Promise<RawResponse> {
  const search = String(query);
  return sendRawRequest(site.base, {
    method: route.method,
    path: search === '' ? path : `${path}?${search}`,
    headers: [...credentialFor(site, route.spec), ...headers],
    ...(body === undefined ? {} : { body: asSent(route.spec, body) }),
  });
}

/** A JSON object with no other member than the one that is the whole body over HTTP becomes its array. */
function asSent({ arrayBody }: EndpointSpec, body: SentBody): SentBody {
  if (arrayBody === undefined || typeof body !== 'string') return body;
  const [, member = ''] = new RegExp(`^\\{"${arrayBody}":(.*)\\}$`, 's').exec(body) ?? [];
  try {
    JSON.parse(member);
    return member;
  } catch {
    return body;
  }
}

/** The path with real ids, some of them replaced by raw text. */
export function requestPath(
  site: TestWorld,
  route: OpenEndpoint,
  of: TenantResources = site.ada,
  instead: Readonly<Record<string, string>> = {},
): string {
  const ids = pathValues(route.spec.path, resourceIds(of, site.wiki));
  return replacePathParams(route.pattern, (name) => {
    const value = instead[name] ?? ids[name];
    if (value === undefined)
      throw new Error(`${route.id} has ${name} in its address; its contract says of what that is an id`);
    return String(value);
  });
}
