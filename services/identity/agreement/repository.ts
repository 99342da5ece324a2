/** Queries on agreements and their acceptances. */
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import type { Acceptance } from '../accounts/model.ts';
import { type AgreementRecord, acceptanceModel, agreementModel } from './model.ts';

export class Agreements {
  readonly #agreements: ReturnType<typeof agreementModel>;
  readonly #acceptances: ReturnType<typeof acceptanceModel>;

  constructor(connection: Connection) {
    this.#agreements = agreementModel(connection);
    this.#acceptances = acceptanceModel(connection);
  }

  /** Puts the first version there, unless there is one: two nodes that start together put one. */
  async ensureFirst(first: AgreementRecord): Promise<void> {
    if (await this.#agreements.exists({})) return;
    try {
      await this.#agreements.create(first);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** The highest version that is in force. */
  async requireActive(now: Date, session?: ClientSession): Promise<AgreementRecord> {
    const agreement = await this.#agreements
      .findOne({ effective_date: { $lte: now } })
      .sort({ version: -1 })
      .session(session ?? null)
      .lean<AgreementRecord>()
      .exec();
    if (!agreement) throw new Error('there is no agreement in force');
    return agreement;
  }

  /** The highest version there is, in force or not yet. */
  async newestVersion(session: ClientSession): Promise<number> {
    const newest = await this.#agreements
      .findOne({}, { version: 1 })
      .sort({ version: -1 })
      .session(session)
      .lean<AgreementRecord>();
    return newest?.version ?? 0;
  }

  /** @throws a duplicate key when somebody else has just published this version */
  async add(session: ClientSession, agreement: AgreementRecord): Promise<void> {
    await this.#agreements.create([agreement], { session });
  }

  /** Records that an account accepted a version. */
  async recordAcceptance(
    session: ClientSession,
    userId: number,
    { agreement_id, version, accepted_at }: Acceptance,
  ): Promise<void> {
    const _id = `${userId}:${agreement_id}`;
    await this.#acceptances.create([{ _id, user_id: userId, agreement_id, version, accepted_at }], { session });
  }
}
