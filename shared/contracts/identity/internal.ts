/**
 * Contracts of the internal actions of identity. For the gateway: registration, sign-in, sign-out and principals. For
 * programs on the bus: sign-in, and their principals. For all services: usage of keys and refused permissions. For
 * some of them: notifications, a limit on invitations, accounts and companies with their names, the directory, and
 * what an owner stores.
 */
import { email, resourceReference } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { COMPANY_ROLES, PERMISSIONS, SITE_ROLES } from '../permissions.ts';
import { quotaOwner, storageUse } from '../quotas.ts';
import * as s from '../schema.ts';
import { SERVICE_NAMES } from '../services.ts';
import { accountView, pendingAccount, registrationBody, signInBody } from './session.ts';

/** An account with its credential: `UserPrincipal` of the kernel. */
const userPrincipal = s.object({
  kind: s.oneOf('user'),
  user: s.object({ id: s.id, name: s.text, email: s.text }),
  company: s.nullable(s.object({ id: s.id, name: s.text })),
  companyRole: s.nullable(s.oneOf(...COMPANY_ROLES)),
  siteRoles: s.list(s.oneOf(...SITE_ROLES)),
  contributionBarred: s.boolean,
  credential: {
    type: 'multi',
    rules: [
      s.object({ type: s.oneOf('session'), id: s.optional(s.text) }),
      s.object({ type: s.oneOf('key'), id: s.id, name: s.text }),
    ],
  },
  granted: s.nullable(s.list(s.oneOf(...PERMISSIONS))),
  channel: s.oneOf('http', 'mcp', 'assistant', 'bus'),
});

/** What the gateway knows of the browser in which a session is opened. */
const browserOfSession = {
  /** The network address of the client. */
  address: s.optional(s.text),
  /** Its `User-Agent`. */
  client: s.optional(s.text),
  /** The cookie that an earlier sign-in has set (Y5). */
  known_browser: s.optional(s.text),
} as const;

/** The cookie by which the browser is known from now on, with its end; null without a session. */
const knownBrowser = {
  known_browser: s.nullable(s.text),
  known_browser_ends_at: s.nullable(s.time),
} as const;

