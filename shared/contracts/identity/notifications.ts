/** Endpoints that list the notifications of an account and mark one as read (decisions A1, A21, A22). */
import { pageParams, resourceReference } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

const notification = s.named(
  'Notification',
  s.object({
    id: s.idOf('notification'),
    kind: s.text,
    text: s.text,
    resource: s.nullable(resourceReference),
    created_at: s.time,
    read_at: s.nullable(s.time),
  }),
);

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
    query: { unread: s.optional(s.boolean), ...pageParams(50, 200) },
    returns: s.object({
      notifications: s.list(notification),
      total: s.integer,
      unread_total: s.integer,
      limit: s.integer,
      offset: s.integer,
    }),
    extension: true,
    rules: 'A1 A21 A22',
  }),
  'account.notifications.read': endpoint({
    http: 'POST /api/account/notifications/:id/read',
    group: 'account',
    summary: 'Marks a notification as read',
    description: 'Marking it again keeps the first read_at.',
    auth: 'key_or_session',
    permissions: [],
    mutates: true,
    path: { id: s.idOf('notification') },
    returns: notification,
    extension: true,
    tool: { idempotent: true },
    rules: 'A1 A21 A22',
  }),
} as const;
