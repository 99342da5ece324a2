/**
 * Endpoints for the password and the browser sessions of the own account. They need a browser session (decisions A17,
 * Y6).
 */
import { pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { newPassword } from './session.ts';

/** The SHA-256 of the token, which nobody can turn back into it. */
const sessionId = { ...s.text, idKind: 'session' } as const;

export const ownSessionEndpoints = {
  'account.password.change': endpoint({
    http: 'PUT /api/account/password',
    group: 'account',
    summary: 'Changes the password of this account, and ends its other browser sessions',
    description:
      'current_password is the one that is to be replaced; a wrong one is 400 and counts as a failed sign-in, after 10 of which the answer is 429. API keys stay valid. The new password must differ, and must not be one of the commonest or made of one, one character repeated, a run, or the own email address or name. The account is told by mail.',
    auth: 'session_only',
    permissions: [],
    mutates: true,
    body: {
      current_password: { type: 'string', min: 1, max: 1024 },
      new_password: newPassword,
    },
    returns: s.object({ changed: s.boolean, ended_sessions: s.integer }),
    errors: ['NOTHING_TO_CHANGE'],
    extension: true,
    rules: 'A17 Y6',
  }),
  'account.sessions.list': endpoint({
    http: 'GET /api/account/sessions',
    group: 'account',
    summary: 'Lists the browser sessions of this account, newest first',
    description:
      'current marks the one that asks. network is the network address from which the session was opened, client what the browser said of itself then; each is null where it was unknown. last_used_at is exact to a minute.',
    auth: 'session_only',
    permissions: [],
    mutates: false,
    volatile: true,
    query: pageParams(100, 500),
    returns: s.object({
      sessions: s.list(
        s.object({
          id: sessionId,
          created_at: s.time,
          last_used_at: s.time,
          expires_at: s.time,
          network: s.nullable(s.text),
          client: s.nullable(s.text),
          current: s.boolean,
        }),
      ),
      total: s.integer,
      limit: s.integer,
      offset: s.integer,
    }),
    extension: true,
    rules: 'A17 Y6',
  }),
  'account.sessions.end': endpoint({
    http: 'DELETE /api/account/sessions/:id',
    group: 'account',
    summary: 'Ends a browser session of this account',
    description:
      'It ends on every node within a second; the own one may be ended too. A session of somebody else, or one that has ended, is 404.',
    auth: 'session_only',
    permissions: [],
    mutates: true,
    path: { id: sessionId },
    returns: s.object({ id: sessionId, ended: s.boolean }),
    extension: true,
    rules: 'A17 Y6',
  }),
} as const;
