/**
 * Endpoints for site administrators: list and update accounts and their site roles, publish the contributor
 * agreement, set limits of companies (decisions A13, A20, A22, P19).
 */
import { pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { SITE_ROLES } from '../permissions.ts';
import * as s from '../schema.ts';

const siteRoles = s.list(s.oneOf(...SITE_ROLES));

const user = s.named(
  'User',
  s.object({
    id: s.idOf('user'),
    email: s.text,
    name: s.text,
    company_id: s.nullable(s.idOf('company')),
    approved: s.boolean,
    suspended: s.boolean,
    contribution_barred: s.boolean,
    site_roles: siteRoles,
    created_at: s.time,
  }),
);

const limit = {
  ...s.optional(s.nullable({ type: 'number', integer: true, min: 0, max: 1_000_000 } as const)),
  description: 'null: the limit of the site',
} as const;

export const administrationEndpoints = {
  'admin.users.list': endpoint({
    http: 'GET /api/admin/users',
    group: 'admin',
    summary: 'Lists the accounts of the site, in the order of registration',
    description:
      'site_roles lists the assigned roles, plus SiteContributor while the account may contribute.',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: false,
    query: {
      search: {
        ...s.optional({ type: 'string', max: 254 } as const),
        description: 'part of the email address or name, case-insensitive',
      },
      approved: s.optional(s.boolean),
      suspended: s.optional(s.boolean),
      ...pageParams(50, 200),
    },
    returns: s.object({ users: s.list(user), total: s.integer, limit: s.integer, offset: s.integer }),
    extension: true,
    rules: 'A13 A22',
  }),
  'admin.users.update': endpoint({
    http: 'PATCH /api/admin/users/:id',
    group: 'admin',
    summary: 'Approves or suspends an account, withholds contribution rights, assigns site roles',
    description:
      'Omitted members are unchanged. site_roles replaces the assigned roles; SiteContributor comes from accepting the agreement and cannot be assigned. Only a browser session changes site_roles, or approves an administrator or lifts a suspension of one: 403 SESSION_REQUIRED for a key. The keys and sessions of a suspended account are refused within a second on every node. The last site administrator who can sign in cannot lose the role or be suspended: 409 LAST_ADMIN.',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: true,
    path: { id: s.idOf('user') },
    body: {
      approved: s.optional(s.boolean),
      suspended: s.optional(s.boolean),
      contribution_barred: s.optional(s.boolean),
      site_roles: s.optional({ ...siteRoles, max: 10 }),
    },
    returns: user,
    errors: ['NOTHING_TO_CHANGE', 'LAST_ADMIN', 'SESSION_REQUIRED'],
    extension: true,
    rules: 'A13 A17 A18 A22 Y2',
  }),
  'admin.cla.publish': endpoint({
    http: 'POST /api/admin/cla',
    group: 'admin',
    summary: 'Publishes a new version of the Contributor License Agreement',
    description:
      'version must be higher than every existing version, else 409 CLA_VERSION_STALE. The highest version whose effective_date has come is in force; without effective_date the version takes effect at once. An account that accepted an earlier version keeps the contributor role.',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: true,
    body: {
      version: { type: 'number', integer: true, min: 1, max: 1_000_000 },
      content: { type: 'string', min: 1, max: 200_000, pattern: '\\S', description: 'markdown' },
      effective_date: s.optional(s.time),
    },
    success: 201,
    location: '/api/account/cla',
    returns: s.object({
      id: s.idOf('agreement'),
      version: s.integer,
      content: s.text,
      effective_date: s.time,
    }),
    errors: ['CLA_VERSION_STALE'],
    extension: true,
    rules: 'A13 A20 X6',
  }),
  'admin.companies.update': endpoint({
    http: 'PATCH /api/admin/companies/:id',
    group: 'admin',
    summary: 'Sets the seats of a company and the number of projects that each of its people may lead',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: true,
    path: { id: s.idOf('company') },
    body: { seat_limit: limit, slot_limit: limit },
    returns: s.object({ id: s.idOf('company'), name: s.text, seat_limit: s.integer, slot_limit: s.integer }),
    errors: ['NOTHING_TO_CHANGE'],
    extension: true,
    rules: 'P9 P19',
  }),
} as const;