export const identityInternalActions = {
  'identity.storageUse': internalAction({
    group: 'account',
    mutates: false,
    calledBy: ['standards', 'files', 'projects'],
    summary:
      'How many bytes a company or an account stores in all services, or would with one more project, and its quota (Y8)',
    params: { owner: quotaOwner, with_project: s.optional(s.id) },
    returns: storageUse,
    timeoutMs: 3_000,
  }),
  'identity.register': internalAction({
    group: 'account',
    mutates: true,
    calledBy: ['gateway'],
    summary:
      'Creates an account; `account` is the body of the response, `session_token` is for the cookie and nowhere else',
    params: { ...registrationBody, ...browserOfSession },
    returns: s.object({
      status: s.oneOf(201, 202),
      account: { type: 'multi', rules: [accountView, pendingAccount] },
      session_token: s.nullable(s.text),
      session_ends_at: s.nullable(s.time),
      ...knownBrowser,
    }),
  }),
  'identity.signIn': internalAction({
    group: 'account',
    mutates: true,
    calledBy: ['gateway'],
    summary:
      'Opens a session for an email address and password; `address` is the IP address of the client, whose failures are counted. A session ends at `session_ends_at` at the latest, earlier when it is idle',
    params: { ...signInBody, ...browserOfSession, address: s.text },
    returns: s.object({
      account: accountView,
      session_token: s.text,
      session_ends_at: s.time,
      ...knownBrowser,
    }),
  }),
  'identity.signOut': internalAction({
    group: 'account',
    mutates: true,
    calledBy: ['gateway'],
    summary: 'Ends the session of this token; an unknown token is no error',
    params: { session_token: s.text },
    returns: s.object({ signed_out: s.boolean }),
  }),
  'identity.principal': internalAction({
    group: 'account',
    mutates: false,
    calledBy: ['gateway'],
    summary:
      'Turns a key or a session token into a principal; null when it is unknown, revoked, expired or its owner is suspended',
    params: { type: s.oneOf('key', 'session'), secret: s.text },
    returns: s.object({ principal: s.nullable(userPrincipal) }),
    timeoutMs: 5_000,
  }),
  'identity.signInWithKey': internalAction({
    group: 'account',
    mutates: false,
    calledBy: ['tools'],
    signsIn: true,
    summary:
      'Signs a program on the bus in with an API key: a token for its calls, valid for `expires_in` seconds; the key is looked up again with every call',
    params: { key: { type: 'string', max: 200 } },
    returns: s.object({ token: s.text, expires_in: s.integer }),
    timeoutMs: 5_000,
  }),
  'identity.keyPrincipal': internalAction({
    group: 'account',
    mutates: false,
    calledBy: SERVICE_NAMES,
    summary:
      'The principal of the key with this hash, for a service that a program on the bus has called; null when the key is unknown, revoked, expired or its owner is suspended',
    params: { hash: s.text },
    returns: s.object({ principal: s.nullable(userPrincipal) }),
    timeoutMs: 5_000,
  }),
  'identity.recordUsage': internalAction({
    group: 'account',
    mutates: true,
    auditEntry: 'none',
    calledBy: SERVICE_NAMES,
    summary: 'Stores rows of the usage log of keys; a report sent twice is stored once',
    params: {
      id: s.uuid,
      rows: {
        type: 'array',
        // All in one document of MongoDB, with paths of up to 16 KB.
        max: 500,
        items: s.object({
          key_id: s.id,
          at: s.time,
          method: s.text,
          route: s.text,
          status: s.integer,
          address: s.text,
          request_id: s.text,
        }),
      },
    },
    returns: s.object({ recorded: s.integer }),
    timeoutMs: 5_000,
  }),
  'identity.recordRefusals': internalAction({
    group: 'account',
    mutates: true,
    auditEntry: 'outbox',
    calledBy: SERVICE_NAMES,
    summary: 'Records refused permissions in the audit trail and the log, equal ones of a minute together',
    params: {
      rows: {
        type: 'array',
        max: 1000,
        items: s.object({
          user_id: s.nullable(s.id),
          channel: s.text,
          key_id: s.nullable(s.id),
          request_id: s.text,
          network: s.nullable(s.text),
          endpoint: s.text,
          code: s.oneOf('PERMISSION_DENIED', 'SESSION_REQUIRED'),
          permission: s.nullable(s.text),
        }),
      },
    },
    returns: s.object({ recorded: s.integer }),
    timeoutMs: 5_000,
  }),
  'identity.notify': internalAction({
    group: 'account',
    mutates: true,
    auditEntry: 'none',
    calledBy: ['projects'],
    summary:
      'Notifies people in the application and by mail, once for each event_id; an address without an account gets the mail only',
    params: {
      event_id: s.uuid,
      user_ids: { type: 'array', items: s.id, max: 500 },
      emails: { type: 'array', items: email, max: 500, optional: true },
      /** A company whose administrators are notified too. */
      administrators_of: s.optional(s.id),
      kind: s.text,
      text: s.text,
      resource: s.nullable(resourceReference),
    },
    returns: s.object({
      /** How many people were notified. */
      notified: s.integer,
      /** The event had been processed before. */
      repeated: s.boolean,
    }),
  }),
  'identity.countInvitation': internalAction({
    group: 'account',
    mutates: true,
    auditEntry: 'caller',
    calledBy: ['projects'],
    summary:
      'Counts an invitation that the caller sends to an email; 429 at the limits of Y7, whether or not the email has an account',
    params: { email },
    returns: s.object({ counted: s.boolean }),
  }),
  'identity.people': internalAction({
    group: 'account',
    mutates: false,
    calledBy: ['wiki-moderation', 'projects'],
    summary:
      'Display names, emails and companies of users by id, and of those who have verified one of some emails; unknown ones are left out',
    params: {
      user_ids: s.list(s.id),
      emails: s.optional({ type: 'array', items: email, max: 500 } as const),
    },
    returns: s.object({
      people: s.list(
        s.object({ userId: s.id, displayName: s.text, email: s.text, company_id: s.nullable(s.id) }),
      ),
    }),
  }),
  'identity.account': internalAction({
    group: 'account',
    mutates: false,
    calledBy: ['wiki-moderation'],
    summary: 'The name of an account, and whether it may sign in or why not; null for an unknown id',
    params: { user_id: s.id },
    returns: s.object({
      account: s.nullable(
        s.object({
          userId: s.id,
          displayName: s.text,
          status: s.oneOf('active', 'suspended', 'unapproved', 'unverified'),
        }),
      ),
    }),
  }),
  'identity.directory': internalAction({
    group: 'account',
    mutates: false,
    calledBy: ['wiki-moderation'],
    summary:
      'The first accounts that may sign in and have this text in their name, by name; of their emails only the first characters',
    params: { search: s.text, limit: s.integer },
    returns: s.object({
      users: s.list(s.object({ userId: s.id, displayName: s.text, email: s.text })),
      /** Of all that match. */
      total: s.integer,
    }),
  }),
  'identity.companies': internalAction({
    group: 'account',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'Names of companies, and the limits a site administrator has set for them; unknown ids are left out',
    params: { company_ids: s.list(s.id) },
    returns: s.object({
      companies: s.list(
        s.object({
          id: s.id,
          name: s.text,
          seat_limit: s.optional(s.integer),
          slot_limit: s.optional(s.integer),
        }),
      ),
    }),
  }),
} as const;
