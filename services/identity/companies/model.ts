/** Companies as they are stored. Two firms may have one name: the id tells them apart. */
import { type Connection, type Model, Schema } from 'mongoose';

export interface CompanyRecord {
  _id: number;
  name: string;
  created_by: number;
  created_at: Date;
}

const schema = new Schema<CompanyRecord>(
  { _id: Number, name: String, created_by: Number, created_at: Date },
  { collection: 'companies', versionKey: false },
);

export const companyModel = (connection: Connection): Model<CompanyRecord> => connection.model<CompanyRecord>('Company', schema);
