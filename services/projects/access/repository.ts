/**
 * Repository of project heads, and of the reads of members that decide access. Also the end of a person's roles and
 * the start of a trial. Giving and changing roles is in `../members/repository.ts`.
 */
import type { ClientSession, Connection, Model } from 'mongoose';
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { collectionOf, insertRecords, NumberedRecords } from '../../../shared/kernel/database/records.ts';
import type { QuotaOwner } from '../../../shared/quotas/storage-quota.ts';
import { givenRoleReader, ownedProjectReader } from './listed-projects.ts';
import {
  type MembershipRecord,
  membershipCollection,
  type ProjectRecord,
  projectCollection,
  type TrialRecord,
  trialCollection,
} from './model.ts';

/** The members of a head that may change. */
export type ProjectUpdate = Partial<Omit<ProjectRecord, '_id' | 'created_by' | 'created_at'>>;

export class Projects extends NumberedRecords<ProjectRecord> {
  readonly #memberships: Model<MembershipRecord>;
  readonly #trials: Model<TrialRecord>;
  /** The roles given to a person, on the newest projects. */
  readonly listRolesGivenTo: ReturnType<typeof givenRoleReader>;
  /** The projects of a company, newest first. */
  readonly listOwnedBy = ownedProjectReader(this.model);

  constructor(connection: Connection, counters: IdCounters) {
    super(projectCollection(connection), counters);
    this.#memberships = membershipCollection(connection);
    this.#trials = trialCollection(connection);
    this.listRolesGivenTo = givenRoleReader(this.#memberships);
  }

  /** The project with an adopted section that no revision contains yet. */
  findByAdoptedSection(sectionId: number): Promise<ProjectRecord | null> {
    return this.findOne({ 'adopted_sections.id': sectionId });
  }

  /** The projects of a company, or those without one that a person created. */
  async listOwnedIds({ type, id }: QuotaOwner): Promise<number[]> {
    const owned =
      type === 'company' ? { owner_company_id: id } : { 'created_by.userId': id, owner_company_id: null };
    const rows = await this.model.find(owned, { _id: 1 }).lean<{ _id: number }[]>().exec();
    return rows.map(({ _id }) => _id);
  }

  async add(project: ProjectRecord, lead: MembershipRecord, session: ClientSession): Promise<void> {
    await this.insert(session, project);
    await insertRecords(this.#memberships, session, { ...lead });
  }

  async change(id: number, change: ProjectUpdate, session: ClientSession): Promise<void> {
    await this.update(session, { _id: id }, { $set: change });
  }

  /** The number of the next change of a project, in the transaction of the change. */
  async nextChange(id: number, session: ClientSession): Promise<number> {
    const project = await this.update(session, { _id: id }, { $inc: { change_count: 1 } });
    if (!project?.change_count) throw new Error(`project ${id} does not exist`);
    return project.change_count;
  }

  /** The lead of a project that was given to a company uses one of its seats. */
  async assignSeatOfLead(id: number, companyId: number, session: ClientSession): Promise<void> {
    await this.#memberships.updateOne(
      { project_id: id, role: 'ProjectOwner' },
      { $set: { seat_company_id: companyId } },
      { session },
    );
  }

  /**
   * Locks the members: of concurrent changes one transaction is retried on the result of the other. Null for an
   * unknown project.
   */
  lockMembers(id: number, session: ClientSession): Promise<ProjectRecord | null> {
    return this.update(session, { _id: id }, { $inc: { members_changed: 1 } });
  }

  /**
   * Starts the trial of a member whose authoring role has no seat, with the first change of the draft. False
   * for others.
   */
  async startTrial(id: number, userId: number, now: Date, session: ClientSession): Promise<boolean> {
    const withoutSeat = { project_id: id, user_id: userId, seat_company_id: null, trial_started_at: null };
    const { modifiedCount } = await collectionOf(this.#memberships).updateOne(
      { ...withoutSeat, role: { $in: ['ProjectEditor', 'ProjectAdmin'] } },
      { $set: { trial_started_at: now } },
      { session },
    );
    if (modifiedCount === 0) return false;
    await this.#trials.updateOne(
      { project_id: id, user_id: userId },
      { $setOnInsert: { started_at: now } },
      { session, upsert: true },
    );
    return true;
  }

  /** A project with the role given to a person on it, in one query: most requests on a project begin with it. */
  async findWithMembership(
    id: number,
    userId: number,
  ): Promise<{ head: ProjectRecord; membership: MembershipRecord | null } | null> {
    const ofPerson = [{ $match: { project_id: id, user_id: userId } }];
    const lookup = { from: this.#memberships.collection.collectionName, pipeline: ofPerson, as: 'given' };
    const [found] = await this.collection
      .aggregate<ProjectRecord & { given: MembershipRecord[] }>([
        { $match: { _id: id } },
        { $lookup: lookup },
      ])
      .toArray();
    if (!found) return null;
    const { given, ...head } = found;
    return { head, membership: given[0] ?? null };
  }

  /** The role given to a person on the project itself. */
  findMembership(projectId: number, userId: number): Promise<MembershipRecord | null> {
    return collectionOf(this.#memberships).findOne<MembershipRecord>({
      project_id: projectId,
      user_id: userId,
    });
  }

  /**
   * Ends the roles that a person was given before a time on projects of a company, and the seats of the
   * company that the person uses on other projects. @returns the ended roles, and those that lost their seat
   */
  async endRoles(
    userId: number,
    companyId: number,
    before: Date,
    session: ClientSession,
  ): Promise<{ ended: MembershipRecord[]; unseated: MembershipRecord[] }> {
    const given = await this.#memberships
      .find({ user_id: userId, given_at: { $lt: before } })
      .session(session)
      .lean<MembershipRecord[]>();
    const ids = given.map(({ project_id }) => project_id);
    const owned = { _id: { $in: ids }, owner_company_id: companyId };
    const endedIds = new Set((await this.findAll(owned, { session })).map(({ _id }) => _id));
    const ended = given.filter(({ project_id }) => endedIds.has(project_id));
    const led = ended.filter(({ role }) => role === 'ProjectOwner').map(({ project_id }) => project_id);
    await this.#memberships.deleteMany({ user_id: userId, project_id: { $in: [...endedIds] } }, { session });
    await this.model.updateMany({ _id: { $in: led } }, { $set: { without_lead: true } }, { session });
    const seated = {
      seat_company_id: companyId,
      user_id: userId,
      sponsored: { $ne: true },
      given_at: { $lt: before },
    };
    const unseated = await this.#memberships.find(seated).session(session).lean<MembershipRecord[]>();
    await this.#memberships.updateMany(seated, { $set: { seat_company_id: null } }, { session });
    return { ended, unseated };
  }

  listMembers(projectId: number, limit: number): Promise<MembershipRecord[]> {
    return this.#memberships
      .find({ project_id: projectId })
      .sort({ user_id: 1 })
      .limit(limit)
      .lean<MembershipRecord[]>()
      .exec();
  }

  listMembersByRole(
    projectIds: readonly number[],
    roles: readonly ProjectRole[],
  ): Promise<MembershipRecord[]> {
    return this.#memberships
      .find({ project_id: { $in: [...projectIds] }, role: { $in: [...roles] } })
      .sort({ project_id: 1, user_id: 1 })
      .lean<MembershipRecord[]>()
      .exec();
  }
}
