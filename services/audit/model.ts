/** The audit trail as it is stored: appended, never changed. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { AuditEntry } from '../../shared/kernel/background/outbox.ts';
import type { ChainHead } from './chain.ts';

export interface AuditRecord extends Omit<AuditEntry, 'event_id' | 'at'> {
  /** Without gaps, in the order of the chain. */
  _id: number;
  event_id: string;
  at: Date;
  /** Absent on entries older than the chain. */
  hash?: string;
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
    hash: String,
  },
  { collection: 'entries', versionKey: false, minimize: false },
);
schema.index({ event_id: 1 }, { unique: true });
schema.index({ at: -1, _id: -1 });
schema.index({ user_id: 1, at: -1, _id: -1 });
schema.index({ 'resource.type': 1, at: -1, _id: -1 });
schema.index({ 'resource.id': 1, at: -1, _id: -1 });
schema.index({ 'resource.type': 1, 'resource.id': 1, at: -1, _id: -1 });
schema.index({ action: 1, at: -1, _id: -1 });

export const auditModel = (connection: Connection): Model<AuditRecord> => connection.model<AuditRecord>('Audit', schema);

/** The one head of the chain. */
export interface ChainHeadRecord extends ChainHead {
  _id: 'head';
  /** How many entries there are: less than its number where an older database left gaps. */
  entries: number;
}

const chainHeadSchema = new Schema<ChainHeadRecord>(
  { _id: String, seq: Number, hash: String, entries: Number },
  { collection: 'chain', versionKey: false },
);

export const chainHeadModel = (connection: Connection): Model<ChainHeadRecord> =>
  connection.model<ChainHeadRecord>('AuditHead', chainHeadSchema);
