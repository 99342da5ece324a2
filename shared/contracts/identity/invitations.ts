/** Endpoints by which an account lists, accepts and declines its invitations to companies (decision Y1). */
import { idAndName } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { COMPANY_ROLES } from '../permissions.ts';
import * as s from '../schema.ts';

const role = s.oneOf(...COMPANY_ROLES);

export const invitationEndpoints = {
  'account.invitations.list': endpoint({
    http: 'GET /api/account/invitations',
    group: 'account',
    summary: 'Lists the invitations of this account to companies, oldest first',
    description:
      'An invitation that was withdrawn or is older than 30 days is not listed. Invitations to projects need no answer: an account has the role at once.',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    returns: s.object({
      invitations: s.list(
        s.object({
          id: s.uuidOf('ownInvitation'),
          company: idAndName('company'),
          role,
          invited_at: s.time,
          expires_at: s.time,
        }),
      ),
      total: s.integer,
    }),
    extension: true,
    rules: 'Y1',
  }),
  'account.invitations.accept': endpoint({
    http: 'POST /api/account/invitations/:id/accept',
    group: 'account',
    summary: 'Joins the company of an invitation',
    description:
      'An account is in one company at most: 409 ALREADY_IN_COMPANY until it has left the other. What the account creates from then on belongs to the company by default. Other invitations stay.',
    auth: 'session_only',
    permissions: [],
    mutates: true,
    path: { id: s.uuidOf('ownInvitation') },
    returns: s.object({ company: idAndName('company'), role }),
    errors: ['ALREADY_IN_COMPANY'],
    extension: true,
    rules: 'Y1 A14',
  }),
  'account.invitations.decline': endpoint({
    http: 'POST /api/account/invitations/:id/decline',
    group: 'account',
    summary: 'Declines an invitation to a company',
    description: 'The invitation is gone, as if it had been withdrawn.',
    auth: 'session_only',
    permissions: [],
    mutates: true,
    path: { id: s.uuidOf('ownInvitation') },
    returns: s.object({ declined: s.boolean }),
    extension: true,
    rules: 'Y1',
  }),
} as const;
