/**
 * Record and repository of the roles on wiki pages, adopter and moderator: those of a person on one page or on all,
 * those of everybody on a page, and their assignment and removal.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { WikiStandardRole } from '../../../shared/contracts/permissions.ts';
import { defineCollection, type Page, Records } from '../../../shared/kernel/database/records.ts';

export interface RoleRecord {
  /** UUID. */
  _id: string;
  page_id: string;
  user_id: number;
  role: WikiStandardRole;
  assigned_by: number;
  assigned_at: Date;
}

export const roleCollection = defineCollection<RoleRecord>('roles', [
  [{ page_id: 1, user_id: 1, role: 1 }, { unique: true }],
  [{ user_id: 1, page_id: 1, role: 1 }],
]);

export class Roles extends Records<RoleRecord> {
  constructor(connection: Connection) {
    super(roleCollection(connection));
  }

  async findOnPage(pageId: string, userId: number): Promise<WikiStandardRole[]> {
    const rows = await this.model
      .find({ page_id: pageId, user_id: userId }, { role: 1 })
      .lean<Pick<RoleRecord, 'role'>[]>()
      .exec();
    return rows.map(({ role }) => role);
  }

  /** The roles of a person on all pages, in a stable order. */
  listByUser(userId: number, limit: number): Promise<Pick<RoleRecord, 'page_id' | 'role'>[]> {
    return this.model
      .find({ user_id: userId }, { _id: 0, page_id: 1, role: 1 })
      .sort({ page_id: 1, role: 1 })
      .limit(limit)
      .lean<Pick<RoleRecord, 'page_id' | 'role'>[]>()
      .exec();
  }

  /** The roles on a page by account, at most `limit`. */
  listByPage(pageId: string, limit: number): Promise<Page<RoleRecord>> {
    return this.page({ page_id: pageId }, { user_id: 1, role: 1 }, { limit });
  }

  findAssignment(
    session: ClientSession,
    pageId: string,
    userId: number,
    role: WikiStandardRole,
  ): Promise<RoleRecord | null> {
    return this.findOne({ page_id: pageId, user_id: userId, role }, session);
  }

  /** Removes a role on a page. @returns it; null for an unknown one */
  remove(session: ClientSession, pageId: string, id: string): Promise<RoleRecord | null> {
    return this.model.findOneAndDelete({ _id: id, page_id: pageId }, { session }).lean<RoleRecord>().exec();
  }

  /** The accounts with the moderator role on a page. */
  async listModerators(pageId: string, session: ClientSession | null = null): Promise<number[]> {
    const rows = await this.model
      .find({ page_id: pageId, role: 'moderator' }, { user_id: 1 })
      .session(session)
      .lean<Pick<RoleRecord, 'user_id'>[]>()
      .exec();
    return rows.map(({ user_id }) => user_id);
  }
}
