/**
 * Endpoints of companies (list, get, create, rename), their members (list, invite, change role, remove) and
 * invitations (withdraw) (decisions A14, A21, A22, Y1). The invited answer by those of `invitations.ts`.
 */
import { allowedActionIds, email, idAndName, pageParams, removal, withdrawal } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { COMPANY_ROLES } from '../permissions.ts';
import * as s from '../schema.ts';

const role = s.named('CompanyRole', s.oneOf(...COMPANY_ROLES));
const name = s.nameText(200);

/** What an inviter knows of an email address; whether it has an account is not disclosed (Y1). */
const invitee = {
  email: s.text,
  role,
  /** Invited, and not a member until it accepts. */
  pending: s.boolean,
  /** The invitation that can be withdrawn (X5); null for a member. */
  invitation_id: s.nullable(s.uuidOf('invitation')),
  expires_at: s.nullable(s.time),
} as const;

/** A member, or an invitation, which has neither account nor name. */
const member = s.named(
  'CompanyMember',
  s.object({ user_id: s.nullable(s.idOf('user')), name: s.nullable(s.text), ...invitee }),
);

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
    returns: s.object({
      companies: s.list(idAndName('company')),
      total: s.integer,
      limit: s.integer,
      offset: s.integer,
    }),
    extension: true,
    tool: { toolsets: ['search'] },
    rules: 'A21',
  }),
  'companies.get': endpoint({
    http: 'GET /api/companies/:id',
    group: 'companies',
    summary: 'Returns one company',
    description:
      'allowed_actions lists the writes on the company that the permissions of the caller allow now; only members of the company have any.',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    path: { id: s.idOf('company') },
    returns: s.object({ ...idAndName('company').props, allowed_actions: allowedActionIds }),
    etag: 'bytes',
    extension: true,
    rules: 'A14 A21',
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
    bodyName: 'CompanyInput',
    success: 201,
    location: '/api/companies/{id}',
    returns: idAndName('company'),
    errors: ['ALREADY_IN_COMPANY'],
    extension: true,
    rules: 'A14',
  }),
  'companies.update': endpoint({
    http: 'PATCH /api/companies/:id',
    group: 'companies',
    summary: 'Renames a company',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: s.idOf('company') },
    body: { name },
    bodyName: 'CompanyInput',
    returns: idAndName('company'),
    extension: true,
    rules: 'A22',
  }),
  'companies.members.list': endpoint({
    http: 'GET /api/companies/:id/members',
    group: 'companies',
    summary:
      'Lists the members of the caller’s own company, with those who are invited and have not joined yet',
    auth: 'key_or_session',
    permissions: [],
    on: { resource: 'company', by: 'id' },
    mutates: false,
    path: { id: s.idOf('company') },
    returns: s.object({ members: s.list(member), total: s.integer }),
    extension: true,
    rules: 'A14 A21 X5 Y1',
  }),
  'companies.members.add': endpoint({
    http: 'POST /api/companies/:id/members',
    group: 'companies',
    summary: 'Invites somebody by email address, or changes a member’s role',
    description:
      'Nobody becomes a member by being invited: an account accepts the invitation with POST /api/account/invitations/:id/accept, and an email address without an account joins when it is registered and verified. The response is the same whoever has the address. An invitation lasts 30 days. Inviting again renews it with the new role; for a member of the company it changes the role at once. At most 3 invitations a day go to one address, and 50 come from one account (RATE_LIMIT_INVITATIONS), then 429.',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: s.idOf('company') },
    body: { email, role },
    success: 201,
    location: '/api/companies/:id/members',
    returns: s.object(invitee),
    errors: ['LAST_ADMIN'],
    extension: true,
    rules: 'A14 A22 Y1 Y7',
  }),
  'companies.members.update': endpoint({
    http: 'PATCH /api/companies/:id/members/:userId',
    group: 'companies',
    summary: 'Changes the role of a member',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: s.idOf('company'), userId: s.idOf('user') },
    body: { role },
    returns: member,
    errors: ['LAST_ADMIN'],
    extension: true,
    rules: 'A14 A22',
  }),
  'companies.members.remove': endpoint({
    http: 'DELETE /api/companies/:id/members/:userId',
    group: 'companies',
    summary: 'Removes a member, or oneself, from a company',
    description:
      'An administrator removes anybody, a member itself. The last administrator cannot be removed. Roles on projects that the company owns end with the membership, leading included: its administrators act as lead until one is appointed. Pending invitations that the member sent, to the company and to its projects, are withdrawn.',
    auth: 'session_only',
    permissions: [],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: s.idOf('company'), userId: s.idOf('user') },
    returns: removal,
    errors: ['LAST_ADMIN', 'PERMISSION_DENIED'],
    extension: true,
    rules: 'A14 A22 X11 Y1',
  }),
  'companies.invitations.withdraw': endpoint({
    http: 'DELETE /api/companies/:id/invitations/:invitationId',
    group: 'companies',
    summary: 'Withdraws the invitation of a pending member',
    description:
      'Nobody can accept it afterwards, and an account registered with the email address does not join. `invitation_id` is in the row of the pending member.',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: true,
    path: { id: s.idOf('company'), invitationId: s.uuidOf('invitation') },
    returns: withdrawal,
    extension: true,
    rules: 'X5 Y1',
  }),
} as const;
