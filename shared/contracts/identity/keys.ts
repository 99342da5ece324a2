/**
 * Endpoints of the API keys of an account: list, create, get, change, rotate, usage, revoke. They need a
 * browser session, and a secret is shown once (decisions A1, A2, A12, A15, A16).
 */
import { pageParams, permission } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { KEY_PRESETS } from '../key-presets.ts';
import * as s from '../schema.ts';

const keyMembers = {
  id: s.idOf('key'),
  name: s.text,
  /** The first characters of the key, enough to recognise it. */
  prefix: s.text,
  last_four: s.text,
  permissions: s.list(permission),
  expires_at: s.nullable(s.time),
  created_at: s.time,
  /** After a rotation with an overlap: until when the secret before it works too. */
  previous_secret_until: s.nullable(s.time),
  revoked_at: s.nullable(s.time),
} as const;

const grant = {
  type: 'array',
  items: permission,
  min: 1,
  max: 1000,
  description: 'see GET /api/account/permissions; naming one twice grants it once',
} as const;
const preset = {
  ...s.optional(s.oneOf(...KEY_PRESETS)),
  description:
    'instead of permissions: reader reads, author also writes, publisher also publishes and exports, everything has all permissions; the key gets those of them that the account holds now, on a company or on projects (GET /api/account/permissions lists them)',
} as const;
const expiry = {
  ...s.optional(s.nullable(s.time)),
  description: 'ISO 8601 time in the future, with its zone; null: the key does not expire',
} as const;

const onKey = { resource: 'key', by: 'id' } as const;

export const keyView = s.named('Key', s.object(keyMembers));

/** A key with its secret, which is shown once. */
const keyWithSecret = s.named('KeyWithSecret', s.object({ ...keyMembers, secret: s.text }));

export const keyEndpoints = {
  'account.keys.list': endpoint({
    http: 'GET /api/account/keys',
    group: 'account',
    summary: 'Lists the keys of this account',
    description: 'Newest first, never with their secrets. Revoked keys remain listed with revoked_at.',
    auth: 'session_only',
    permissions: [],
    mutates: false,
    query: pageParams(200, 500),
    returns: s.object({ keys: s.list(keyView), total: s.integer, limit: s.integer, offset: s.integer }),
    extension: true,
    rules: 'A1 A2 A16',
  }),
  'account.keys.create': endpoint({
    http: 'POST /api/account/keys',
    group: 'account',
    summary: 'Creates a key with these permissions, or with those of a preset',
    description:
      'Send exactly one of permissions and preset. The response is the only place where the secret is shown. A listed permission the account does not hold now may be granted: it works from the day the account holds it, and whoami lists it under dormant until then. At most 200 keys that are not revoked.',
    auth: 'session_only',
    idempotency: 'ignored',
    permissions: [],
    mutates: true,
    body: {
      name: s.nameText(100),
      permissions: s.optional(grant),
      preset,
      expires_at: expiry,
    },
    success: 201,
    location: '/api/account/keys/{id}',
    returns: keyWithSecret,
    errors: ['KEY_LIMIT_REACHED'],
    extension: true,
    rules: 'A1 A2 A12 A15 A16 R-152',
  }),
  'account.keys.get': endpoint({
    http: 'GET /api/account/keys/:id',
    group: 'account',
    summary: 'Returns one key of this account, without its secret',
    auth: 'session_only',
    permissions: [],
    mutates: false,
    path: { id: s.idOf('key') },
    returns: keyView,
    etag: 'bytes',
    extension: true,
    rules: 'A1 A2',
  }),
  'account.keys.update': endpoint({
    http: 'PATCH /api/account/keys/:id',
    group: 'account',
    summary: 'Changes the name, permissions or expiry of a key',
    description:
      'Omitted members are unchanged. permissions replaces the whole grant and counts on every node within a second. An expired key works again with a later expires_at; a revoked one is 404.',
    auth: 'session_only',
    permissions: [],
    mutates: true,
    on: onKey,
    path: { id: s.idOf('key') },
    body: { name: s.optional(s.nameText(100)), permissions: s.optional(grant), expires_at: expiry },
    returns: keyView,
    errors: ['NOTHING_TO_CHANGE'],
    extension: true,
    rules: 'A1 A16',
  }),
  'account.keys.rotate': endpoint({
    http: 'POST /api/account/keys/:id/rotate',
    group: 'account',
    summary: 'Gives a key a new secret',
    description:
      'The key keeps its id, name and permissions; the response is the only place where the new secret is shown. The secret before it works for overlap_seconds more; rotating again ends an earlier overlap at once. Of two rotations at the same moment one is 409 EDIT_CONFLICT.',
    auth: 'session_only',
    idempotency: 'ignored',
    permissions: [],
    mutates: true,
    on: onKey,
    path: { id: s.idOf('key') },
    body: {
      overlap_seconds: {
        type: 'number',
        integer: true,
        min: 0,
        max: 604_800,
        default: 0,
        optional: true,
        description: 'how long the old secret stays valid, at most a week',
      },
    },
    returns: keyWithSecret,
    errors: ['EDIT_CONFLICT'],
    extension: true,
    rules: 'A1 A2 A16',
  }),
  'account.keys.usage': endpoint({
    http: 'GET /api/account/keys/:id/usage',
    group: 'account',
    summary: 'Lists the requests made with a key, newest first',
    description:
      'One row for every request the key was accepted with, refused ones included, there within five seconds; a call through MCP is named by its tool, as /mcp#standards_get, with the status of the tool’s response; one on the bus by the method BUS, its action and its node. The newest 10,000 of the last 90 days are kept, also of a revoked key.',
    auth: 'session_only',
    permissions: [],
    mutates: false,
    volatile: true,
    path: { id: s.idOf('key') },
    query: pageParams(100, 1000),
    returns: s.named(
      'KeyUsage',
      s.object({
        usage: s.list(
          s.object({
            at: s.time,
            method: s.text,
            route: s.text,
            status: s.integer,
            address: s.text,
            request_id: s.text,
          }),
        ),
        total: s.integer,
        limit: s.integer,
        offset: s.integer,
      }),
    ),
    extension: true,
    rules: 'A1 A16',
  }),
  'account.keys.revoke': endpoint({
    http: 'DELETE /api/account/keys/:id',
    group: 'account',
    summary: 'Revokes a key',
    description:
      'The key is refused on every node within a second and remains listed with revoked_at. Revoking it again, or the key of somebody else, is 404.',
    auth: 'session_only',
    permissions: [],
    mutates: true,
    on: onKey,
    path: { id: s.idOf('key') },
    returns: keyView,
    extension: true,
    rules: 'A1 A2 A16 R-152',
  }),
} as const;
