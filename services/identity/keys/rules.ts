/** What a key may be. Pure. */
import { PERMISSIONS, type Permission } from '../../../shared/contracts/permissions.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { KeyRecord } from './model.ts';

/** Keys that are not revoked an account may have (A16). */
export const MAX_KEYS_PER_ACCOUNT = 200;

/**
 * When a key ends; null for never.
 * @throws VALIDATION_ERROR when it is not in the future (A16)
 */
export function parseExpiry(sent: string | null | undefined, now: Date): Date | null {
  if (sent === null || sent === undefined) return null;
  const at = new Date(sent);
  if (at <= now) throw validationError([{ path: 'expires_at', message: "'expires_at' must be in the future." }]);
  return at;
}

/** The grant in the table's order, each permission once. */
export const normalizeGrant = (sent: readonly Permission[]): Permission[] =>
  PERMISSIONS.filter((permission) => sent.includes(permission));

/** Whether a key may still be used: neither revoked nor expired (R-152, G4), and found by a secret that still counts (A16). */
export const isActiveKey = (
  key: Pick<KeyRecord, 'hash' | 'previous' | 'revoked_at' | 'expires_at'>,
  usedHash: string,
  now: Date,
): boolean =>
  key.revoked_at === null &&
  (key.expires_at === null || key.expires_at > now) &&
  (key.hash === usedHash || (key.previous?.hash === usedHash && key.previous.until > now));
