/** Reading a point in time as people send it. Pure. */
import { invalid } from '../../shared/kernel/params.ts';

const TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * The time a text names.
 * @throws VALIDATION_ERROR with `path` when it is none
 */
export function readTime(path: string, sent: string): Date {
  const [, year, month, day] = TIME.exec(sent) ?? [];
  const at = new Date(sent);
  // Date rolls 31 February over into March; the caller meant something else.
  const exists = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (year === undefined || !exists || Number.isNaN(at.getTime())) {
    throw invalid([{ path, message: `'${path}' must be an ISO 8601 time with its zone, such as 2030-12-31T23:59:59Z.` }]);
  }
  return at;
}
