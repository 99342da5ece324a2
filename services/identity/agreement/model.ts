/** The versions of the Contributor License Agreement, and who accepted which: both written once and never changed. */
import { type Connection, type Model, Schema } from 'mongoose';

export interface AgreementRecord {
  _id: number;
  version: number;
  /** Markdown. */
  content: string;
  effective_date: Date;
}

const agreementSchema = new Schema<AgreementRecord>(
  { _id: Number, version: Number, content: String, effective_date: Date },
  { collection: 'agreements', versionKey: false },
);
agreementSchema.index({ version: -1 }, { unique: true });

/** The collection of agreements. */
export const agreementModel = (connection: Connection): Model<AgreementRecord> =>
  connection.model<AgreementRecord>('Agreement', agreementSchema);

export interface AcceptanceRecord {
  /** Account and agreement: an account accepts a version once. */
  _id: string;
  user_id: number;
  agreement_id: number;
  version: number;
  accepted_at: Date;
}

const acceptanceSchema = new Schema<AcceptanceRecord>(
  { _id: String, user_id: Number, agreement_id: Number, version: Number, accepted_at: Date },
  { collection: 'acceptances', versionKey: false },
);

/** The collection of who accepted which. */
export const acceptanceModel = (connection: Connection): Model<AcceptanceRecord> =>
  connection.model<AcceptanceRecord>('Acceptance', acceptanceSchema);
