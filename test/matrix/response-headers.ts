/**
 * Sends a request and gives the response byte for byte, reads what its headers say, and asserts that the headers of a
 * deprecated endpoint are there and each header is in the OpenAPI document.
 */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { type Deprecation, type EndpointSpec, parseHttpLine } from '../../shared/contracts/endpoint.ts';
import { replacePathParams } from '../../shared/contracts/path-template.ts';

export const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

/** A response by its bytes: what a 304 and a HEAD must not have is seen here. */
export interface RawResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: string;
}

export function ask(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = httpRequest(`${base}${path}`, { method, headers: { ...headers, ...length } }, (response) => {
      response.toArray().then((chunks) => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks).toString(),
        });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The limits of `RateLimit-Policy` and `RateLimit`, in the order of `LIMIT_HEADERS`. */
export function limitsInFields(headers: RawResponse['headers']): string[] {
  const [, policy, limit] = /^"(\w+)";q=(\d+);w=60$/.exec(String(headers['ratelimit-policy'])) ?? [];
  const [, name, remaining, reset] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? [];
  assert.equal(name, policy, 'the limit is that of the policy');
  return [limit, remaining, reset].map(String);
}

export const limitsInHeaders = (headers: RawResponse['headers']): string[] =>
  LIMIT_HEADERS.map((name) => String(headers[name]));

/** Deprecation since a day, the end where one is set, and what comes instead. */
export function assertAnnounced(
  headers: RawResponse['headers'],
  { since, sunset, successor }: Deprecation,
): void {
  const [, seconds] = /^@(\d+)$/.exec(String(headers.deprecation)) ?? [];
  assert.equal(new Date(Number(seconds) * 1000).toISOString().slice(0, 10), since);
  assert.equal(headers.sunset, sunset && new Date(`${sunset}T00:00:00Z`).toUTCString());
  const links = parseLinks(headers);
  const template = successor.replaceAll(/:(\w+)/g, '{$1}');
  if (template === successor) assert.equal(links.get('successor-version'), successor);
  else {
    assert.match(links.get('successor-version') ?? '', /^\/api\/help\?group=\w+$/);
    assert.equal(headers['link-template'], `"${template}"; rel="successor-version"`);
  }
}

/** The targets of `Link` by relation. */
export const parseLinks = ({ link = '' }: RawResponse['headers']): Map<string, string> =>
  new Map(
    String(link)
      .split(', ')
      .flatMap((each): [string, string][] => {
        const [, target, relation] = /^<([^>]+)>; rel="([\w-]+)"$/.exec(each) ?? [];
        return target && relation ? [[relation, target]] : [];
      }),
  );

/** Each header that the OpenAPI document knows is named at the response that has it. */
export function assertDocumented(
  document: unknown,
  { http }: EndpointSpec,
  status: number,
  headers: RawResponse['headers'],
): void {
  const { method, path } = parseHttpLine(http ?? '');
  const template = replacePathParams(path, (name) => `{${name}}`);
  const { components, paths } = Object(document);
  const response = paths[template][method.toLowerCase()].responses[status];
  // A malformed request may have any status.
  const named = response?.$ref
    ? components.responses[response.$ref.split('/').at(-1)].headers
    : response?.headers;
  for (const name of Object.keys(components.headers))
    if (named && headers[name.toLowerCase()] !== undefined)
      assert.ok(name in named, `${http} has ${name} with status ${status}`);
}
