/** The contracts as an OpenAPI 3.1 document (decisions A9). */

import { type EndpointSpec, GROUPS, isRepeatable, splitHttp } from './endpoint.ts';
import { ERROR_CODES } from './error-codes.ts';
import { errorsOf, type PublishedEndpoint } from './help.ts';
import { defaultOf, isRequired, type Props, type Schema } from './schema.ts';

type Json = Record<string, unknown>;

/** A schema as JSON Schema 2020-12. */
export function toJsonSchema(schema: Schema): Json {
  const shape = shapeOf(schema);
  const described = { ...shape, ...(schema.description ? { description: schema.description } : {}) };
  if (!schema.nullable) return described;
  if (typeof shape.type === 'string' && !('enum' in shape)) return { ...described, type: [shape.type, 'null'] };
  return 'enum' in shape && Array.isArray(shape.enum)
    ? { ...described, type: [shape.type, 'null'], enum: [...shape.enum, null] }
    : { anyOf: [described, { type: 'null' }] };
}

function shapeOf(schema: Schema): Json {
  const fallback = defaultOf(schema);
  switch (schema.type) {
    case 'string':
      return {
        type: 'string',
        ...(schema.format === 'time' ? { format: 'date-time' } : {}),
        ...(schema.min === undefined ? {} : { minLength: schema.min }),
        ...(schema.max === undefined ? {} : { maxLength: schema.max }),
        ...(schema.pattern === undefined ? {} : { pattern: schema.pattern }),
        ...fallback,
      };
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'number':
      return {
        type: schema.integer ? 'integer' : 'number',
        ...(schema.min === undefined ? {} : { minimum: schema.min }),
        ...(schema.max === undefined ? {} : { maximum: schema.max }),
        ...fallback,
      };
    case 'boolean':
      return { type: 'boolean', ...fallback };
    case 'enum':
      return {
        type: schema.values.every((value) => typeof value === 'number') ? 'integer' : 'string',
        enum: [...schema.values],
        ...fallback,
      };
    case 'array':
      return {
        type: 'array',
        items: toJsonSchema(schema.items),
        ...(schema.min === undefined ? {} : { minItems: schema.min }),
        ...(schema.max === undefined ? {} : { maxItems: schema.max }),
      };
    case 'object':
      return { ...objectSchema(schema.props), ...(schema.strict ? { additionalProperties: false } : {}) };
    case 'record':
      return { type: 'object', additionalProperties: toJsonSchema(schema.value) };
    case 'multi':
      return { anyOf: schema.rules.map(toJsonSchema) };
    case 'any':
      return {};
  }
}

function objectSchema(props: Props): Json {
  const required = Object.entries(props).flatMap(([name, schema]) => (isRequired(schema) ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(props).map(([name, schema]) => [name, toJsonSchema(schema)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'A text of your own, new for each request. Sent again with the same key, the request is not done twice: for a day you get the first answer.',
};

function operation({ id, spec }: PublishedEndpoint): Json {
  const security = spec.auth === 'none' ? [] : spec.auth === 'session_only' ? [{ session: [] }] : [{ key: [] }, { session: [] }];
  return {
    operationId: id,
    tags: [spec.group],
    summary: spec.summary,
    description: spec.description ?? spec.summary,
    security,
    parameters: [
      ...parametersIn(spec.path, 'path'),
      ...parametersIn(spec.query, 'query'),
      ...(isRepeatable(spec) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(spec.body ? { requestBody: requestBody(spec) } : {}),
    responses: responses(spec),
    ...(spec.permissions.length > 0 ? { 'x-permissions': [...spec.permissions] } : {}),
    ...(spec.rules ? { 'x-rules': [...spec.rules] } : {}),
  };
}

function parametersIn(props: Props | undefined, place: 'path' | 'query'): Json[] {
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

function requestBody(spec: EndpointSpec): Json {
  const props = spec.body ?? {};
  const type = spec.bodyEncoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    required: Object.values(props).some(isRequired),
    content: { [type]: { schema: { ...objectSchema(props), ...(spec.strictBody ? { additionalProperties: false } : {}) } } },
  };
}

function responses(spec: EndpointSpec): Json {
  const success =
    spec.answer === 'file'
      ? {
          200: { description: 'The bytes.', content: { 'application/octet-stream': {} } },
          302: { description: 'A redirect to a presigned address, valid for 120 seconds.' },
        }
      : {
          [spec.success ?? 200]: {
            description: 'Done.',
            content: { 'application/json': { schema: toJsonSchema(spec.returns) } },
          },
        };
  const byStatus = new Map<number, string[]>();
  for (const { status, code } of errorsOf(spec)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const problems = Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
  return { ...success, ...problems };
}

const PROBLEM: Json = {
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
        properties: { path: { type: 'string' }, message: { type: 'string' }, line: { type: ['integer', 'null'] } },
      },
    },
    requestId: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'message', 'requestId'],
};

/** The OpenAPI document of the published endpoints. */
export function makeOpenApi(published: PublishedEndpoint[], version: string, server: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of published) {
    for (const http of [endpoint.spec.http, endpoint.spec.alias]) {
      if (!http) continue;
      const { method, path } = splitHttp(http);
      const template = path.replace(/:([A-Za-z]+)/g, '{$1}');
      const shown =
        http === endpoint.spec.alias ? { ...operation(endpoint), operationId: `${endpoint.id}.alias` } : operation(endpoint);
      paths[template] = { ...paths[template], [method.toLowerCase()]: shown };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Construction Specification Service',
      version,
      description: 'Git for construction specifications: sealed revisions, one open draft, three-way merge, signed exports.',
    },
    servers: [{ url: server }],
    tags: GROUPS.map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An integration key.' },
        session: { type: 'apiKey', in: 'cookie', name: 'css_session', description: 'A browser session.' },
      },
    },
  };
}
