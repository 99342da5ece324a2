/** Who is adopter or moderator of a wiki standard (document 1, Authentication 9; decisions W12). */
import { type Connection, type Model, Schema } from 'mongoose';
import type { WikiStandardRole } from '../../../shared/contracts/permissions.ts';

export interface RoleRecord {
  /** UUID. */
  _id: string;
  page_id: string;
  user_id: number;
  role: WikiStandardRole;
  assigned_by: number;
  assigned_at: Date;
}

const schema = new Schema<RoleRecord>(
  { _id: String, page_id: String, user_id: Number, role: String, assigned_by: Number, assigned_at: Date },
  { collection: 'roles', versionKey: false },
);
schema.index({ page_id: 1, user_id: 1, role: 1 }, { unique: true });
schema.index({ user_id: 1, page_id: 1, role: 1 });

/** The collection of roles on pages. */
export const roleModel = (connection: Connection): Model<RoleRecord> => connection.model<RoleRecord>('WikiRole', schema);
