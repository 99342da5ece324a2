/**
 * Endpoints that verify an email address and that request and complete a password reset, with a token from a mail, and
 * how long such a token works (decisions A10, A17, E4). None opens a session.
 */
import { email } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { newPassword } from './session.ts';

/** How long a token of each kind works from the moment its mail is written, in hours. */
export const MAIL_TOKEN_HOURS = { verification: 72, password_reset: 1 } as const;
const { verification, password_reset } = MAIL_TOKEN_HOURS;

const token = {
  type: 'string',
  trim: true,
  max: 200,
  description: "what follows 'token: ' in the mail",
} as const;

/** Whether the account may sign in, or what it waits for. */
const signInStatus = s.named(
  'SignInStatus',
  s.object({ email: s.text, waits_for: s.nullable(s.oneOf('approval')) }),
);

export const mailTokenEndpoints = {
  'account.verifyEmail': endpoint({
    http: 'POST /api/account/verify-email',
    group: 'account',
    summary: 'Verifies an email address with the token from the email',
    description: `From then on the account may sign in, unless waits_for says that an administrator has to approve it. Name, password and company are those given in the registration that sent this token. A pending company invitation for the address is accepted. A token that is mistyped, used or older than ${verification} hours is 400 INVALID_TOKEN.`,
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: true,
    body: { token },
    returns: signInStatus,
    errors: ['INVALID_TOKEN'],
    extension: true,
    rules: 'A10 A17 A22',
  }),
  'account.passwordReset': endpoint({
    http: 'POST /api/account/password-reset',
    group: 'account',
    summary: 'Requests a password reset email',
    description:
      'The response is the same whether or not there is an account with this address. At most five mails an hour go to one address.',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: true,
    body: { email },
    returns: s.object({ requested: s.boolean }),
    extension: true,
    rules: 'A10 A17 H30 E4',
  }),
  'account.passwordReset.confirm': endpoint({
    http: 'POST /api/account/password-reset/confirm',
    group: 'account',
    summary: 'Sets a new password with the token from the email',
    description: `All browser sessions of the account end; its keys remain valid. The token works once, for ${password_reset} hour(s); otherwise 400 INVALID_TOKEN. It also confirms the address. Sign in with the new password afterwards.`,
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: true,
    body: { token, password: newPassword },
    returns: signInStatus,
    errors: ['INVALID_TOKEN'],
    extension: true,
    rules: 'A10 A17',
  }),
} as const;
