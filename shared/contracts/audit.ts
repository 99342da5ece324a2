/**
 * Contracts of the audit trail: the endpoint that lists entries for site administrators, and the internal
 * action that stores them (decisions A13, A22, P14).
 */
import { pageParams } from './common-shapes.ts';
import { endpoint, internalAction } from './endpoint.ts';
import {
  anyValue,
  idOf,
  integer,
  list,
  nullable,
  object,
  optional,
  recordOf,
  text,
  time,
  uuid,
} from './schema.ts';

const resource = object({ type: text, id: nullable({ type: 'multi', rules: [integer, text] }) });

const entry = {
  at: time,
  user_id: nullable(idOf('user')),
  action: text,
  channel: text,
  key_id: nullable(idOf('key')),
  request_id: text,
  resource,
  details: recordOf(anyValue),
} as const;

export const audit = {
  'admin.audit.list': endpoint({
    http: 'GET /api/admin/audit',
    group: 'admin',
    summary: 'Lists the audit entries: who did what, when, to what, through which channel and key',
    description:
      'All writes and exports, newest first; also failed sign-ins, limits of sign-ins that were reached, and refused permissions (account.sign_in_failed, account.sign_in_limited, account.permission_refused), equal ones of a minute together with their count. Entries cannot be changed through any endpoint. `details` names the `revision` (or `version`) of ' +
      'the resource, and `before` and `after` where roles or permissions changed. Each `hash` covers its entry and all before it; ' +
      'keep `id` and `hash` of `head`, or of any entry, outside the service, and `npm run verify-audit -- --noted ID:HASH` proves later ' +
      'that nothing up to there was altered. `hash` is null on entries older than the chain, which the next one covers.',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: false,
    volatile: true,
    query: {
      user_id: optional(idOf('user')),
      action: optional(text),
      resource_type: optional(text),
      resource_id: optional({ ...text, idKind: 'resource' }),
      from: optional(time),
      to: optional(time),
      ...pageParams(50, 200),
    },
    returns: object({
      entries: list(object({ id: idOf('auditEntry'), ...entry, hash: nullable(text) })),
      total: integer,
      limit: integer,
      offset: integer,
      /** The newest entry of the chain, independent of the filter; null while there is none. */
      head: nullable(object({ id: integer, hash: text })),
    }),
    extension: true,
    rules: ['A13', 'A22', 'P14'],
  }),
  'audit.record': internalAction({
    calledBy: ['identity', 'standards', 'wiki-moderation', 'projects', 'datasheets', 'files'],
    summary: 'Stores audit entries from the outbox of a service; an entry sent twice is stored once',
    params: { entries: list(object({ event_id: uuid, ...entry })) },
    returns: object({ recorded: integer }),
  }),
} as const;
