/** Companies and invitations as they are stored. Two firms may have one name: the id tells them apart. */
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
export interface InvitationRecord {
  _id: string;
  company_id: number;
  email: string;
  role: CompanyRole;
  invited_at: Date;
}

/** An address that was invited or came into a company. */
export interface InvitedEmailRecord {
  /** In its one spelling (X4). */
  _id: string;
  /** Counts changes of its invitations, so that inviting it and registering it at once meet in one record. */
  invitations_changed: number;
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

const invitationSchema = new Schema<InvitationRecord>(
  { _id: String, company_id: Number, email: String, role: String, invited_at: Date },
  { collection: 'pending_members', versionKey: false },
);
invitationSchema.index({ company_id: 1, email: 1 }, { unique: true });
invitationSchema.index({ email: 1, invited_at: 1 });

const invitedEmailSchema = new Schema<InvitedEmailRecord>(
  { _id: String, invitations_changed: Number },
  { collection: 'addresses', versionKey: false },
);

/** The collection of companies. */
export const companyModel = (connection: Connection): Model<CompanyRecord> =>
  connection.model<CompanyRecord>('Company', companySchema);
/** The collection of invitations to addresses that have no account yet. */
export const invitationModel = (connection: Connection): Model<InvitationRecord> =>
  connection.model<InvitationRecord>('Invitation', invitationSchema);
/** The collection in which whoever invites an address and whoever registers it meet. */
export const invitedEmailModel = (connection: Connection): Model<InvitedEmailRecord> =>
  connection.model<InvitedEmailRecord>('Address', invitedEmailSchema);
