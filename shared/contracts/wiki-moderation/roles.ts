/**
 * Endpoints of the roles on a wiki page, and of the directory in which moderators find the accounts that get them
 * (decisions A4, W12).
 */
import { cappedListMembers } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { WIKI_STANDARD_ROLES } from '../permissions.ts';
import * as s from '../schema.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;

const assignmentMembers = {
  id: s.uuidOf('wikiRole'),
  userId: s.idOf('user'),
  displayName: s.text,
  role: s.oneOf(...WIKI_STANDARD_ROLES),
  assigned_at: s.time,
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
const directory = s.named(
  'UserDirectory',
  s.object({
    users: s.list(s.object({ userId: s.idOf('user'), displayName: s.text, email: s.text })),
    ...cappedListMembers,
  }),
);

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
    path: { id: s.uuidOf('wikiStandard') },
    returns: s.object({
      assignments: s.list(s.named('WikiRoleAssignment', s.object(assignmentMembers))),
      ...cappedListMembers,
    }),
    rules: 'A4 W12',
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
    path: { id: s.uuidOf('wikiStandard') },
    body: { userId: s.idOf('user'), role: s.oneOf(...WIKI_STANDARD_ROLES) },
    success: 201,
    location: '/api/wiki/standards/:id/roles',
    createdIf: 'created',
    returns: s.named('AssignedWikiRole', s.object({ ...assignmentMembers, created: s.boolean })),
    errors: ['USER_NOT_APPROVED'],
    rules: 'A4 W7 W12',
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
    path: { id: s.uuidOf('wikiStandard'), roleId: s.uuidOf('wikiRole') },
    returns: s.object({ id: s.uuidOf('wikiRole'), deleted: s.boolean }),
    errors: ['LAST_MODERATOR'],
    rules: 'A4 W7 W12',
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
    rules: 'A4 G15',
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
    path: { id: s.uuidOf('wikiStandard') },
    query: directoryQuery,
    returns: directory,
    rules: 'A4',
  }),
} as const;
