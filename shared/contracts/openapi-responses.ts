/** Responses in the OpenAPI document: of one endpoint, and the components that all endpoints share (decisions A9). */
import { type EndpointSpec, successStatuses, supportsIdempotencyKey } from './endpoint.ts';
import { ERROR_CODES } from './error-codes.ts';
import { errorsOfEndpoint } from './help.ts';
import { type JsonSchemaObject, type NamedSchemas, toJsonSchema } from './json-schema.ts';
import type { RecordedExample } from './openapi-examples.ts';
import { problemSchemas } from './openapi-problems.ts';

/** The whole body for `Accept: text/markdown`. */
const MARKUP = { 'text/markdown': { schema: { type: 'string' } } };
const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/**
 * The responses of an endpoint by their status; those of errors refer to the components.
 * @param example of a success, shown at its status
 */
export function responses(
  spec: EndpointSpec,
  named: NamedSchemas,
  example: RecordedExample | undefined,
): JsonSchemaObject {
  const headers = responseHeaders(spec);
  const success =
    spec.responseType === 'file' && spec.etag
      ? { 200: { description: 'The bytes.', headers, content: BYTES }, ...notModified(headers) }
      : spec.responseType === 'file'
        ? {
            200: { description: 'The bytes.', headers, content: BYTES },
            206: {
              description: 'The range of bytes asked for.',
              headers,
              content: BYTES,
            },
            302: { description: 'A redirect to a presigned URL, valid for 120 seconds.', headers },
          }
        : {
            ...Object.fromEntries(
              successStatuses(spec).map((status) => [
                status,
                {
                  description: 'Done.',
                  headers,
                  content: {
                    'application/json': {
                      schema: toJsonSchema(spec.returns, named),
                      ...(example?.status === status ? { example: example.response } : {}),
                    },
                    ...(spec.markdown ? MARKUP : {}),
                    ...(spec.document ? BYTES : {}),
                  },
                },
              ]),
            ),
            ...(spec.etag ? notModified(headers) : {}),
          };
  const problems = errorCodesByStatus(spec).map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${problemName(status)}`, description: codes.join(', ') },
  ]);
  if (spec.closed) return Object.fromEntries(problems);
  return { ...success, ...Object.fromEntries(problems) };
}

/** The error codes of an operation by status, in order; a closed one has its 410 only. */
export function errorCodesByStatus(spec: EndpointSpec): [status: number, codes: string[]][] {
  if (spec.closed) return [[410, ['ENDPOINT_CLOSED']]];
  const byStatus = new Map<number, string[]>();
  for (const { status, code } of errorsOfEndpoint(spec))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return [...byStatus].map(([status, codes]) => [status, codes.sort()]);
}

/** The statuses of errors; `NO_OPEN_DRAFT` may have another one than its own. */
const ERROR_STATUSES = [...new Set(Object.values(ERROR_CODES).map(([status]) => status))];

const problemName = (status: number): string => `Problem${status}`;

/** The response of an error status, the same for all operations. */
function errorResponse(status: number): JsonSchemaObject {
  const names = [
    ...HEADERS_OF_ALL,
    ...RATE_LIMIT_HEADERS,
    // Refusals that are stored, and those of closed endpoints.
    ...([404, 409, 412, 422].includes(status) ? ['Idempotency-Replayed'] : []),
    ...(status === 410 ? ['Deprecation', 'Sunset', 'Link', 'Link-Template'] : []),
    ...(status === 405 ? ['Allow'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return {
    description: `A problem document with status ${status}.`,
    headers: Object.fromEntries(names.map((name) => [name, header(name)])),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

const HEADERS: JsonSchemaObject = {
  'X-Request-Id': { description: 'Identifies the request in logs and reports.', schema: { type: 'string' } },
  'X-RateLimit-Limit': {
    description: 'Requests per minute allowed for the owner of the credential.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Seconds until the minute is over.', schema: { type: 'integer' } },
  'RateLimit-Policy': {
    description: 'The limit as a structured field, such as "company";q=3000;w=60.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of it as a structured field, such as "company";r=2999;t=60.',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description:
      'Who may keep it: public, no-cache on a public read without any credential; no-store on a redirect to bytes; else private, no-cache.',
    schema: { type: 'string' },
  },
  Vary: {
    description: 'The request headers that it depends on, such as Authorization, Cookie, Accept-Encoding.',
    schema: { type: 'string' },
  },
  Allow: {
    description: 'The methods of the path, such as GET, HEAD, OPTIONS.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Identifies this representation.', schema: { type: 'string' } },
  Location: {
    description:
      'Where the created resource is read, or the list that shows it; on a 201 that is no dry run.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'The first, prev, next and last page of a list where they exist, and the successor-version of a deprecated path (RFC 8288).',
    schema: { type: 'string' },
  },
  'Link-Template': {
    description: 'The successor-version of a deprecated path, where it has parameters (RFC 9652).',
    schema: { type: 'string' },
  },
  Deprecation: {
    description: 'Since when the path is deprecated, such as @1795219200 (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'From when the path may not answer any more (RFC 8594).',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'true: the response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description:
      'Bearer: a valid key is required. Cookie: a browser session is, with POST /api/account/login.',
    schema: { type: 'string' },
  },
};

const header = (name: string): JsonSchemaObject => ({ $ref: `#/components/headers/${name}` });

const notModified = (headers: JsonSchemaObject): JsonSchemaObject => ({
  304: { description: 'Not modified.', headers },
});

/** The headers of the responses of an endpoint; those of the rate limit where requests are counted. */
function responseHeaders(spec: EndpointSpec): JsonSchemaObject {
  const { credential, rateLimitExempt, deprecation, etag, location, query = {}, responseType } = spec;
  const hasPages = ['offset', 'page', 'since'].some((name) => name in query);
  const names = [
    ...HEADERS_OF_ALL,
    ...(credential === 'ignored' || rateLimitExempt ? [] : RATE_LIMIT_HEADERS),
    ...(etag || responseType === 'file' ? ['ETag'] : []),
    ...(location === undefined ? [] : ['Location']),
    ...(hasPages ? ['Link'] : []),
    ...(supportsIdempotencyKey(spec) ? ['Idempotency-Replayed'] : []),
    // Of the alias.
    ...(deprecation ? ['Deprecation', 'Link'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, header(name)]));
}

const HEADERS_OF_ALL = ['X-Request-Id', 'Cache-Control', 'Vary'];
const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

/** The schemas, headers and error responses that the responses of all endpoints refer to. */
export const responseComponents = (named: NamedSchemas): JsonSchemaObject => ({
  schemas: Object.fromEntries([...problemSchemas(named), ...named]),
  headers: HEADERS,
  responses: Object.fromEntries(ERROR_STATUSES.map((status) => [problemName(status), errorResponse(status)])),
});
