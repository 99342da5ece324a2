/**
 * Contracts of the audit trail: the endpoint that lists entries for site administrators, and the internal
 * action that stores them (decisions A13, A22, P14).
 */
import { pageParams } from './common-shapes.ts';
import { endpoint, internalAction } from './endpoint.ts';
import * as s from './schema.ts';

const resource = s.named(
  'ResourceReference',
  s.object({ type: s.text, id: s.nullable({ type: 'multi', rules: [s.integer, s.text] }) }),
);

const entry = {
  at: s.time,
  user_id: s.nullable(s.idOf('user')),
  action: s.text,
  channel: s.text,
  key_id: s.nullable(s.idOf('key')),
  request_id: s.text,
  resource,
  details: s.recordOf(s.anyValue),
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
      user_id: s.optional(s.idOf('user')),
      action: s.optional(s.text),
      resource_type: s.optional(s.text),
      resource_id: s.optional({ ...s.text, idKind: 'resource' }),
      from: s.optional(s.time),
      to: s.optional(s.time),
      ...pageParams(50, 200),
    },
    returns: s.named(
      'AuditTrail',
      s.object({
        entries: s.list(s.object({ id: s.idOf('auditEntry'), ...entry, hash: s.nullable(s.text) })),
        total: s.integer,
        limit: s.integer,
        offset: s.integer,
        /** The newest entry of the chain, independent of the filter; null while there is none. */
        head: s.nullable(s.object({ id: s.integer, hash: s.text })),
      }),
    ),
    extension: true,
    rules: 'A13 A22 P14',
  }),
  'audit.record': internalAction({
    group: 'admin',
    mutates: true,
    auditEntry: 'none',
    calledBy: ['identity', 'standards', 'wiki-moderation', 'projects', 'datasheets', 'files'],
    summary: 'Stores audit entries from the outbox of a service; an entry sent twice is stored once',
    params: { entries: s.list(s.object({ event_id: s.uuid, ...entry })) },
    returns: s.object({ recorded: s.integer }),
  }),
} as const;
