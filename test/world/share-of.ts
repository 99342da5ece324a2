/**
 * Chooses which values of a long list a test case tries in a short run: another part in each case and on each day, so
 * that each value is tried in some case. A long run tries all.
 */

/** Whether this is `npm run dev -- test:long`, which tries every value in every case. */
export const isLongRun = process.env.LAW_RUNS !== undefined;

/** Cases that try a value together: each tries one value in so many. */
const PARTS = 8;

/** The day of this run, counted since 1970 (`jest.config.mjs`). */
const day = Number(process.env.TEST_DAY ?? 0);

/**
 * The values that the case with this index tries: each eighth, or one of so many parts, beginning with another one in each
 * case and each day; all in the long run.
 */
export const shareOf = <T>(values: readonly T[], index: number, parts = PARTS): readonly T[] =>
  isLongRun ? values : values.filter((_, at) => at % parts === (index + day) % parts);

/** Whether this run tries one of so many cases, of which a short run tries another one each day. */
export const isTurnOf = (index: number, cases: number): boolean => isLongRun || day % cases === index;
