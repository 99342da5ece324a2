/** Endpoints that list the notifications of an account and mark one as read (decisions A1, A21, A22). */
import { pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { boolean, idOf, integer, list, nullable, object, optional, text, time } from '../schema.ts';

/** The resource of a notification: a project, a company, a wiki page. */
export const notificationResource = object({
  type: text,
  id: nullable({ type: 'multi', rules: [integer, text] }),
});

const notification = object({
  id: idOf('notification'),
  kind: text,
  text,
  resource: nullable(notificationResource),
  created_at: time,
  read_at: nullable(time),
});

export const notificationEndpoints = {
  'account.notifications.list': endpoint({
    http: 'GET /api/account/notifications',
    group: 'account',
    summary: 'Lists the notifications of this account, newest first',
    description:
      'unread=true lists only those without read_at; unread_total counts them either way. Kept for a year.',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    query: { unread: optional(boolean), ...pageParams(50, 200) },
    returns: object({
      notifications: list(notification),
      total: integer,
      unread_total: integer,
      limit: integer,
      offset: integer,
    }),
    extension: true,
    rules: ['A1', 'A21', 'A22'],
  }),
  'account.notifications.read': endpoint({
    http: 'POST /api/account/notifications/:id/read',
    group: 'account',
    summary: 'Marks a notification as read',
    description: 'Marking it again keeps the first read_at.',
    auth: 'key_or_session',
    permissions: [],
    mutates: true,
    path: { id: idOf('notification') },
    returns: notification,
    errors: ['NOT_FOUND'],
    extension: true,
    rules: ['A1', 'A21', 'A22'],
  }),
} as const;
