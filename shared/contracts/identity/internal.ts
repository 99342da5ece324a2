/**
 * Contracts of the internal actions of identity: registration, sign-in, sign-out, principals and key usage
 * for the gateway; sign-in for programs on the bus, and their principals; notifications, names and company limits for other services.
 */
import { email } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { COMPANY_ROLES, PERMISSIONS, SITE_ROLES } from '../permissions.ts';
import { quotaOwner, storageUse } from '../quotas.ts';
import {
  boolean,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
  uuid,
} from '../schema.ts';
import { SERVICE_NAMES } from '../services.ts';
import { notificationResource } from './notifications.ts';
import { accountView, pendingAccount, registrationBody, signInBody } from './session.ts';

/** An account with its credential: `UserPrincipal` of the kernel. */
const userPrincipal = object({
  kind: oneOf('user'),
  user: object({ id, name: text, email: text }),
  company: nullable(object({ id, name: text })),
  companyRole: nullable(oneOf(...COMPANY_ROLES)),
  siteRoles: list(oneOf(...SITE_ROLES)),
  contributionBarred: boolean,
  credential: {
    type: 'multi',
    rules: [
      object({ type: oneOf('session'), id: optional(text) }),
      object({ type: oneOf('key'), id, name: text }),
    ],
  },
  granted: nullable(list(oneOf(...PERMISSIONS))),
  channel: oneOf('http', 'mcp', 'assistant', 'bus'),
});

/** What the gateway knows of the browser in which a session is opened. */
const browserOfSession = {
  /** The network address of the client. */
  address: optional(text),
  /** Its `User-Agent`. */
  client: optional(text),
  /** The cookie that an earlier sign-in has set (Y5). */
  known_browser: optional(text),
} as const;

/** The cookie by which the browser is known from now on, with its end; null without a session. */
const knownBrowser = { known_browser: nullable(text), known_browser_ends_at: nullable(time) } as const;

