/**
 * Records of the usage log: one for each authenticated request of a key within the rate limit, also a
 * rejected one.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface KeyUsageRecord {
  /** Assigned by the gateway, so that a row reported twice is stored once. */
  _id: string;
  key_id: number;
  at: Date;
  method: string;
  route: string;
  status: number;
  address: string;
  request_id: string;
}

const RETENTION_DAYS = 90;

export const keyUsageCollection = defineCollection<KeyUsageRecord>('key_usage', [
  [{ key_id: 1, at: -1, _id: -1 }],
  [{ at: 1 }, { expireAfterSeconds: RETENTION_DAYS * 86_400 }],
]);
