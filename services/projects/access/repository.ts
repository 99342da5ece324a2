/** Heads of projects and roles on them. */
import type { ClientSession, Connection } from 'mongoose';
import { type MembershipRecord, membershipModel, type ProjectRecord, projectModel } from './model.ts';

/** The pointers and names of a head that a change of the project moves. */
export type ProjectUpdate = Partial<Omit<ProjectRecord, '_id' | 'created_by' | 'created_at'>>;

export class Projects {
  readonly #projects: ReturnType<typeof projectModel>;
  readonly #memberships: ReturnType<typeof membershipModel>;

  constructor(connection: Connection) {
    this.#projects = projectModel(connection);
    this.#memberships = membershipModel(connection);
  }

  find(id: number, session: ClientSession | null = null): Promise<ProjectRecord | null> {
    return this.#projects.findById(id).session(session).lean<ProjectRecord>();
  }

  async add(project: ProjectRecord, lead: MembershipRecord, session: ClientSession): Promise<void> {
    await this.#projects.create([project], { session });
    await this.#memberships.create([lead], { session });
  }

  async update(id: number, change: ProjectUpdate, session: ClientSession): Promise<void> {
    await this.#projects.updateOne({ _id: id }, { $set: change }, { session });
  }

  /** The role somebody was given on a project, apart from what a company gives. */
  findMembership(projectId: number, userId: number): Promise<MembershipRecord | null> {
    return this.#memberships.findOne({ project_id: projectId, user_id: userId }).lean<MembershipRecord>();
  }

  /** Ends the roles that somebody was given before that time on projects which the company owns. @returns the ended ones */
  async endRoles(userId: number, companyId: number, before: Date, session: ClientSession): Promise<MembershipRecord[]> {
    const given = await this.#memberships
      .find({ user_id: userId, $or: [{ given_at: { $lt: before } }, { given_at: null }] })
      .session(session)
      .lean<MembershipRecord[]>();
    const ids = given.map(({ project_id }) => project_id);
    const owned = await this.#projects
      .find({ _id: { $in: ids }, owner_company_id: companyId })
      .select('_id')
      .session(session)
      .lean<Pick<ProjectRecord, '_id'>[]>();
    const ending = new Set(owned.map(({ _id }) => _id));
    const ended = given.filter(({ project_id }) => ending.has(project_id));
    const led = ended.filter(({ role }) => role === 'ProjectOwner').map(({ project_id }) => project_id);
    await this.#memberships.deleteMany({ user_id: userId, project_id: { $in: [...ending] } }, { session });
    await this.#projects.updateMany({ _id: { $in: led } }, { $set: { without_lead: true } }, { session });
    return ended;
  }

  /** Explicit roles on a project. */
  listMembers(projectId: number, limit: number): Promise<MembershipRecord[]> {
    return this.#memberships.find({ project_id: projectId }).sort({ user_id: 1 }).limit(limit).lean<MembershipRecord[]>();
  }

  /** The explicit roles of a user, newest projects first. */
  listMembershipsOf(userId: number, limit: number): Promise<MembershipRecord[]> {
    return this.#memberships.find({ user_id: userId }).sort({ project_id: -1 }).limit(limit).lean<MembershipRecord[]>();
  }

  /** The projects a company owns, newest first. */
  listOwnedBy(companyId: number, limit: number): Promise<ProjectRecord[]> {
    return this.#projects.find({ owner_company_id: companyId }).sort({ _id: -1 }).limit(limit).lean<ProjectRecord[]>();
  }

  findMany(ids: readonly number[]): Promise<ProjectRecord[]> {
    return this.#projects.find({ _id: { $in: ids } }).lean<ProjectRecord[]>();
  }
}
