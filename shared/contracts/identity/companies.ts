/**
 * Endpoints of companies (list, get, create, rename), their members (list, add, change role, remove) and
 * invitations (withdraw) (decisions A14, A21, A22).
 */
import { email, idAndName, pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { COMPANY_ROLES } from '../permissions.ts';
import { boolean, idOf, integer, list, nameText, nullable, object, oneOf, text, uuidOf } from '../schema.ts';

const role = oneOf(...COMPANY_ROLES);
const name = nameText(200);

/** A pending member has an email address, no account yet, and the invitation that can be withdrawn (X5). */
const member = object({
  user_id: nullable(idOf('user')),
  name: nullable(text),
  email: text,
  role,
  pending: boolean,
  invitation_id: nullable(uuidOf('invitation')),
});

export const companyEndpoints = {
  'companies.list': endpoint({
    http: 'GET /api/companies',
    group: 'companies',
    summary: 'Lists companies by name, for naming one in a project',
    description: 'Shows the id and name of any company to anyone signed in.',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    query: {
      search: { type: 'string', max: 500, optional: true, description: 'case-insensitive part of the name' },
      ...pageParams(50, 200),
    },
    returns: object({
      companies: list(idAndName('company')),
      total: integer,
      limit: integer,
      offset: integer,
    }),
    extension: true,
    rules: ['A21'],
  }),
  'companies.get': endpoint({
    http: 'GET /api/companies/:id',
    group: 'companies',
    summary: 'Returns one company',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    path: { id: idOf('company') },
    returns: idAndName('company'),
    etag: 'bytes',
    extension: true,
    rules: ['A14', 'A21'],
  }),
  'companies.create': endpoint({
    http: 'POST /api/companies',
    group: 'companies',
    summary: 'Creates a company, with the caller as its administrator',
    description:
      'An account is in one company at most. Two companies may have the same name; the id tells them apart.',
    auth: 'session_only',
    permissions: [],
    mutates: true,
    body: { name },
    success: 201,
    returns: idAndName('company'),
    errors: ['ALREADY_IN_COMPANY'],
    extension: true,
    rules: ['A14'],
  }),
  'companies.update': endpoint({
    http: 'PATCH /api/companies/:id',
    group: 'companies',
    summary: 'Renames a company',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: idOf('company') },
    body: { name },
    returns: idAndName('company'),
    extension: true,
    rules: ['A22'],
  }),
  'companies.members.list': endpoint({
    http: 'GET /api/companies/:id/members',
    group: 'companies',
    summary: 'Lists the members of the caller’s own company, with those who have not registered yet',
    auth: 'key_or_session',
    permissions: [],
    on: { resource: 'company', by: 'id' },
    mutates: false,
    path: { id: idOf('company') },
    returns: object({ members: list(member), total: integer }),
    extension: true,
    rules: ['A14', 'A21', 'X5'],
  }),
  'companies.members.add': endpoint({
    http: 'POST /api/companies/:id/members',
    group: 'companies',
    summary: 'Adds a member by email address, or changes a member’s role',
    description:
      'An account is added at once. An unknown email address is kept as pending until an account with it is registered and verified, or its invitation withdrawn. Adding a member again changes its role.',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: idOf('company') },
    body: { email, role },
    success: 201,
    returns: member,
    errors: ['ALREADY_IN_COMPANY', 'LAST_ADMIN'],
    extension: true,
    rules: ['A14', 'A22'],
  }),
  'companies.members.update': endpoint({
    http: 'PATCH /api/companies/:id/members/:userId',
    group: 'companies',
    summary: 'Changes the role of a member',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: idOf('company'), userId: idOf('user') },
    body: { role },
    returns: member,
    errors: ['LAST_ADMIN'],
    extension: true,
    rules: ['A14', 'A22'],
  }),
  'companies.members.remove': endpoint({
    http: 'DELETE /api/companies/:id/members/:userId',
    group: 'companies',
    summary: 'Removes a member, or oneself, from a company',
    description:
      'An administrator removes anybody, a member itself. The last administrator cannot be removed. Roles on projects that the company owns end with the membership, leading included: its administrators act as lead until one is appointed.',
    auth: 'session_only',
    permissions: [],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: idOf('company'), userId: idOf('user') },
    returns: object({ removed: boolean }),
    errors: ['LAST_ADMIN', 'PERMISSION_DENIED'],
    extension: true,
    rules: ['A14', 'A22', 'X11'],
  }),
  'companies.invitations.withdraw': endpoint({
    http: 'DELETE /api/companies/:id/invitations/:invitationId',
    group: 'companies',
    summary: 'Withdraws the invitation of a pending member',
    description:
      'An account registered with the email address afterwards joins the company only if it is invited again. `invitation_id` is in the row of the pending member.',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: idOf('company'), invitationId: uuidOf('invitation') },
    returns: object({ withdrawn: boolean }),
    extension: true,
    rules: ['X5'],
  }),
} as const;
