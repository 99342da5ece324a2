/** Unit tests of the level and the deadlines of a hold. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { MODERATION_REASONS } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { computeDeadlines, countDays, openingLevel } from './deadlines.ts';

const DAY_MS = 86_400_000;
const START = new Date('2027-01-10T12:00:00.000Z');
const day = (days: number, ms = 0): Date => new Date(START.getTime() + days * DAY_MS + ms);
const notice = { opened_at: START, level: 1 as const, level_since: START, replacement: null };

describe('the deadlines of a hold', () => {
  it('three reasons withhold at once, all others begin with a notice (W5)', () => {
    const atOnce = MODERATION_REASONS.filter((reason) => openingLevel(reason) === 2);
    assert.deepEqual(atOnce, ['copyright_notice', 'suspected_copy', 'legal_compulsion']);
  });

  it('a notice becomes level 2 after 90 days, to the millisecond; R-237: then it is escalated (W5)', () => {
    assert.equal(computeDeadlines(notice, day(90, -1)).level, 1);
    assert.deepEqual(computeDeadlines(notice, day(90)), {
      level: 2,
      level2_at: day(90),
      acknowledge_by: day(90),
      escalates_at: day(90),
    });
  });

  it('30 days after a marked replacement, but never later than 90 after the notice (W5)', () => {
    const marked = (days: number) =>
      computeDeadlines({ ...notice, replacement: { edition_id: 'e', marked_at: day(days) } }, START)
        .level2_at;
    assert.deepEqual([marked(0), marked(10), marked(60), marked(61)], [day(30), day(40), day(90), day(90)]);
  });

  it('a text withheld at once is at level 2 from the start (W15)', () => {
    const { level, level2_at, acknowledge_by, escalates_at } = computeDeadlines(
      { ...notice, level: 2 },
      START,
    );
    assert.deepEqual([level, level2_at, acknowledge_by, escalates_at], [2, START, START, day(90)]);
  });

  it('a level that was lowered runs from that decision; the escalation does not (W15)', () => {
    const lowered = { ...notice, level_since: day(100), replacement: { edition_id: 'e', marked_at: day(5) } };
    const { level, level2_at, escalates_at } = computeDeadlines(lowered, day(101));
    assert.deepEqual([level, level2_at, escalates_at], [1, day(130), day(90)]);
  });

  it('a clock that runs behind gives no negative age (R16)', () => {
    assert.deepEqual(
      [countDays(START, day(-1)), countDays(START, day(2, -1)), countDays(START, day(2))],
      [0, 1, 2],
    );
  });
});
