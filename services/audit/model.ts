/** Records and collections of the audit trail: entries, never changed, and the head of their hash chain. */
import type { AuditEntry } from '../../shared/kernel/background/outbox.ts';
import { defineCollection } from '../../shared/kernel/database/records.ts';
import type { ChainHead } from './chain.ts';

export interface AuditRecord extends Omit<AuditEntry, 'event_id' | 'at'> {
  /** In the order of the chain, without gaps except among entries older than it. */
  _id: number;
  event_id: string;
  at: Date;
  /** Absent on entries older than the chain. */
  hash?: string;
}

/** The one head of the chain. */
export interface ChainHeadRecord extends ChainHead {
  _id: 'head';
  /** The number of entries: less than `seq` where an older database left gaps. */
  entries: number;
}

export const entryCollection = defineCollection<AuditRecord>('entries', [
  [{ event_id: 1 }, { unique: true }],
  [{ at: -1, _id: -1 }],
  [{ user_id: 1, at: -1, _id: -1 }],
  [{ 'resource.type': 1, at: -1, _id: -1 }],
  [{ 'resource.id': 1, at: -1, _id: -1 }],
  [{ 'resource.type': 1, 'resource.id': 1, at: -1, _id: -1 }],
  [{ action: 1, at: -1, _id: -1 }],
]);

export const chainHeadCollection = defineCollection<ChainHeadRecord>('chain');
