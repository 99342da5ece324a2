/** Records of notices to people that identity has not taken yet. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

/** Whom a notice is for. */
export interface NoticeRecipients {
  user_ids?: number[];
  /** With or without an account. */
  emails?: string[];
  /** The administrators of a company. */
  administrators_of?: number;
}

export interface NoticeRecord extends NoticeRecipients {
  /** Also the event id by which identity sends it once. */
  _id: string;
  kind: string;
  text: string;
  project_id: number;
}

/** The collection of notices. */
export const noticeCollection = defineCollection<NoticeRecord>('notices');
