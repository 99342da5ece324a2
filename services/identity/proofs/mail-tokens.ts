/** Making, taking and dropping the tokens of mails. */
import type { ClientSession, Connection } from 'mongoose';
import { hashToken, isToken, newToken } from '../random-token.ts';
import { type MailTokenRecord, mailTokenModel, type Purpose } from './model.ts';

const HOUR_MS = 3_600_000;
/** How long a token works from the moment its mail is written. */
const TOKEN_LIFE_MS: Readonly<Record<Purpose, number>> = { verification: 72 * HOUR_MS, password_reset: HOUR_MS };

export class MailTokens {
  readonly #tokens: ReturnType<typeof mailTokenModel>;

  constructor(connection: Connection) {
    this.#tokens = mailTokenModel(connection);
  }

  /** A new token; it is told here and nowhere else. */
  async make(
    { purpose, userId, registration }: { purpose: Purpose; userId: number; registration: MailTokenRecord['registration'] },
    now: Date,
  ): Promise<{ token: string; hash: string; until: Date }> {
    const token = newToken();
    const hash = hashToken(token);
    const until = new Date(now.getTime() + TOKEN_LIFE_MS[purpose]);
    await this.#tokens.create({ _id: hash, purpose, user_id: userId, registration, expires_at: until });
    return { token, hash, until };
  }

  /** The token as it is kept, while it works; null for every text that is no such token. */
  async find(token: string, purpose: Purpose, now: Date): Promise<MailTokenRecord | null> {
    if (!isToken(token)) return null;
    return this.#tokens
      .findOne({ _id: hashToken(token), purpose, expires_at: { $gt: now } })
      .lean<MailTokenRecord>()
      .exec();
  }

  /** Uses a token up; false when somebody was quicker. */
  async take(session: ClientSession, { _id }: MailTokenRecord): Promise<boolean> {
    const { deletedCount } = await this.#tokens.deleteOne({ _id }, { session });
    return deletedCount === 1;
  }

  /** Drops every token of an account. */
  async dropOf(session: ClientSession, userId: number): Promise<void> {
    await this.#tokens.deleteMany({ user_id: userId }, { session });
  }

  async drop(hash: string): Promise<void> {
    await this.#tokens.deleteOne({ _id: hash });
  }
}
