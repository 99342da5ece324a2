/** Records of notifications, with their view, and of processed events, for which no notification is sent again. */
import type { notificationEndpoints } from '../../../shared/contracts/identity/notifications.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface NotificationResource {
  type: string;
  id: number | string | null;
}

export interface NotificationRecord {
  _id: number;
  user_id: number;
  kind: string;
  text: string;
  resource: NotificationResource | null;
  created_at: Date;
  read_at: Date | null;
}

/** An event whose notifications were sent: reporting it again sends none. */
export interface ProcessedEventRecord {
  _id: string;
  at: Date;
}

const DAY_SECONDS = 86_400;

export const notificationCollection = defineCollection<NotificationRecord>('notifications', [
  [{ user_id: 1, _id: -1 }],
  [{ user_id: 1, read_at: 1, _id: -1 }],
  [{ created_at: 1 }, { expireAfterSeconds: 365 * DAY_SECONDS }],
]);

export const processedEventCollection = defineCollection<ProcessedEventRecord>('processed_events', [
  [{ at: 1 }, { expireAfterSeconds: 90 * DAY_SECONDS }],
]);

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
