/**
 * Handlers by which an account lists its notifications and marks one as read, and of the internal action
 * `identity.notify`, by which projects sends notifications and mails to people.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { notificationEndpoints } from '../../../shared/contracts/identity/notifications.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { presentNotification } from '../notifications/model.ts';
import type { IdentityService } from '../open-identity.ts';

type NotificationContracts = typeof notificationEndpoints & Pick<typeof identity, 'identity.notify'>;

export const notificationActions = ({
  connection,
  accounts,
  notifications,
  notifier,
}: IdentityService): Handlers<NotificationContracts, NoResources> => ({
  async 'account.notifications.list'({ unread = false, limit, offset }, ctx) {
    const { rows, total, unreadTotal } = await notifications.listOwn(ctx.account.id, unread, {
      limit,
      offset,
    });
    return { notifications: rows.map(presentNotification), total, unread_total: unreadTotal, limit, offset };
  },

  async 'account.notifications.read'({ id }, ctx) {
    const userId = ctx.account.id;
    const row = await inTransaction(connection, async (session) => {
      const changed = await notifications.markRead(session, userId, id, new Date());
      if (changed)
        return ctx.finish(session, { resource: { type: 'notification', id } }, presentNotification(changed));
      ctx.markUnchanged();
      const unchanged = await notifications.findOwn(session, userId, id);
      return unchanged && presentNotification(unchanged);
    });
    if (!row) throw notFound();
    return row;
  },

  async 'identity.notify'({ event_id, user_ids, emails = [], administrators_of, kind, text, resource }) {
    const unregistered = new Set(emails);
    const found = await Promise.all([
      accounts.findPeople([...new Set(user_ids)]),
      accounts.findPeopleByEmail([...unregistered]),
      administrators_of === undefined ? [] : accounts.findCompanyAdministrators(administrators_of),
    ]);
    const users = [...new Map(found.flat().map((user) => [user._id, user])).values()];
    for (const { email } of users) unregistered.delete(email);
    const now = new Date();
    try {
      await inTransaction(connection, async (session) => {
        await notifications.recordEvent(session, event_id, now);
        await notifier.notify(session, { kind, text, resource }, { users, emails: [...unregistered] }, now);
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return { notified: 0, repeated: true };
    }
    return { notified: users.length + unregistered.size, repeated: false };
  },
});
