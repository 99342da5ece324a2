/** Queries on the roles of wiki standards. */
import type { Connection } from 'mongoose';
import type { WikiStandardRole } from '../../../shared/contracts/permissions.ts';
import { type RoleRecord, roleModel } from './model.ts';

export class Roles {
  readonly #roles: ReturnType<typeof roleModel>;

  constructor(connection: Connection) {
    this.#roles = roleModel(connection);
  }

  /** The roles of a person on a page. */
  async findOnPage(pageId: string, userId: number): Promise<WikiStandardRole[]> {
    const rows = await this.#roles.find({ page_id: pageId, user_id: userId }, { role: 1 }).lean<Pick<RoleRecord, 'role'>[]>();
    return rows.map(({ role }) => role);
  }

  /** The roles of a person on all pages, in an order that stays. */
  listByUser(userId: number, limit: number): Promise<Pick<RoleRecord, 'page_id' | 'role'>[]> {
    return this.#roles
      .find({ user_id: userId }, { _id: 0, page_id: 1, role: 1 })
      .sort({ page_id: 1, role: 1 })
      .limit(limit)
      .lean<Pick<RoleRecord, 'page_id' | 'role'>[]>();
  }
}
