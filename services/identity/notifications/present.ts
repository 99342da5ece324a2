/** View of a notification for its account. */
import type { notificationEndpoints } from '../../../shared/contracts/identity/notifications.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { NotificationRecord } from './model.ts';

type NotificationView = Infer<(typeof notificationEndpoints)['account.notifications.read']['returns']>;

export const presentNotification = ({
  _id,
  created_at,
  read_at,
  ...record
}: NotificationRecord): NotificationView => ({
  id: _id,
  kind: record.kind,
  text: record.text,
  resource: record.resource,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
});
