/** Builds the OpenAPI 3.1 document from the published contracts (decisions A9). */

import { affected } from './dry-run.ts';
import {
  acceptsBaseVersion,
  ENDPOINT_GROUPS,
  type EndpointSpec,
  parseHttpLine,
  supportsIdempotencyKey,
} from './endpoint.ts';
import { GROUP_DESCRIPTIONS } from './help.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './idempotency-key.ts';
import { type JsonSchemaObject, type NamedSchemas, toJsonSchema } from './json-schema.ts';
import { describeAccess } from './openapi-access.ts';
import { enumerationSchemas, nameEnumerations } from './openapi-enumerations.ts';
import type { RecordedExample } from './openapi-examples.ts';
import { errorCodesByStatus, responseComponents, responses } from './openapi-responses.ts';
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

/** The parameters of an operation as the document has them: those of a DELETE are in its query, where clients send them. */
function placedParams({ http, query, body }: EndpointSpec): { query: Props; body: Props } {
  if (!http?.startsWith('DELETE ')) return { query: query ?? {}, body: body ?? {} };
  return { query: { ...query, ...body }, body: {} };
}

function operation(
  { id, spec }: PublishedEndpoint,
  named: NamedSchemas,
  example: RecordedExample | undefined,
): JsonSchemaObject {
  const { query, body } = placedParams(spec);
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
    description: describeOperation(spec),
    ...(spec.closed ? { deprecated: true } : {}),
    security,
    parameters: [
      ...parametersIn(spec.path, 'path', named),
      ...parametersIn(query, 'query', named),
      ...(spec.closed ? [] : requestHeaders(spec)),
    ],
    ...(Object.keys(body).length > 0 ? { requestBody: requestBody(spec, body, named, example) } : {}),
    responses: responses(spec, named, example),
    'x-error-codes': Object.fromEntries(errorCodesByStatus(spec)),
    ...(spec.permissions.length > 0 ? { 'x-permissions': [...spec.permissions] } : {}),
  };
}

/** What the operation does, what it needs, and the codes of its errors by status. */
function describeOperation(spec: EndpointSpec): string {
  const { description = '', summary } = spec;
  const what = description || `${summary}.`;
  const codes = errorCodesByStatus(spec).map(([status, names]) => `- ${status}: ${names.join(', ')}`);
  return [what, describeAccess(spec), `Errors:\n${codes.join('\n')}`].filter(Boolean).join('\n\n');
}

function parametersIn(
  props: Props | undefined,
  place: 'path' | 'query',
  named: NamedSchemas,
): JsonSchemaObject[] {
  return Object.entries(props ?? {}).flatMap(([name, schema]) =>
    schema.only === 'assistant'
      ? []
      : [
          {
            name,
            in: place,
            required: place === 'path' || isRequired(schema),
            schema: toJsonSchema({ ...schema, description: undefined }, named),
            ...(schema.description ? { description: schema.description } : {}),
          },
        ],
  );
}

function requestBody(
  spec: EndpointSpec,
  props: Props,
  named: NamedSchemas,
  example: RecordedExample | undefined,
): JsonSchemaObject {
  const type = spec.bodyEncoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  const array = spec.arrayBody === undefined ? undefined : props[spec.arrayBody];
  const schema = array
    ? toJsonSchema(array, named)
    : toJsonSchema(
        {
          type: 'object',
          props,
          ...(spec.strictBody ? { strict: true } : {}),
          ...(spec.bodyName === undefined ? {} : { schemaName: spec.bodyName }),
        },
        named,
      );
  return {
    required: Object.values(props).some(isRequired),
    content: {
      [type]: { schema, ...(example ? { example: example.request } : {}) },
      ...(spec.fileBody === undefined
        ? {}
        : { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
    },
  };
}

/** The operation at the second path of an endpoint. */
const aliasOf = ({ id, spec }: PublishedEndpoint, shown: JsonSchemaObject): JsonSchemaObject => ({
  ...shown,
  operationId: `${id}.alias`,
  deprecated: true,
  summary: `${spec.summary} (alias)`,
  description: `Another path of \`${spec.http}\`, with the same response.\n\n${shown.description}`,
  'x-alias-of': id,
});

/**
 * The schemas in the order of their names. Those that a write with `dryRun` returns have its numbers, too: so the shape
 * of the write is that of the read.
 */
function withAffected(
  schemas: JsonSchemaObject,
  published: readonly PublishedEndpoint[],
  named: NamedSchemas,
): JsonSchemaObject {
  const tried = new Set(
    published.flatMap(({ spec: { returns } }) =>
      returns.type === 'object' && returns.base?.schemaName !== undefined ? [returns.base.schemaName] : [],
    ),
  );
  const reference = toJsonSchema(affected, named);
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, schema]) => {
        const { properties } = Object(schema);
        return [
          name,
          tried.has(name)
            ? { ...Object(schema), properties: { ...properties, affected: reference } }
            : schema,
        ];
      }),
  );
}

/** The OpenAPI document of the published endpoints. @param examples by endpoint */
export function buildOpenApi(
  published: PublishedEndpoint[],
  version: string,
  server: string,
  examples: Readonly<Record<string, RecordedExample>>,
): JsonSchemaObject {
  const paths: Record<string, JsonSchemaObject> = {};
  const named: NamedSchemas = new Map();
  for (const endpoint of published) {
    for (const http of [endpoint.spec.http, endpoint.spec.alias]) {
      if (!http) continue;
      const { method, path } = parseHttpLine(http);
      const template = replacePathParams(path, (name) => `{${name}}`);
      const own = operation(endpoint, named, examples[endpoint.id]);
      const shown = http === endpoint.spec.alias ? aliasOf(endpoint, own) : own;
      paths[template] = { ...paths[template], [method.toLowerCase()]: shown };
    }
  }
  const enumerations = new Set<string>();
  const shownPaths = nameEnumerations(paths, enumerations);
  const { schemas, ...components } = nameEnumerations(responseComponents(named), enumerations);
  const shapes = withAffected(Object.assign({}, schemas, enumerationSchemas(enumerations)), published, named);
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
    paths: shownPaths,
    components: {
      ...components,
      schemas: shapes,
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
