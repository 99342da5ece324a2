/**
 * Endpoints of the roles on a wiki page, and of the directory in which moderators find the accounts that get
 * them (document 2, Wiki writes; decisions A4, W12).
 */
import { cappedListMembers } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { WIKI_STANDARD_ROLES } from '../permissions.ts';
import { boolean, idOf, list, object, oneOf, text, time, uuidOf } from '../schema.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;

const assignmentMembers = {
  id: uuidOf('wikiRole'),
  userId: idOf('user'),
  displayName: text,
  role: oneOf(...WIKI_STANDARD_ROLES),
  assigned_at: time,
} as const;

const directoryQuery = {
  query: {
    type: 'string',
    max: 200,
    default: '',
    optional: true,
    aliases: ['q'],
    description: 'part of a name; fewer than two characters find nobody',
  },
} as const;
const directory = object({
  users: list(object({ userId: idOf('user'), displayName: text, email: text })),
  ...cappedListMembers,
});

export const wikiRoleEndpoints = {
  'wiki.roles.list': endpoint({
    http: 'GET /api/wiki/standards/:id/roles',
    group: 'wiki',
    summary: 'Lists the adopters and moderators of a wiki standard',
    description: 'Capped at 1,000 (truncated: true).',
    auth: 'key_or_session',
    permissions: ['wiki:standard:moderate'],
    on,
    mutates: false,
    path: { id: uuidOf('wikiStandard') },
    returns: object({ assignments: list(object(assignmentMembers)), ...cappedListMembers }),
    rules: ['A4', 'W12'],
  }),
  'wiki.roles.assign': endpoint({
    http: 'POST /api/wiki/standards/:id/roles',
    group: 'wiki',
    summary: 'Makes an account an adopter or moderator of a wiki standard',
    description:
      'An unknown account is 404, one that is not approved, or suspended, 409. A role that the account has already is 200 with created false. A role counts while its holder is a contributor.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:moderate'],
    on,
    mutates: true,
    path: { id: uuidOf('wikiStandard') },
    body: { userId: idOf('user'), role: oneOf(...WIKI_STANDARD_ROLES) },
    success: 201,
    createdIf: 'created',
    returns: object({ ...assignmentMembers, created: boolean }),
    errors: ['USER_NOT_APPROVED'],
    rules: ['A4', 'W7', 'W12'],
  }),
  'wiki.roles.remove': endpoint({
    http: 'DELETE /api/wiki/standards/:id/roles/:roleId',
    group: 'wiki',
    summary: 'Removes a role on a wiki standard',
    description: 'The last active moderator cannot be removed: 409.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:moderate'],
    on,
    mutates: true,
    path: { id: uuidOf('wikiStandard'), roleId: uuidOf('wikiRole') },
    returns: object({ id: uuidOf('wikiRole'), deleted: boolean }),
    errors: ['LAST_MODERATOR'],
    rules: ['A4', 'W7', 'W12'],
  }),
  'wiki.moderation.searchUsers': endpoint({
    http: 'GET /api/wiki/standards/search-users',
    group: 'wiki',
    summary: 'Finds accounts by name, for global moderators',
    description:
      'At most 20 accounts that may sign in, by name (truncated: true where there are more). Emails are masked: only the first characters of both parts are shown.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:moderate'],
    mutates: false,
    query: directoryQuery,
    returns: directory,
    rules: ['A4', 'G15'],
  }),
  'wiki.moderation.standardSearchUsers': endpoint({
    http: 'GET /api/wiki/standards/:id/search-users',
    group: 'wiki',
    summary: 'Finds accounts by name, for moderators of this wiki standard',
    description: 'The same directory as for global moderators.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:moderate'],
    on,
    mutates: false,
    path: { id: uuidOf('wikiStandard') },
    query: directoryQuery,
    returns: directory,
    rules: ['A4'],
  }),
} as const;
