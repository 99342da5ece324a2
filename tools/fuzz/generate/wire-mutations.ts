/**
 * Generator of mutations of the HTTP message: method, headers, and bytes of the body.
 */
import fc from 'fast-check';
import type { FuzzRequest } from '../fuzz-request.ts';

export type WireMutation = (request: FuzzRequest) => FuzzRequest;

const header =
  (name: string, value: string | string[]): WireMutation =>
  (request) => ({ ...request, headers: { ...request.headers, [name]: value } });
const raw =
  (make: (body: string) => string): WireMutation =>
  (request) => ({ ...request, raw: make(JSON.stringify(request.body ?? {})) });
const method =
  (word: string): WireMutation =>
  (request) => ({ ...request, method: word });

const HEADERS: readonly (readonly [string, readonly (string | string[])[]])[] = [
  [
    'content-type',
    [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'application/merge-patch+json',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'APPLICATION/JSON',
      'json',
      '',
    ],
  ],
  ['if-match', ['*', '""', '"nonsense"', 'W/"nonsense"', '"a", "b"', 'x'.repeat(300)]],
  ['if-none-match', ['*', '"nonsense"', 'W/"a", "b"', ',']],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday']],
  ['accept', ['text/html', 'application/xml', '*/*;q=0', 'application/problem+json']],
  [
    'accept-encoding',
    ['gzip', 'br', 'gzip, br, zstd', 'identity;q=0', '*;q=0', 'gzip;q=nonsense', 'deflate'],
  ],
  ['accept-language', ['de', 'x'.repeat(200)]],
  ['range', ['bytes=0-1', 'bytes=5-1', 'bytes=-1']],
  ['x-http-method-override', ['DELETE', 'PUT']],
  ['x-forwarded-for', ['127.0.0.1', '1.2.3.4, 5.6.7.8', 'nonsense']],
  ['x-forwarded-proto', ['https', 'javascript']],
  ['x-request-id', ['mine-1', 'x'.repeat(129), 'with space', '']],
  ['origin', ['https://evil.example', 'null', '']],
  ['sec-fetch-site', ['cross-site', 'same-origin']],
  [
    'authorization',
    ['Bearer', 'Bearer ', 'Basic YTpi', 'Bearer css_live_x_y', 'bearer nonsense', ['Bearer a', 'Bearer b']],
  ],
  [
    'cookie',
    ['css_session=nonsense', 'css_session=', 'a=b; css_session', '__Host-css_session=x; css_session=y'],
  ],
  ['idempotency-key', ['a', 'x'.repeat(255), 'x'.repeat(256), '', 'ünï', ['a', 'b']]],
  ['transfer-encoding', ['chunked']],
  ['prefer', ['return=minimal']],
];

const WIRE_MUTATIONS: readonly { weight: number; arbitrary: fc.Arbitrary<WireMutation> }[] = [
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...HEADERS)
      .chain(([name, values]) => fc.constantFrom(...values).map((value) => header(name, value))),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND')
      .map(method),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      raw((body) => body.slice(0, -1)),
      raw((body) => `\uFEFF${body}`),
      raw((body) => `${body}}`),
      raw((body) => `${body} trailing`),
      raw((body) => `[${body}]`),
      raw((body) => body.replace('{', '{"name":"a","name":"b",')),
      raw((body) => body.replace('{', '{"__proto__":{"isAdmin":true},')),
      raw((body) => body.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},')),
      raw((body) => body.replace('{', '{"\\u005f_proto__":{"isAdmin":true},')),
      raw((body) => body.replace('{', '{"n":NaN,')),
      raw((body) => body.replace('{', '{"n":1e999,')),
      raw((body) => body.replace('{', '{"s":"\\ud800",')),
      raw((body) => body.replace('{', `{"deep":${'['.repeat(101)}${']'.repeat(101)},`)),
      raw((body) => body.replace('{', `{"deep":${'{"a":'.repeat(99)}1${'}'.repeat(99)},`)),
      raw(() => '['.repeat(100_000)),
      raw(() => ''),
      raw(() => 'null'),
      raw(() => '"text"'),
      raw(() => '42'),
      raw(() => '\u0000'),
      raw((body) => ` \n\t${body}\n `),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      header('x-fuzz-a', 'x'.repeat(8000)),
      header('host', 'evil.example'),
      header('connection', 'close'),
      header('expect', 'nonsense'),
    ),
  },
];

/** One random wire mutation. */
export const anyWireMutation: fc.Arbitrary<WireMutation> = fc.oneof(...WIRE_MUTATIONS);
