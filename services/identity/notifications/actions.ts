/** Showing notifications, and telling people something for another service (A1, A22). */
import type { Connection } from 'mongoose';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { notificationEndpoints } from '../../../shared/contracts/identity/notifications.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { NotificationRecord } from './model.ts';
import type { Notifier } from './notifier.ts';
import type { Notifications } from './repository.ts';

type NotificationContracts = typeof notificationEndpoints & Pick<typeof identity, 'identity.notify'>;

interface Deps {
  connection: Connection;
  accounts: Accounts;
  notifications: Notifications;
  notifier: Notifier;
}

const presentNotification = ({ _id, kind, text, resource, created_at, read_at }: NotificationRecord) => ({
  id: _id,
  kind,
  text,
  resource,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
});

/** The handlers of an account’s notices, and of the events that other services report. */
export const notificationActions = ({
  connection,
  accounts,
  notifications,
  notifier,
}: Deps): Handlers<NotificationContracts, Record<never, never>> => ({
  async 'account.notifications.list'({ unread = false, limit, offset }, call) {
    const found = await notifications.page(call.userPrincipal.user.id, unread, limit, offset);
    return { notifications: found.rows.map(presentNotification), total: found.total, unread_total: found.unread, limit, offset };
  },

  async 'account.notifications.read'({ id }, call) {
    const userId = call.userPrincipal.user.id;
    const row = await inTransaction(connection, async (session) => {
      const marked = await notifications.markRead(session, userId, id, new Date());
      if (marked) return call.finish(session, { resource: { type: 'notification', id } }, presentNotification(marked));
      call.markUnchanged();
      const read = await notifications.find(session, userId, id);
      return read && presentNotification(read);
    });
    if (!row) throw notFound();
    return row;
  },

  async 'identity.notify'({ event_id, user_ids, emails = [], kind, text, resource }) {
    const addresses = new Set(emails);
    const [named, addressed] = await Promise.all([
      accounts.findMany([...new Set(user_ids)]),
      accounts.findManyByEmail([...addresses]),
    ]);
    const users = [...new Map([...named, ...addressed].map((user) => [user._id, user])).values()];
    for (const { email } of users) addresses.delete(email);
    const now = new Date();
    try {
      await inTransaction(connection, async (session) => {
        await notifications.recordEvent(session, event_id, now);
        await notifier.notify(session, { kind, text, resource }, { users, emails: [...addresses] }, now);
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return { told: 0, known: true };
    }
    return { told: users.length + addresses.size, known: false };
  },
});
