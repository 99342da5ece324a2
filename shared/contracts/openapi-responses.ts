/** Responses in the OpenAPI document: of one endpoint, and the components that all endpoints share (decisions A9). */
import { type EndpointSpec, successStatuses } from './endpoint.ts';
import { ERROR_CODES } from './error-codes.ts';
import { errorsOfEndpoint } from './help.ts';
import { type JsonSchemaObject, toJsonSchema } from './json-schema.ts';
import type { PublishedEndpoint } from './published-endpoints.ts';

/** The responses of an endpoint by their status; those of errors refer to the components. */
export function responses(spec: EndpointSpec): JsonSchemaObject {
  const headers = responseHeaders(spec);
  const success =
    spec.responseType === 'file'
      ? {
          200: { description: 'The bytes.', headers, content: { 'application/octet-stream': {} } },
          206: {
            description: 'The range of bytes asked for.',
            headers,
            content: { 'application/octet-stream': {} },
          },
          302: { description: 'A redirect to a presigned URL, valid for 120 seconds.', headers },
        }
      : {
          ...Object.fromEntries(
            successStatuses(spec).map((status) => [
              status,
              {
                description: 'Done.',
                headers: { ...headers, ...(spec.etag ? { ETag: header('ETag') } : {}) },
                content: { 'application/json': { schema: toJsonSchema(spec.returns) } },
              },
            ]),
          ),
          ...(spec.etag ? { 304: { description: 'Not modified.', headers } } : {}),
        };
  const problems = errorResponsesOf(spec).map(({ status, codes }) => [
    status,
    { $ref: `#/components/responses/${responseName(codes)}` },
  ]);
  return { ...success, ...Object.fromEntries(problems) };
}

interface ErrorResponse {
  status: number;
  codes: string[];
}

/** The error statuses of an endpoint, each with its codes. */
function errorResponsesOf(spec: EndpointSpec): ErrorResponse[] {
  const byStatus = new Map<number, string[]>();
  for (const { status, code } of errorsOfEndpoint(spec))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return [...byStatus].map(([status, codes]) => ({ status, codes: codes.sort() }));
}

const responseName = (codes: string[]): string => codes.join('.');

/** Error responses shared by all endpoints: for each set of codes one problem document. */
function buildErrorResponses(published: PublishedEndpoint[]): JsonSchemaObject {
  const refusals = published.flatMap(({ spec }) => errorResponsesOf(spec));
  return Object.fromEntries(
    refusals.map((refusal) => [responseName(refusal.codes), buildErrorResponse(refusal)]),
  );
}

function buildErrorResponse({ status, codes }: ErrorResponse): JsonSchemaObject {
  const names = [
    'X-Request-Id',
    ...RATE_LIMIT_HEADERS,
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  const own = { type: 'object', properties: { code: { enum: codes } } };
  return {
    description: codes.join(', '),
    headers: Object.fromEntries(names.map((name) => [name, header(name)])),
    content: {
      'application/problem+json': { schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, own] } },
    },
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
  ETag: { description: 'Identifies this representation.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description:
      'Bearer: a valid key is required. Cookie: a browser session is, with POST /api/account/login.',
    schema: { type: 'string' },
  },
};

const header = (name: string): JsonSchemaObject => ({ $ref: `#/components/headers/${name}` });

/** The headers of every response; those of the rate limit where requests are counted. */
const responseHeaders = ({ credential, rateLimitExempt }: EndpointSpec): JsonSchemaObject =>
  Object.fromEntries(
    ['X-Request-Id', ...(credential === 'ignored' || rateLimitExempt ? [] : RATE_LIMIT_HEADERS)].map(
      (name) => [name, header(name)],
    ),
  );

const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const PROBLEM: JsonSchemaObject = {
  type: 'object',
  description: 'RFC 9457 problem document.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    message: { type: 'string', description: 'Same as detail.' },
    metadata: { type: 'object' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          line: { type: ['integer', 'null'] },
        },
      },
    },
    requestId: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'message', 'requestId'],
};

/** The schemas, headers and error responses that the responses of all endpoints refer to. */
export const responseComponents = (published: PublishedEndpoint[]): JsonSchemaObject => ({
  schemas: { Problem: PROBLEM },
  headers: HEADERS,
  responses: buildErrorResponses(published),
});
