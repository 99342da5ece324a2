/** Heads of projects and roles on them. */
import type { ClientSession, Connection } from 'mongoose';
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import { type MembershipRecord, membershipModel, type ProjectRecord, projectModel } from './model.ts';

/** The pointers and names of a head that a change of the project moves. */
export type HeadChange = Partial<Omit<ProjectRecord, '_id' | 'created_by' | 'created_at'>>;

export class Projects {
  readonly #projects: ReturnType<typeof projectModel>;
  readonly #memberships: ReturnType<typeof membershipModel>;

  constructor(connection: Connection) {
    this.#projects = projectModel(connection);
    this.#memberships = membershipModel(connection);
  }

  head(id: number, session: ClientSession | null = null): Promise<ProjectRecord | null> {
    return this.#projects.findById(id).session(session).lean<ProjectRecord>();
  }

  async add(project: ProjectRecord, lead: MembershipRecord, session: ClientSession): Promise<void> {
    await this.#projects.create([project], { session });
    await this.#memberships.create([lead], { session });
  }

  async update(id: number, change: HeadChange, session: ClientSession): Promise<void> {
    await this.#projects.updateOne({ _id: id }, { $set: change }, { session });
  }

  /** The role somebody was given on a project, apart from what a company gives. */
  async explicitRole(projectId: number, userId: number): Promise<ProjectRole | null> {
    const found = await this.#memberships.findOne({ project_id: projectId, user_id: userId }).lean<MembershipRecord>();
    return found?.role ?? null;
  }

  /** Explicit roles on a project. */
  members(projectId: number, limit: number): Promise<MembershipRecord[]> {
    return this.#memberships.find({ project_id: projectId }).sort({ user_id: 1 }).limit(limit).lean<MembershipRecord[]>();
  }

  /** The explicit roles of a user, newest projects first. */
  rolesOf(userId: number, limit: number): Promise<MembershipRecord[]> {
    return this.#memberships.find({ user_id: userId }).sort({ project_id: -1 }).limit(limit).lean<MembershipRecord[]>();
  }

  /** The projects a company owns, newest first. */
  ownedBy(companyId: number, limit: number): Promise<ProjectRecord[]> {
    return this.#projects.find({ owner_company_id: companyId }).sort({ _id: -1 }).limit(limit).lean<ProjectRecord[]>();
  }

  heads(ids: readonly number[]): Promise<ProjectRecord[]> {
    return this.#projects.find({ _id: { $in: ids } }).lean<ProjectRecord[]>();
  }
}
