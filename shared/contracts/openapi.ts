/** Builds the OpenAPI 3.1 document from the published contracts (decisions A9). */
import {
  acceptsBaseVersion,
  ENDPOINT_GROUPS,
  type EndpointSpec,
  parseHttpLine,
  successStatuses,
  supportsIdempotencyKey,
} from './endpoint.ts';
import { ERROR_CODES } from './error-codes.ts';
import { errorsOfEndpoint, GROUP_DESCRIPTIONS } from './help.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './idempotency-key.ts';
import { type JsonSchemaObject, propsToJsonSchema, toJsonSchema } from './json-schema.ts';
import { replacePathParams } from './path-template.ts';
import type { PublishedEndpoint } from './published-endpoints.ts';
import { isRequired, type Props } from './schema.ts';
import { sessionCookieName } from './session-cookie-name.ts';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  description:
    'A string of your choice, unique per request. A request repeated with the same key is not executed twice: for a day it returns the first response.',
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The ETag of the response you have: 304 without a body if it has not changed.',
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'Alternative to baseVersion: the ETag or version that was read, or a list of which one must match.',
};

const IF_MATCH_PRECONDITION = {
  ...IF_MATCH,
  description:
    'The ETag or version of the resource as it was read, or a list of which one must match: 412 when it has changed since.',
};

/** The request headers that an endpoint uses. */
const requestHeaders = (spec: EndpointSpec): JsonSchemaObject[] => [
  ...(supportsIdempotencyKey(spec) ? [IDEMPOTENCY_KEY] : []),
  ...(spec.etag ? [IF_NONE_MATCH] : []),
  ...(spec.mutates ? [acceptsBaseVersion(spec) ? IF_MATCH : IF_MATCH_PRECONDITION] : []),
];

function operation({ id, spec }: PublishedEndpoint): JsonSchemaObject {
  const security =
    spec.auth === 'none'
      ? []
      : spec.auth === 'session_only'
        ? [{ session: [] }]
        : [{ key: [] }, { session: [] }];
  return {
    operationId: id,
    tags: [spec.group],
    summary: spec.summary,
    description: spec.description ?? spec.summary,
    security,
    parameters: [
      ...parametersIn(spec.path, 'path'),
      ...parametersIn(spec.query, 'query'),
      ...requestHeaders(spec),
    ],
    ...(spec.body ? { requestBody: requestBody(spec) } : {}),
    responses: responses(spec),
    ...(spec.permissions.length > 0 ? { 'x-permissions': [...spec.permissions] } : {}),
    ...(spec.rules ? { 'x-rules': spec.rules.split(' ') } : {}),
  };
}

function parametersIn(props: Props | undefined, place: 'path' | 'query'): JsonSchemaObject[] {
  return Object.entries(props ?? {}).flatMap(([name, schema]) =>
    schema.only === 'assistant'
      ? []
      : [
          {
            name,
            in: place,
            required: place === 'path' || isRequired(schema),
            schema: toJsonSchema(schema),
            ...(schema.description ? { description: schema.description } : {}),
          },
        ],
  );
}

function requestBody(spec: EndpointSpec): JsonSchemaObject {
  const props = spec.body ?? {};
  const type = spec.bodyEncoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  const array = spec.arrayBody === undefined ? undefined : props[spec.arrayBody];
  const schema = array
    ? toJsonSchema(array)
    : { ...propsToJsonSchema(props), ...(spec.strictBody ? { additionalProperties: false } : {}) };
  return { required: Object.values(props).some(isRequired), content: { [type]: { schema } } };
}

function responses(spec: EndpointSpec): JsonSchemaObject {
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

/** The OpenAPI document of the published endpoints. */
export function buildOpenApi(
  published: PublishedEndpoint[],
  version: string,
  server: string,
): JsonSchemaObject {
  const paths: Record<string, JsonSchemaObject> = {};
  for (const endpoint of published) {
    for (const http of [endpoint.spec.http, endpoint.spec.alias]) {
      if (!http) continue;
      const { method, path } = parseHttpLine(http);
      const template = replacePathParams(path, (name) => `{${name}}`);
      const shown =
        http === endpoint.spec.alias
          ? { ...operation(endpoint), operationId: `${endpoint.id}.alias` }
          : operation(endpoint);
      paths[template] = { ...paths[template], [method.toLowerCase()]: shown };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Construction Specification Service',
      version,
      description:
        'Git for construction specifications: sealed revisions, one open draft, three-way merge, signed exports.',
    },
    servers: [{ url: server }],
    tags: ENDPOINT_GROUPS.filter((name) => published.some(({ spec }) => spec.group === name)).map((name) => ({
      name,
      description: GROUP_DESCRIPTIONS[name],
    })),
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      headers: HEADERS,
      responses: buildErrorResponses(published),
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An integration key, sent as Authorization: Bearer; never in the URL.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(
            server.startsWith('https:'),
            new URL(server, 'http://localhost').pathname.replace(/\/$/, ''),
          ),
          description:
            'A browser session. Signing in sets this cookie and the browser sends it automatically; a write needs an Origin that is allowed.',
        },
      },
    },
  };
}
