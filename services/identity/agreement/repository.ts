/**
 * Repository of agreement versions, with the one in force, and the write-only log of acceptances. An
 * account's current acceptance is in its own record.
 */
import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import type { Acceptance } from '../accounts/model.ts';
import {
  type AcceptanceRecord,
  type AgreementRecord,
  acceptanceCollection,
  agreementCollection,
} from './model.ts';

export class Agreements extends Records<AgreementRecord> {
  readonly #acceptances: Records<AcceptanceRecord>;

  constructor(connection: Connection) {
    super(agreementCollection(connection));
    this.#acceptances = new Records(acceptanceCollection(connection));
  }

  /** Stores the first version unless there is one: two nodes that start together store one. */
  async ensureFirst(first: AgreementRecord): Promise<void> {
    if (await this.model.exists({})) return;
    try {
      await this.insert(null, first);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** The highest version in force. */
  async requireActive(now: Date, session: ClientSession | null = null): Promise<AgreementRecord> {
    const agreement = await this.findOne({ effective_date: { $lte: now } }, session, { version: -1 });
    if (!agreement) throw new Error('there is no agreement in force');
    return agreement;
  }

  /** The highest version, in force or not yet. */
  async newestVersion(session: ClientSession): Promise<number> {
    const newest = await this.model
      .findOne({}, { version: 1 })
      .sort({ version: -1 })
      .session(session)
      .lean<AgreementRecord>();
    return newest?.version ?? 0;
  }

  /** Records that an account accepted a version. */
  recordAcceptance(
    session: ClientSession,
    userId: number,
    { agreement_id, version, accepted_at }: Acceptance,
  ): Promise<void> {
    const _id = `${userId}:${agreement_id}`;
    return this.#acceptances.insert(session, { _id, user_id: userId, agreement_id, version, accepted_at });
  }
}
