/** Repository of the roles of a person on one wiki page or on all. No endpoint assigns roles yet. */
import type { Connection } from 'mongoose';
import type { WikiStandardRole } from '../../../shared/contracts/permissions.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type RoleRecord, roleCollection } from './model.ts';

export class Roles extends Records<RoleRecord> {
  constructor(connection: Connection) {
    super(roleCollection(connection));
  }

  /** The roles of a person on a page. */
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
}
