/** What a new key may be. Pure. */
import { PERMISSIONS, type Permission } from '../../../shared/contracts/permissions.ts';
import { invalid } from '../../../shared/kernel/params.ts';

/** Keys that are not revoked an account may have (A16). */
export const KEY_LIMIT = 200;

const TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * When a key ends; null for never.
 * @throws VALIDATION_ERROR when it is no time or not in the future (A16)
 */
export function readExpiry(sent: string | null | undefined, now: Date): Date | null {
  if (sent === null || sent === undefined) return null;
  const [, year, month, day] = TIME.exec(sent) ?? [];
  const at = new Date(sent);
  // Date rolls 31 February over into March; the caller meant something else.
  const exists = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (year === undefined || !exists || Number.isNaN(at.getTime())) {
    const message = "'expires_at' must be an ISO 8601 time with its zone, such as 2030-12-31T23:59:59Z.";
    throw invalid([{ path: 'expires_at', message }]);
  }
  if (at <= now) throw invalid([{ path: 'expires_at', message: "'expires_at' must be in the future." }]);
  return at;
}

/** The grant in the table's order, each permission once. */
export const readGrant = (sent: readonly Permission[]): Permission[] =>
  PERMISSIONS.filter((permission) => sent.includes(permission));
