/** Endpoints of the public moderation log (decisions W16; ). */
import { pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { MODERATION_ACTIONS, MODERATION_REASONS } from './moderation-reasons.ts';

const entryMembers = {
  id: s.optional(s.idOf('moderationLogEntry')),
  action: s.oneOf(...MODERATION_ACTIONS),
  date: s.optional(s.time),
  /** Null for errata. */
  reason: s.nullable(s.oneOf(...MODERATION_REASONS)),
  /** Path of the standard; null while it is not published. */
  link: s.optional(s.nullable(s.text)),
  scope: s.optional(
    s.named(
      'ModerationScope',
      s.object({
        kind: s.nullable(s.oneOf('clauses', 'edition', 'standard', 'revision')),
        /** Of the clauses; absent while the standard is not published. */
        addresses: s.optional(s.list(s.text)),
      }),
    ),
  ),
} as const;

/** An entry as the public reads it: of legal_compulsion only action and reason. */
export const moderationLogEntry = s.named('ModerationLogEntry', s.object(entryMembers));

const filter = {
  action: s.optional(s.oneOf(...MODERATION_ACTIONS)),
  reason: s.optional(s.oneOf(...MODERATION_REASONS)),
  ...pageParams(50, 200),
} as const;
const entryList = s.named(
  'ModerationLog',
  s.object({
    entries: s.list(moderationLogEntry),
    total: s.integer,
    limit: s.integer,
    offset: s.integer,
  }),
);

export const moderationLogEndpoints = {
  'wiki.moderationLog.list': endpoint({
    http: 'GET /api/wiki/moderation-log',
    group: 'wiki',
    summary: 'Returns the public log of moderation, newest first',
    description:
      'Who moderated, their note and what was removed are never in it. link is the path of the standard, and scope has clause addresses, while the standard is published. An entry whose reason is legal_compulsion has only action and reason; such entries follow all others, by action, so that their place tells no date.',
    auth: 'none',
    permissions: [],
    mutates: false,
    query: filter,
    etag: 'bytes',
    returns: entryList,
    rules: 'R-099 R-170 R-246 R-247 R-249 W7 W16',
  }),
  'wiki.moderationLog.get': endpoint({
    http: 'GET /api/wiki/moderation-log/:id',
    group: 'wiki',
    summary: 'Returns one entry of the public log of moderation, with those of the same matter',
    description:
      'related: every other public entry of the same matter, oldest first. An entry whose reason is legal_compulsion is 404.',
    auth: 'none',
    permissions: [],
    mutates: false,
    path: { id: s.idOf('moderationLogEntry') },
    returns: s.named(
      'ModerationLogEntryWithRelated',
      s.object({ ...entryMembers, related: s.list(moderationLogEntry) }),
    ),
    etag: 'bytes',
    rules: 'R-099 R-249 W16',
  }),
  'wiki.moderationLog.forStandard': endpoint({
    http: 'GET /api/wiki/standards/:id/moderation-log',
    group: 'wiki',
    summary: 'Returns the public log of moderation of one wiki standard, newest first',
    description:
      'Without the entries whose reason is legal_compulsion. 404 for a standard that is not public, such as an archived one, for moderators too.',
    auth: 'none',
    permissions: [],
    on: { resource: 'wikiStandard', by: 'id' },
    mutates: false,
    path: { id: s.uuidOf('wikiStandard') },
    query: filter,
    etag: 'bytes',
    returns: entryList,
    rules: 'R-099 R-246 R-247 R-249 W16',
  }),
} as const;
