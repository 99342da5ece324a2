/** Record and collection of the roles on wiki pages, adopter and moderator. */
import type { WikiStandardRole } from '../../../shared/contracts/permissions.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';

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