export const identityInternalActions = {
  'identity.storageUse': internalAction({
    calledBy: ['standards', 'files', 'projects'],
    summary:
      'How many bytes a company or an account stores in all services, or would with one more project, and its quota (Y8)',
    params: { owner: quotaOwner, with_project: optional(id) },
    returns: storageUse,
    timeoutMs: 3_000,
  }),
  'identity.register': internalAction({
    calledBy: ['gateway'],
    summary:
      'Creates an account; `account` is the body of the response, `session_token` is for the cookie and nowhere else',
    params: { ...registrationBody, ...browserOfSession },
    returns: object({
      status: oneOf(201, 202),
      account: { type: 'multi', rules: [accountView, pendingAccount] },
      session_token: nullable(text),
      session_ends_at: nullable(time),
      ...knownBrowser,
    }),
  }),
  'identity.signIn': internalAction({
    calledBy: ['gateway'],
    summary:
      'Opens a session for an email address and password; `address` is the IP address of the client, whose failures are counted. A session ends at `session_ends_at` at the latest, earlier when it is idle',
    params: { ...signInBody, ...browserOfSession, address: text },
    returns: object({ account: accountView, session_token: text, session_ends_at: time, ...knownBrowser }),
  }),
  'identity.signOut': internalAction({
    calledBy: ['gateway'],
    summary: 'Ends the session of this token; an unknown token is no error',
    params: { session_token: text },
    returns: object({ signed_out: boolean }),
  }),
  'identity.principal': internalAction({
    calledBy: ['gateway'],
    summary:
      'Turns a key or a session token into a principal; null when it is unknown, revoked, expired or its owner is suspended',
    params: { type: oneOf('key', 'session'), secret: text },
    returns: object({ principal: nullable(userPrincipal) }),
    timeoutMs: 5_000,
  }),
  'identity.signInWithKey': internalAction({
    calledBy: ['tools'],
    signsIn: true,
    summary:
      'Signs a program on the bus in with an API key: a token for its calls, valid for `expires_in` seconds; the key is looked up again with every call',
    params: { key: { type: 'string', max: 200 } },
    returns: object({ token: text, expires_in: integer }),
    timeoutMs: 5_000,
  }),
  'identity.keyPrincipal': internalAction({
    calledBy: SERVICE_NAMES,
    summary:
      'The principal of the key with this hash, for a service that a program on the bus has called; null when the key is unknown, revoked, expired or its owner is suspended',
    params: { hash: text },
    returns: object({ principal: nullable(userPrincipal) }),
    timeoutMs: 5_000,
  }),
  'identity.recordUsage': internalAction({
    calledBy: SERVICE_NAMES,
    summary: 'Stores rows of the usage log of keys; a row sent twice is stored once',
    params: {
      rows: {
        type: 'array',
        max: 1000,
        items: object({
          id: uuid,
          key_id: id,
          at: time,
          method: text,
          route: text,
          status: integer,
          address: text,
          request_id: text,
        }),
      },
    },
    returns: object({ recorded: integer }),
    timeoutMs: 5_000,
  }),
  'identity.recordRefusals': internalAction({
    calledBy: SERVICE_NAMES,
    summary: 'Records refused permissions in the audit trail and the log, equal ones of a minute together',
    params: {
      rows: {
        type: 'array',
        max: 1000,
        items: object({
          user_id: nullable(id),
          channel: text,
          key_id: nullable(id),
          request_id: text,
          network: nullable(text),
          endpoint: text,
          code: oneOf('PERMISSION_DENIED', 'SESSION_REQUIRED'),
          permission: nullable(text),
        }),
      },
    },
    returns: object({ recorded: integer }),
    timeoutMs: 5_000,
  }),
  'identity.notify': internalAction({
    calledBy: ['projects'],
    summary:
      'Notifies people in the application and by mail, once for each event_id; an address without an account gets the mail only',
    params: {
      event_id: uuid,
      user_ids: { type: 'array', items: id, max: 500 },
      emails: { type: 'array', items: email, max: 500, optional: true },
      /** A company whose administrators are notified too. */
      administrators_of: optional(id),
      kind: text,
      text,
      resource: nullable(notificationResource),
    },
    returns: object({
      /** How many people were notified. */
      notified: integer,
      /** The event had been processed before. */
      repeated: boolean,
    }),
  }),
  'identity.countInvitation': internalAction({
    calledBy: ['projects'],
    summary:
      'Counts an invitation that the caller sends to an email; 429 at the limits of Y7, whether or not the email has an account',
    params: { email },
    returns: object({ counted: boolean }),
  }),
  'identity.people': internalAction({
    calledBy: ['wiki-moderation', 'projects'],
    summary:
      'Display names, emails and companies of users by id, and of those who have verified one of some emails; unknown ones are left out',
    params: { user_ids: list(id), emails: optional({ type: 'array', items: email, max: 500 } as const) },
    returns: object({
      people: list(object({ userId: id, displayName: text, email: text, company_id: nullable(id) })),
    }),
  }),
  'identity.account': internalAction({
    calledBy: ['wiki-moderation'],
    summary: 'The name of an account, and whether it may sign in or why not; null for an unknown id',
    params: { user_id: id },
    returns: object({
      account: nullable(
        object({
          userId: id,
          displayName: text,
          status: oneOf('active', 'suspended', 'unapproved', 'unverified'),
        }),
      ),
    }),
  }),
  'identity.directory': internalAction({
    calledBy: ['wiki-moderation'],
    summary:
      'The first accounts that may sign in and have this text in their name, by name; of their emails only the first characters',
    params: { search: text, limit: integer },
    returns: object({
      users: list(object({ userId: id, displayName: text, email: text })),
      /** Of all that match. */
      total: integer,
    }),
  }),
  'identity.companies': internalAction({
    calledBy: ['projects'],
    summary:
      'Names of companies, and the limits a site administrator has set for them; unknown ids are left out',
    params: { company_ids: list(id) },
    returns: object({
      companies: list(
        object({ id, name: text, seat_limit: optional(integer), slot_limit: optional(integer) }),
      ),
    }),
  }),
} as const;
