/** Records of queued notifications to people, kept until identity has taken them. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

/** The recipients of a notification. */
interface NotificationRecipients {
  user_ids?: number[];
  /** With or without an account. */
  emails?: string[];
  /** The administrators of a company. */
  administrators_of?: number;
}

/** One event of a comment: which of its hops or resolutions, from 0. */
export interface CommentEvent {
  comment_id: number;
  event: 'created' | 'forwarded' | 'resolved';
  at: number;
}

/** A notification as identity takes it. `text`: one sentence or more, for mail too. */
export interface NotificationContent extends NotificationRecipients {
  text: string;
}

/** A queued notification, with its content or with the event of a comment from which the content follows at delivery. */
export type NotificationRecord = {
  /** Also the event id by which identity sends it once. */
  _id: string;
  kind: string;
  project_id: number;
} & (NotificationContent | { about: CommentEvent });

export const notificationCollection = defineCollection<NotificationRecord>('notifications');
