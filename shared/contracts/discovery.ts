/** Contracts of the endpoints for health, help and the OpenAPI document (decisions A9, A23, E3). */
import { endpoint } from './endpoint.ts';
import * as s from './schema.ts';

/** States by the name of a service or a server. */
const states = s.named('ServiceStates', s.recordOf(s.oneOf('up', 'down')));

export const discovery = {
  'discovery.health': endpoint({
    http: 'GET /api/health',
    group: 'discovery',
    summary: 'Reports whether the API is available',
    description:
      '200 with `status: ok` while every service responds and reaches its servers (MongoDB, NATS, Redis, S3), 503 with `status: degraded` while one is unavailable; `services` and `servers` name it. `limitations` says what a service that responds has to do without, such as the word vectors of search.',
    auth: 'none',
    credential: 'ignored',
    rateLimitExempt: true,
    permissions: [],
    mutates: false,
    volatile: true,
    returns: s.named(
      'Health',
      s.object({
        status: s.oneOf('ok', 'degraded'),
        version: s.text,
        services: states,
        servers: states,
        limitations: s.optional(s.list(s.text)),
      }),
    ),
    rules: 'E3 G24',
  }),
  'discovery.help': endpoint({
    http: 'GET /api/help',
    group: 'discovery',
    summary: 'Returns the catalogue of all endpoints',
    description:
      'format=full describes every endpoint with its permission and parameters; format=index gives a short row per endpoint, a guide and the count per group.',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: false,
    query: {
      format: { type: 'enum', values: ['full', 'index'], default: 'full', optional: true },
      group: {
        ...s.optional(s.text),
        description: 'only this group; an unknown one is 404 and lists the groups',
      },
    },
    returns: s.anyObject,
    etag: 'bytes',
    errors: ['NOT_FOUND'],
    rules: 'A9 A23',
  }),
  'discovery.openapi': endpoint({
    http: 'GET /api/openapi.json',
    group: 'discovery',
    summary: 'Returns the catalogue of all endpoints as an OpenAPI 3.1 document',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: false,
    returns: s.anyObject,
    etag: 'bytes',
    extension: true,
    rules: 'A9',
  }),
} as const;
