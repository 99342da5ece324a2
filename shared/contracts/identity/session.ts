/**
 * Endpoints for registration, sign-in and sign-out (decisions A1, A10, A11, A17). The gateway implements
 * them, since it owns the cookie, and calls `identity.register`, `identity.signIn` and `identity.signOut`;
 * the session token is never in a body.
 */
import { email } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

/** The account that has registered or signed in (A10). */
export const accountView = s.named(
  'Account',
  s.object({
    id: s.idOf('user'),
    email: s.text,
    name: s.text,
    company_id: s.nullable(s.idOf('company')),
  }),
);
/** A registration that does not sign in yet: the same response whether or not the email address was known (A17). */
export const pendingAccount = s.named(
  'PendingAccount',
  s.object({ email: s.text, waits_for: s.oneOf('verification', 'approval') }),
);

export const newPassword = {
  type: 'string',
  min: 12,
  max: 256,
  description:
    '12 to 256 characters; not one of the commonest or made of one, one character repeated, a run, or the own email address or name',
} as const;

export const registrationBody = {
  email,
  password: newPassword,
  name: { ...s.nameText(200), description: 'how others see the person' },
  company_name: {
    ...s.optional(s.nameText(200)),
    description: 'also creates a company of this name with the new account as administrator',
  },
} as const;

export const signInBody = {
  email: { type: 'string', trim: true, min: 1, max: 320 },
  password: { type: 'string', min: 1, max: 1024 },
} as const;

export const sessionEndpoints = {
  'account.register': endpoint({
    http: 'POST /api/account/register',
    group: 'account',
    summary: 'Creates an account and, unless it must be verified or approved first, signs it in',
    description:
      '201 with the account, signed in by a session cookie. 202 without a session while the address has to be verified or an administrator has to approve the account. With address verification off a known address is 409 EMAIL_TAKEN; with verification required the response is the same as for an unknown one. A password that is too easy to guess is 400. company_name creates a new company, even if another has the same name. At most 30 registrations per hour from one IP address (RATE_LIMIT_REGISTER), then 429.',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: true,
    body: registrationBody,
    success: 201,
    location: '/api/whoami',
    returns: {
      type: 'multi',
      rules: [
        s.when('201: the account is signed in', accountView),
        s.when('202: it waits for a verification or an approval', pendingAccount),
      ],
    },
    errors: ['EMAIL_TAKEN', 'CROSS_SITE_REQUEST'],
    extension: true,
    rules: 'A1 A10 A11 A17',
  }),
  'account.login': endpoint({
    http: 'POST /api/account/login',
    group: 'account',
    summary: 'Signs in with email address and password',
    description:
      'A wrong password and an unknown email address give the same response: 401 INVALID_CREDENTIALS. After 10 failures for an account from one network, 50 from a network, or 100 for an account from everywhere within 15 minutes: 429, even with the right password; the last limit refuses no browser that has signed in to this account before, which a cookie says. Suspension, missing approval or missing verification is reported only with the right password.',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: true,
    body: signInBody,
    returns: accountView,
    errors: [
      'INVALID_CREDENTIALS',
      'ACCOUNT_SUSPENDED',
      'ACCOUNT_NOT_APPROVED',
      'EMAIL_NOT_VERIFIED',
      'CROSS_SITE_REQUEST',
    ],
    extension: true,
    rules: 'A1 A10 A11 A17',
  }),
  'account.logout': endpoint({
    http: 'POST /api/account/logout',
    group: 'account',
    summary: 'Ends the browser session',
    description: 'The session ends on every node within a second. Other sessions and all keys remain valid.',
    auth: 'session_only',
    idempotency: 'ignored',
    permissions: [],
    mutates: true,
    returns: s.object({ signed_out: s.boolean }),
    extension: true,
    rules: 'A1 A11 H29',
  }),
} as const;
