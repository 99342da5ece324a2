/**
 * Records of mail tokens, for verification and password reset: sending one back proves access to the mail.
 */

import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { PendingRegistration } from '../accounts/model.ts';

export type MailTokenPurpose = 'verification' | 'password_reset';

export interface MailTokenRecord {
  /** SHA-256 of the token. */
  _id: string;
  purpose: MailTokenPurpose;
  user_id: number;
  /** The registration that this token confirms. */
  registration: PendingRegistration | null;
  expires_at: Date;
}

export const mailTokenCollection = defineCollection<MailTokenRecord>('mail_tokens', [
  [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  [{ user_id: 1 }],
]);
