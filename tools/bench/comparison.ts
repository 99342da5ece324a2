/**
 * Times two operations of the same kind in turn, such as reads of a small and of a large library, so that other load on
 * the machine affects both.
 */
import { type Percentiles, Stopwatch } from './http-measurement.ts';

/** The bar where nothing else is said. */
export const MAX_GROWTH = 2;

/** What the second work costs compared with the first. */
export interface ComparisonRow {
  operation: string;
  first: Percentiles;
  second: Percentiles;
  /** The bar: at the median, the second takes at most so many times as long. */
  maxRatio: number;
}

/** One round of a work; its preparation is not timed. */
export type TimedRound = (round: number, stopwatch: Stopwatch) => Promise<unknown>;

/** Times two works in turn, `rounds` times each after as many unmeasured ones. */
export async function timeInTurn(
  rounds: number,
  first: TimedRound,
  second: TimedRound,
): Promise<Pick<ComparisonRow, 'first' | 'second'>> {
  const watches = { first: new Stopwatch(), second: new Stopwatch() };
  for (let round = 0; round < 2 * rounds; round += 1) {
    if (round === rounds) for (const watch of Object.values(watches)) watch.reset();
    await first(round, watches.first);
    await second(round, watches.second);
  }
  return { first: watches.first.read(), second: watches.second.read() };
}

/** A row in one line of the log. */
export const describeComparison = ({ operation, first, second }: ComparisonRow): string =>
  `${operation}: p50 ${first.p50.toFixed(1)} and ${second.p50.toFixed(1)} ms`;
