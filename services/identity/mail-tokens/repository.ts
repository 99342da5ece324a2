/**
 * Repository of mail tokens: creates, finds, consumes and deletes them. A token works for a number of hours that the
 * contract says (`MAIL_TOKEN_HOURS`).
 */
import type { ClientSession, Connection } from 'mongoose';
import { MAIL_TOKEN_HOURS } from '../../../shared/contracts/identity/mail-tokens.ts';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { PendingRegistration } from '../accounts/model.ts';
import { hashToken, isToken, newToken } from '../random-token.ts';

type MailTokenPurpose = keyof typeof MAIL_TOKEN_HOURS;

/** A token proves access to the mail that contained it. */
interface MailTokenRecord {
  /** SHA-256 of the token. */
  _id: string;
  purpose: MailTokenPurpose;
  user_id: number;
  /** The registration that this token confirms. */
  registration: PendingRegistration | null;
  expires_at: Date;
}

const mailTokenCollection = defineCollection<MailTokenRecord>('mail_tokens', [
  [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  [{ user_id: 1 }],
]);

const HOUR_MS = 3_600_000;

type NewMailToken = Pick<MailTokenRecord, 'purpose' | 'user_id' | 'registration'>;

export class MailTokens extends Records<MailTokenRecord> {
  constructor(connection: Connection) {
    super(mailTokenCollection(connection));
  }

  /** Creates a token. Only its hash is stored: the caller has the only copy. */
  async create(options: NewMailToken, now: Date): Promise<{ token: string; hash: string; expiresAt: Date }> {
    const token = newToken();
    const hash = hashToken(token);
    const expiresAt = new Date(now.getTime() + MAIL_TOKEN_HOURS[options.purpose] * HOUR_MS);
    await this.insert(null, { _id: hash, ...options, expires_at: expiresAt });
    return { token, hash, expiresAt };
  }

  /** The stored token while it works; null for any other text. */
  async find(token: string, purpose: MailTokenPurpose, now: Date): Promise<MailTokenRecord | null> {
    return isToken(token) ? this.findOne({ _id: hashToken(token), purpose, expires_at: { $gt: now } }) : null;
  }

  /** Uses a token up; false when a concurrent call has used it. */
  async consume(session: ClientSession, { _id }: MailTokenRecord): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id }, { session });
    return deletedCount === 1;
  }

  async deleteByUser(session: ClientSession, userId: number): Promise<void> {
    await this.model.deleteMany({ user_id: userId }, { session });
  }

  /** A verification of the address stays possible. */
  async deletePasswordResets(session: ClientSession, userId: number): Promise<void> {
    await this.model.deleteMany({ user_id: userId, purpose: 'password_reset' }, { session });
  }

  async delete(hash: string): Promise<void> {
    await this.model.deleteOne({ _id: hash });
  }
}

/** For a token that is unknown, used, expired or for another purpose. */
export const invalidTokenError = (): Error =>
  apiErrorAt(
    'INVALID_TOKEN',
    'token',
    'This token is invalid, already used, or expired. Request a new email.',
  );
