/**
 * Repository of the members of projects: roles given, changed and ended, the lead, and the seats and slots
 * of companies that they use.
 */
import type { ClientSession, Connection, Model } from 'mongoose';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
import {
  defineTransactionLock,
  type TransactionLock,
} from '../../../shared/kernel/database/transaction-lock.ts';
import {
  type MembershipRecord,
  membershipCollection,
  type TrialRecord,
  trialCollection,
} from '../access/model.ts';

export class Members extends Records<MembershipRecord> {
  readonly #trials: Model<TrialRecord>;
  /**
   * Transactions that take a seat or slot of a company lock it by its id, so that concurrent ones cannot exceed a
   * limit: each counts what the other has committed. A counter would do the same but could drift from the
   * roles; giving up a seat and creating a project, which is never refused, need no lock.
   */
  readonly lockSeats: TransactionLock;

  constructor(connection: Connection) {
    super(membershipCollection(connection));
    this.#trials = trialCollection(connection);
    this.lockSeats = defineTransactionLock(connection, 'seat_locks');
  }

  /** The role given to a person on a project. */
  find(
    projectId: number,
    userId: number,
    session: ClientSession | null = null,
  ): Promise<MembershipRecord | null> {
    return this.findOne({ project_id: projectId, user_id: userId }, session);
  }

  /** The lead; null after the lead has left the company. */
  findLead(projectId: number, session: ClientSession): Promise<MembershipRecord | null> {
    return this.findOne({ project_id: projectId, role: 'ProjectOwner' }, session);
  }

  /** The members of a project, in the order they registered. */
  listByProject(projectId: number, limit: number): Promise<Page<MembershipRecord>> {
    return this.page({ project_id: projectId }, { user_id: 1 }, { limit });
  }

  /** When the trial of a person on a project began, also before the person was removed; null without one. */
  async findTrial(projectId: number, userId: number, session: ClientSession): Promise<Date | null> {
    const trial = await this.#trials
      .findOne({ project_id: projectId, user_id: userId })
      .session(session)
      .lean<TrialRecord>()
      .exec();
    return trial?.started_at ?? null;
  }

  /** Gives a role, in place of the one before. */
  async put(session: ClientSession, membership: MembershipRecord): Promise<void> {
    const { project_id, user_id } = membership;
    await this.model.collection.replaceOne({ project_id, user_id }, membership, { upsert: true, session });
  }

  /** Changes some members of a role that is given already. */
  async change(
    session: ClientSession,
    { project_id, user_id }: MembershipRecord,
    change: Partial<Omit<MembershipRecord, 'project_id' | 'user_id'>>,
  ): Promise<void> {
    await this.update(session, { project_id, user_id }, { $set: change });
  }

  async remove(session: ClientSession, { project_id, user_id }: MembershipRecord): Promise<void> {
    await this.model.deleteOne({ project_id, user_id }, { session });
  }

  /** The people who use a seat of a company, each once. */
  async findSeatHolders(session: ClientSession, companyId: number): Promise<ReadonlySet<number>> {
    const ids = await this.model.distinct('user_id', { seat_company_id: companyId }).session(session).exec();
    return new Set(ids);
  }

  /** The authoring roles given to a person that use no seat, except that of a lead. */
  listWithoutSeat(userId: number): Promise<MembershipRecord[]> {
    const role = { $in: ['ProjectEditor' as const, 'ProjectAdmin' as const] };
    return this.findAll({ user_id: userId, seat_company_id: null, role });
  }

  /** How many projects of a company a person leads. */
  countLed(session: ClientSession, companyId: number, userId: number): Promise<number> {
    return this.model
      .countDocuments({ seat_company_id: companyId, user_id: userId, role: 'ProjectOwner' })
      .session(session)
      .exec();
  }
}
