/** Companies as they are stored. Two firms may have one name: the id tells them apart. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';

export interface CompanyRecord {
  _id: number;
  name: string;
  /** The name as a search compares it. */
  folded_name: string;
  created_by: number;
  created_at: Date;
  /** Authoring seats, and projects each of its people may lead; left out or null: those of the site (P19). */
  seat_limit?: number | null;
  slot_limit?: number | null;
  /** Counts changes of membership, so that two at once meet in one record and the last administrator is never lost. */
  memberships_changed?: number;
}

/** A member whose address has no account yet. */
export interface PendingMemberRecord {
  _id: string;
  company_id: number;
  email: string;
  role: CompanyRole;
}

const companySchema = new Schema<CompanyRecord>(
  {
    _id: Number,
    name: String,
    folded_name: String,
    created_by: Number,
    created_at: Date,
    seat_limit: Number,
    slot_limit: Number,
    memberships_changed: Number,
  },
  { collection: 'companies', versionKey: false },
);
companySchema.index({ name: 1, _id: 1 });

const pendingSchema = new Schema<PendingMemberRecord>(
  { _id: String, company_id: Number, email: String, role: String },
  { collection: 'pending_members', versionKey: false },
);
pendingSchema.index({ company_id: 1, email: 1 }, { unique: true });
pendingSchema.index({ email: 1, _id: 1 });

/** The collection of companies. */
export const companyModel = (connection: Connection): Model<CompanyRecord> =>
  connection.model<CompanyRecord>('Company', companySchema);
/** The collection of invitations to addresses that have no account yet. */
export const pendingMemberModel = (connection: Connection): Model<PendingMemberRecord> =>
  connection.model<PendingMemberRecord>('PendingMember', pendingSchema);
