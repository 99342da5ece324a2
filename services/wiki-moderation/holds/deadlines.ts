/**
 * Level and deadlines of a hold, and when a matter is escalated: computed from its decisions and
 * the clock, never stored. Pure.
 */

import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import type { HoldLevel, HoldRecord } from './model.ts';

const DAY_MS = 86_400_000;
/** Days from the marking of a replacement until the text is withheld. */
const DAYS_AFTER_REPLACEMENT = 30;
/** Days from the notice until the text is withheld at the latest. */
const DAYS_OF_NOTICE = 90;
/** Days until an open matter is escalated, which marks it in the worklist of moderators. */
const DAYS_UNTIL_ESCALATION = 90;

/** Reasons by which text is withheld immediately. */
const WITHHOLDING_REASONS: ReadonlySet<ModerationReason> = new Set([
  'legal_compulsion',
  'copyright_notice',
  'suspected_copy',
]);

interface Deadlines {
  /** 1: notice, the text stays. 2: the text is withheld. */
  level: HoldLevel;
  level2_at: Date;
  /** Until then a project acknowledges the notice to publish. */
  acknowledge_by: Date;
  escalates_at: Date;
}

type HoldTimes = Pick<HoldRecord, 'opened_at' | 'level' | 'level_since' | 'replacement'>;

/** The level at which a hold opens. */
export const openingLevel = (reason: ModerationReason): HoldLevel =>
  WITHHOLDING_REASONS.has(reason) ? 2 : 1;

/** Level and deadlines of a hold at a time. */
export function computeDeadlines(hold: HoldTimes, now: Date): Deadlines {
  const level2_at = findLevel2Time(hold);
  return {
    level: level2_at <= now ? 2 : 1,
    level2_at,
    acknowledge_by: level2_at,
    escalates_at: findEscalation(hold.opened_at),
  };
}

/** When a matter opened at that time is escalated. */
export const findEscalation = (openedAt: Date): Date => addDays(openedAt, DAYS_UNTIL_ESCALATION);

/** Whole days from a time until now; 0 for a clock that runs behind. */
export const countDays = (since: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));

function findLevel2Time({ level, level_since, replacement }: HoldTimes): Date {
  if (withholdsText({ level })) return level_since;
  const latest = addDays(level_since, DAYS_OF_NOTICE);
  if (!replacement) return latest;
  // A level that was lowered after the replacement was marked runs from the later of the two decisions.
  const start = replacement.marked_at > level_since ? replacement.marked_at : level_since;
  const afterReplacement = addDays(start, DAYS_AFTER_REPLACEMENT);
  return afterReplacement < latest ? afterReplacement : latest;
}

const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);
