/**
 * Requests generated from the contract: every endpoint, with real ids in its address and a body of the
 * declared shape.
 */
import { isDeepStrictEqual } from 'node:util';
import type { RestClient } from '../../scripts/rest-client/client.ts';
import type { JsonObject, JsonValue } from '../../scripts/rest-client/json.ts';
import { type EndpointSpec, type HttpMethod, parseHttpLine } from '../../shared/contracts/endpoint.ts';
import { replacePathParams } from '../../shared/contracts/path-template.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import { idKindOf, isRequired, type Props, type Schema } from '../../shared/contracts/schema.ts';
import type { TenantResources } from './population.ts';
import { type RawRequest, type RawResponse, sendRawRequest } from './raw-http.ts';
import { pathValues, type ResourceIds, resourceIds } from './resource-ids.ts';
import type { TestWorld } from './test-world.ts';

export interface OpenEndpoint extends PublishedEndpoint {
  method: HttpMethod;
  /** As the contract writes it, e.g. `/api/standards/:id`. */
  pattern: string;
}

/** Every endpoint that does something; a closed one answers 410 before it looks at anything. */
export const OPEN_ENDPOINTS: readonly OpenEndpoint[] = publishedEndpoints()
  .filter(({ spec }) => !spec.closed)
  .map((route) => {
    const { method, path } = parseHttpLine(route.spec.http ?? '');
    return { ...route, method, pattern: path };
  });

/** Who may call it as far as tier and permission go. */
export function clientFor(
  { ada, anyone }: TestWorld,
  { auth }: EndpointSpec,
  of: TenantResources = ada,
): RestClient {
  if (auth === 'none') return anyone;
  return auth === 'session_only' ? of.session : of.key;
}

/** The same as headers, for requests that go out as they are written. */
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

interface EndpointRequest {
  /** Default: the endpoint's, with real ids. */
  path?: string;
  query?: URLSearchParams | string;
  body?: RawRequest['body'] | undefined;
  /** Beside the credential. */
  headers?: readonly string[];
}

/** Sends a request as it is written, by somebody who may call the endpoint. */
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
    ...(body === undefined ? {} : { body }),
  });
}

/** The address with real ids, some of them replaced by raw text. */
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

/** A value of the declared type: it passes validation, not more, unless there are ids to name things by. */
export function sampleValue(schema: Schema, ids?: ResourceIds): JsonValue {
  const kind = idKindOf(schema);
  const id = ids && kind ? ids[kind] : undefined;
  if (id !== undefined && schema.type !== 'record') return id;
  switch (schema.type) {
    case 'string':
      if (schema.format === 'time') return '2030-01-01T00:00:00Z';
      // The only patterns of the contract are those of names, slugs, versions and addresses.
      return schema.pattern?.includes('@') ? 'a@example.org' : 'a'.repeat(Math.max(1, schema.min ?? 1));
    case 'uuid':
      return '00000000-0000-4000-8000-000000000000';
    case 'number':
      return schema.min ?? 1;
    case 'boolean':
      return false;
    case 'enum':
      return schema.values[0];
    case 'array':
      return Array.from({ length: Math.max(1, schema.min ?? 0) }, () => sampleValue(schema.items, ids));
    case 'object':
      return sampleBody(schema.props, ids);
    case 'record':
      return { [id ?? 'key']: sampleValue(schema.value, ids) };
    case 'multi': {
      const [first] = schema.rules;
      return first ? sampleValue(first, ids) : null;
    }
    default:
      return 'a';
  }
}

/** An object with the members that must be sent. */
export function sampleBody(props: Props, ids?: ResourceIds): JsonObject {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, schema]) =>
      isRequired(schema) ? [[name, sampleValue(schema, ids)]] : [],
    ),
  );
}

/** A query string with what must be sent. */
export function sampleQuery(props: Props = {}): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(sampleBody(props))) search.set(name, String(value));
  return search;
}

/** The paths of the errors of a refusal, as `errors[].path`. */
export function memberPaths(body: JsonObject): string[] {
  const { errors } = body;
  if (!Array.isArray(errors)) return [];
  return errors.map((error) =>
    typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : '',
  );
}

/**
 * Whether two answers to a read say the same, the id of the request aside; what changes by itself keeps its
 * members.
 */
export function isSameResponse({ spec }: PublishedEndpoint, one: JsonObject, other: JsonObject): boolean {
  if (spec.volatile) return isDeepStrictEqual(Object.keys(one), Object.keys(other));
  return isDeepStrictEqual({ ...one, requestId: '' }, { ...other, requestId: '' });
}

/**
 * Asks many things, a few at a time, and collects what is wrong with the responses: one list says more than the
 * first failure.
 */
export async function collectProblems<T>(
  cases: readonly T[],
  judge: (one: T) => Promise<string | null>,
): Promise<string[]> {
  const wrong: string[] = [];
  const waiting = [...cases];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const complaint = await judge(one);
      if (complaint !== null) wrong.push(complaint);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return wrong;
}
