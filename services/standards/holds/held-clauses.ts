/**
 * Computes which clauses of a revision are held at a time, with the notice on each, and which of them are withheld. A
 * hold withholds text at level 2, which may begin by the clock, so the level is computed with every read. Pure.
 */
import type { moderationNotice } from '../../../shared/contracts/common-shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { isReasonStated } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import type { Divergence, RevisionHold } from './model.ts';

/** The notice on a held clause. At level 2 its text is withheld. */
export type ModerationNotice = Infer<typeof moderationNotice>;

/** The held clauses of a revision, by identity. */
export type HeldClauses = ReadonlyMap<number, ModerationNotice>;

/** A revision with the holds that reach it; absent on nearly all. */
interface HeldRevision {
  holds: readonly RevisionHold[] | undefined;
}

/** Finds the held clauses of a revision now. */
export type FindHeldClauses = (revision: HeldRevision) => HeldClauses;

const NO_HELD_CLAUSES: HeldClauses = new Map();

/** 1: the text stays. 2: it is withheld. */
export function levelOf({ level, level2_at }: Pick<RevisionHold, 'level' | 'level2_at'>, now: Date): 1 | 2 {
  return withholdsText({ level }) || (level2_at !== null && level2_at <= now) ? 2 : 1;
}

/** The held clauses of a revision at a time. Of several holds on a clause the strictest counts. */
export function findHeldClauses({ holds }: HeldRevision, now: Date): HeldClauses {
  if (holds === undefined || holds.length === 0) return NO_HELD_CLAUSES;
  const held = new Map<number, ModerationNotice>();
  for (const hold of [...holds].sort((a, b) => levelOf(a, now) - levelOf(b, now))) {
    const divergences = new Map(hold.divergences.map((divergence) => [divergence.element_id, divergence]));
    const notice = presentHold(hold, now);
    for (const id of hold.element_ids) {
      const divergence = divergences.get(id);
      held.set(id, divergence ? { ...notice, divergence: presentDivergence(divergence, hold) } : notice);
    }
  }
  return held;
}

/** Whether the text of a clause is withheld. */
export function isWithheld(held: HeldClauses, elementId: number): boolean {
  const notice = held.get(elementId);
  return notice !== undefined && withholdsText(notice);
}

/** The identities of the clauses whose text is withheld, in ascending order. */
export const withheldIds = (held: HeldClauses): number[] =>
  [...held].flatMap(([id, notice]) => (withholdsText(notice) ? [id] : [])).sort((a, b) => a - b);

/**
 * What a representation depends on in addition to the version of its standard: the holds and their levels now. The
 * version changes with everything else of them.
 */
export const holdLevels = ({ holds }: HeldRevision, now: Date): unknown[] =>
  (holds ?? []).map((hold) => [hold.id, levelOf(hold, now)]);

/** The next time after `now` at which a hold of the revision begins to withhold; null when none will. */
export function nextWithholding({ holds }: HeldRevision, now: Date): Date | null {
  const times = (holds ?? []).flatMap(({ level, level2_at }) =>
    !withholdsText({ level }) && level2_at !== null && level2_at > now ? [level2_at.getTime()] : [],
  );
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** The notice of a hold without the clause; the reason of a legal compulsion is not stated. */
const presentHold = (hold: RevisionHold, now: Date): ModerationNotice => ({
  level: levelOf(hold, now),
  reason_code: isReasonStated(hold.reason_code) ? hold.reason_code : null,
  notice_at: hold.notice_at.toISOString(),
  divergence: null,
});

const presentDivergence = (
  { revision_id, code, by, at }: Divergence,
  { notice_at }: RevisionHold,
): NonNullable<ModerationNotice['divergence']> => ({
  beforeNotice: at < notice_at,
  revisionId: revision_id,
  revisionCode: code,
  changedAt: at.toISOString(),
  userId: by?.userId ?? null,
  userName: by?.displayName ?? null,
  noticeRecordedAt: notice_at.toISOString(),
});
