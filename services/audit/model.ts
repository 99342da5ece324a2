/** The audit trail as it is stored: appended, never changed. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { AuditEntry } from '../../shared/kernel/outbox.ts';

export interface AuditRecord extends Omit<AuditEntry, 'event_id' | 'at'> {
  _id: number;
  event_id: string;
  at: Date;
}

const schema = new Schema<AuditRecord>(
  {
    _id: Number,
    event_id: String,
    at: Date,
    user_id: Number,
    action: String,
    channel: String,
    key_id: Number,
    request_id: String,
    resource: Schema.Types.Mixed,
    details: Schema.Types.Mixed,
  },
  { collection: 'entries', versionKey: false, minimize: false },
);
schema.index({ event_id: 1 }, { unique: true });
schema.index({ at: -1, _id: -1 });
schema.index({ user_id: 1, at: -1, _id: -1 });
schema.index({ 'resource.type': 1, 'resource.id': 1, at: -1, _id: -1 });
schema.index({ action: 1, at: -1, _id: -1 });

export const auditModel = (connection: Connection): Model<AuditRecord> => connection.model<AuditRecord>('Audit', schema);
