/** Making, taking and dropping the tokens of mails. */
import type { ClientSession, Connection } from 'mongoose';
import { hashToken, isToken, newToken } from '../random-token.ts';
import { type MailTokenPurpose, type MailTokenRecord, mailTokenModel } from './model.ts';

const HOUR_MS = 3_600_000;
/** How long a token works from the moment its mail is written. */
const TOKEN_LIFETIME_MS: Readonly<Record<MailTokenPurpose, number>> = { verification: 72 * HOUR_MS, password_reset: HOUR_MS };

export class MailTokens {
  readonly #tokens: ReturnType<typeof mailTokenModel>;

  constructor(connection: Connection) {
    this.#tokens = mailTokenModel(connection);
  }

  /** A new token; it is told here and nowhere else. */
  async create(
    {
      purpose,
      userId,
      registration,
    }: { purpose: MailTokenPurpose; userId: number; registration: MailTokenRecord['registration'] },
    now: Date,
  ): Promise<{ token: string; hash: string; until: Date }> {
    const token = newToken();
    const hash = hashToken(token);
    const until = new Date(now.getTime() + TOKEN_LIFETIME_MS[purpose]);
    await this.#tokens.create({ _id: hash, purpose, user_id: userId, registration, expires_at: until });
    return { token, hash, until };
  }

  /** The token as it is kept, while it works; null for every text that is no such token. */
  async find(token: string, purpose: MailTokenPurpose, now: Date): Promise<MailTokenRecord | null> {
    if (!isToken(token)) return null;
    return this.#tokens
      .findOne({ _id: hashToken(token), purpose, expires_at: { $gt: now } })
      .lean<MailTokenRecord>()
      .exec();
  }

  /** Uses a token up; false when somebody was quicker. */
  async consume(session: ClientSession, { _id }: MailTokenRecord): Promise<boolean> {
    const { deletedCount } = await this.#tokens.deleteOne({ _id }, { session });
    return deletedCount === 1;
  }

  /** Drops every token of an account. */
  async deleteByUser(session: ClientSession, userId: number): Promise<void> {
    await this.#tokens.deleteMany({ user_id: userId }, { session });
  }

  async delete(hash: string): Promise<void> {
    await this.#tokens.deleteOne({ _id: hash });
  }
}
