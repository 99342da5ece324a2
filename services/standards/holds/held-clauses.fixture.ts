/** Test fixture: held clauses, given directly instead of by a revision with holds. */
import type { HeldClauses, ModerationNotice } from './held-clauses.ts';

/** The notice on a withheld clause. */
export const LEVEL_2_NOTICE: ModerationNotice = {
  level: 2,
  reason_code: 'spam',
  notice_at: '2026-01-01T00:00:00.000Z',
  divergence: null,
};

/** These clauses, withheld. */
export const withheldClauses = (...elementIds: number[]): HeldClauses =>
  new Map(elementIds.map((id) => [id, LEVEL_2_NOTICE]));
