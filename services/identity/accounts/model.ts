/** Accounts as they are stored. A company membership is part of the account: an account has one company or none (A14). */
import { type Connection, type Model, Schema } from 'mongoose';
import type { CompanyRole, SiteRole } from '../../../shared/contracts/permissions.ts';

/** The newest agreement an account has accepted. Every acceptance is also kept in `acceptances`. */
export interface Acceptance {
  agreement_id: number;
  version: number;
  accepted_at: Date;
}

/** Roles an administrator gives. SiteContributor is not among them: it is worked out at each call (A18). */
export type AssignedSiteRole = Exclude<SiteRole, 'SiteContributor'>;

export interface UserRecord {
  _id: number;
  /** In its one spelling (X4). */
  email: string;
  name: string;
  /** The name as a search compares it. */
  folded_name: string;
  password_hash: string;
  email_verified: boolean;
  approved: boolean;
  suspended: boolean;
  contribution_barred: boolean;
  site_roles: AssignedSiteRole[];
  company_id: number | null;
  company_role: CompanyRole | null;
  acceptance: Acceptance | null;
  /** Keys that are not revoked: counted here so that the limit holds when many are made at once. */
  live_keys: number;
  created_at: Date;
  /** Goes up when all sessions end; a session of an earlier number is over, also one that was being opened just then. */
  session_epoch: number;
}

const schema = new Schema<UserRecord>(
  {
    _id: Number,
    email: String,
    name: String,
    folded_name: String,
    password_hash: String,
    email_verified: Boolean,
    approved: Boolean,
    suspended: Boolean,
    contribution_barred: Boolean,
    site_roles: [String],
    company_id: Number,
    company_role: String,
    acceptance: new Schema<Acceptance>({ agreement_id: Number, version: Number, accepted_at: Date }, { _id: false }),
    live_keys: Number,
    created_at: Date,
    session_epoch: Number,
  },
  { collection: 'users', versionKey: false },
);
schema.index({ email: 1 }, { unique: true });
schema.index({ company_id: 1, _id: 1 });
schema.index({ site_roles: 1 });

/** The collection of accounts. */
export const userModel = (connection: Connection): Model<UserRecord> => connection.model<UserRecord>('User', schema);
