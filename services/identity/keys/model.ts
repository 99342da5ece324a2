/**
 * Records of API keys: the hashes of the current and the previous secret, never a secret itself; prefix and
 * last four characters; permissions and expiry.
 */
import type { Permission } from '../../../shared/contracts/permissions.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface KeyRecord {
  _id: number;
  user_id: number;
  name: string;
  /** SHA-256 of the key. */
  hash: string;
  /** The secret before the last rotation, which works until `until`. */
  previous: { hash: string; until: Date } | null;
  prefix: string;
  last_four: string;
  permissions: Permission[];
  expires_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
}

export const keyCollection = defineCollection<KeyRecord>('keys', [
  [{ hash: 1 }, { unique: true }],
  [{ 'previous.hash': 1 }, { unique: true, sparse: true }],
  [{ user_id: 1, _id: -1 }],
]);
