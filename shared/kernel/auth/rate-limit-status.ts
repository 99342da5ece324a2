/**
 * Remaining rate limit of a caller, which the gateway sends in the meta of a call for whoami: its type and
 * its parser.
 */

export interface RateLimitStatus {
  /** Requests per minute. */
  limit: number;
  remaining: number;
  /** Seconds until the count starts again. */
  resetSeconds: number;
}

/** The status in the meta of a call; null where none was sent. */
export function parseRateLimitStatus(sent: unknown): RateLimitStatus | null {
  const { limit, remaining, resetSeconds }: Readonly<Record<string, unknown>> = Object(sent);
  return typeof limit === 'number' && typeof remaining === 'number' && typeof resetSeconds === 'number'
    ? { limit, remaining, resetSeconds }
    : null;
}
