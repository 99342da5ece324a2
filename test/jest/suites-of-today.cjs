/**
 * Filter of jest for `npm test` without a path: of the long suites (`*.long.test.ts`) it leaves those whose day it
 * is, so that each runs once a week, in the next week on another weekday. `npm run dev -- test:long` runs all of them.
 */
const DAYS = 7;

module.exports = function suitesOfToday(paths) {
  const day = Number(process.env.TEST_DAY);
  const turn = (day + Math.floor(day / DAYS)) % DAYS;
  const long = paths.filter((path) => path.endsWith('.long.test.ts')).toSorted();
  const waiting = new Set(long.filter((_, index) => index % DAYS !== turn));
  process.stdout.write(
    `Long suites: ${long.length - waiting.size} of ${long.length} on TEST_DAY=${day}; npm run dev -- test:long runs all\n`,
  );
  return { filtered: paths.filter((path) => !waiting.has(path)) };
};
