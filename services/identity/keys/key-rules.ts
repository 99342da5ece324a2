/**
 * Limits and decisions of API keys: how many an account may have, their expiry and permissions, and whether a key
 * still works. Pure.
 */
import { type KeyPreset, PRESET_PERMISSIONS } from '../../../shared/contracts/key-presets.ts';
import { PERMISSIONS, type Permission } from '../../../shared/contracts/permissions.ts';
import { couldEverHave } from '../../../shared/kernel/auth/authorization.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { KeyRecord } from './model.ts';

/** How many keys that are not revoked an account may have. */
export const MAX_KEYS_PER_ACCOUNT = 200;

/**
 * The expiry of a key; null for none.
 * @throws VALIDATION_ERROR when it is not in the future
 */
export function parseExpiry(value: string | null | undefined, now: Date): Date | null {
  if (value === null || value === undefined) return null;
  const at = new Date(value);
  if (at <= now)
    throw validationError([{ path: 'expires_at', message: "'expires_at' must be in the future." }]);
  return at;
}

/** The granted permissions in the order of the table, each once. */
export const normalizeGrant = (permissions: readonly Permission[]): Permission[] =>
  PERMISSIONS.filter((permission) => permissions.includes(permission));

/**
 * The permissions of a new key: those that are listed, also ones that its owner lacks, or those of a preset that its
 * owner holds. Permissions on projects count as held, since every account may create a project or be invited to one.
 * @throws VALIDATION_ERROR for both or neither of them
 */
export function grantOf(
  { permissions, preset }: { permissions: readonly Permission[] | undefined; preset: KeyPreset | undefined },
  owner: UserPrincipal,
): Permission[] {
  if (permissions !== undefined && preset !== undefined) {
    const message = "Send either 'permissions' or 'preset', not both.";
    throw validationError([{ path: 'preset', message }]);
  }
  if (permissions !== undefined) return normalizeGrant(permissions);
  if (preset === undefined) {
    const message = "Send 'permissions', a list, or 'preset', the name of one.";
    throw validationError([{ path: 'permissions', message }]);
  }
  return normalizeGrant(PRESET_PERMISSIONS[preset]).filter((permission) => couldEverHave(owner, permission));
}

/**
 * Whether a key works: neither revoked nor expired, and found by a secret that is still valid.
 */
export const isActiveKey = (
  key: Pick<KeyRecord, 'hash' | 'previous' | 'revoked_at' | 'expires_at'>,
  usedHash: string,
  now: Date,
): boolean =>
  key.revoked_at === null &&
  (key.expires_at === null || key.expires_at > now) &&
  (key.hash === usedHash || (key.previous?.hash === usedHash && key.previous.until > now));
