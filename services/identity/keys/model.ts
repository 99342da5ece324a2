/**
 * Record of an API key: the hashes of the current and the previous secret, never a secret itself; prefix and
 * last four characters; permissions and expiry. Also its view for the owner.
 */
import type { keyView } from '../../../shared/contracts/identity/keys.ts';
import type { Permission } from '../../../shared/contracts/permissions.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
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

/** The view of a key for its owner, without the secret. */
export const presentKey = (key: KeyRecord): Infer<typeof keyView> => ({
  id: key._id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.last_four,
  permissions: key.permissions,
  expires_at: key.expires_at?.toISOString() ?? null,
  created_at: key.created_at.toISOString(),
  previous_secret_until:
    key.previous && key.previous.until > new Date() ? key.previous.until.toISOString() : null,
  revoked_at: key.revoked_at?.toISOString() ?? null,
});
