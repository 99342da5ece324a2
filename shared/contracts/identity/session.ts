/**
 * Registering, signing in and out (decisions A1, A10, A11, A17). The gateway implements these three: it owns the cookie, and hands
 * the account's part to `identity.register`, `identity.signIn` and `identity.signOut`. The session token never stands in a body.
 */
import { endpoint } from '../endpoint.ts';
import { flag, idOf, nullable, object, oneOf, optional, plainName, text } from '../schema.ts';
import { emailAddress } from '../shapes.ts';

/** Who has just registered or signed in (A10). */
export const account = object({ id: idOf('user'), email: text, name: text, company_id: nullable(idOf('company')) });
/** A registration that does not sign in yet: the same words whether or not the address was known (A17). */
export const pendingAccount = object({ email: text, waits_for: oneOf('verification', 'approval') });

export const newPassword = { type: 'string', min: 12, max: 256, description: '12 to 256 characters' } as const;

export const registration = {
  email: emailAddress,
  password: newPassword,
  name: { ...plainName(200), description: 'how others see the person' },
  company_name: {
    ...optional(plainName(200)),
    description: 'also makes a company of this name whose administrator the new account is',
  },
} as const;

export const credentials = {
  email: { type: 'string', trim: true, min: 1, max: 320 },
  password: { type: 'string', min: 1, max: 1024 },
} as const;

export const sessionEndpoints = {
  'account.register': endpoint({
    http: 'POST /api/account/register',
    group: 'account',
    summary: 'Make an account and sign in',
    description:
      '201 with the account, signed in by a session cookie. 202 without a session while the address has to be verified or an administrator has to approve the account. With address verification off a known address is 409 EMAIL_TAKEN; with verification required it is answered like any other. company_name makes a new company, also when another one has the same name. 30 registrations an hour from one network address (RATE_LIMIT_REGISTER), then 429.',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: true,
    body: registration,
    success: 201,
    returns: { type: 'multi', rules: [account, pendingAccount] },
    errors: ['VALIDATION_ERROR', 'EMAIL_TAKEN', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
    extension: true,
    rules: ['A1', 'A10', 'A11', 'A17'],
  }),
  'account.login': endpoint({
    http: 'POST /api/account/login',
    group: 'account',
    summary: 'Sign in with address and password',
    description:
      'A wrong password and an unknown address answer alike: 401 INVALID_CREDENTIALS. After 10 failures of an account or 50 of an address of the network within 15 minutes: 429, also for the right password. A suspended, unapproved or unverified account is told so only after the right password.',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: true,
    body: credentials,
    returns: account,
    errors: [
      'VALIDATION_ERROR',
      'INVALID_CREDENTIALS',
      'ACCOUNT_SUSPENDED',
      'ACCOUNT_NOT_APPROVED',
      'EMAIL_NOT_VERIFIED',
      'CROSS_SITE_REQUEST',
      'RATE_LIMITED',
    ],
    extension: true,
    rules: ['A1', 'A10', 'A11', 'A17'],
  }),
  'account.logout': endpoint({
    http: 'POST /api/account/logout',
    group: 'account',
    summary: 'End the browser session',
    description: 'The session is dead on every node within a second. Other sessions and all keys stay.',
    auth: 'session_only',
    idempotency: 'ignored',
    permissions: [],
    mutates: true,
    returns: object({ signed_out: flag }),
    errors: ['CROSS_SITE_REQUEST'],
    extension: true,
    rules: ['A1', 'A11', 'H29'],
  }),
} as const;
