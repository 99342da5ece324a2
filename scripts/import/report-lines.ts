/** Lines that the reports of several imports are made of: a list that is cut, and the words of a clause in one line. Pure. */
import { formatCount } from '../console/progress.ts';
import { quoteStart } from './quote-start.ts';

const MAX_LINES = 20;

/** A line for each of at most 20, then how many more there are. */
export const firstLines = <T>(all: readonly T[], describe: (one: T) => string): string[] => [
  ...all.slice(0, MAX_LINES).map(describe),
  ...(all.length > MAX_LINES ? [`  … and ${formatCount(all.length - MAX_LINES, 'more row')} (--json)`] : []),
];

/** The beginning of the words of a clause, on one line. */
export const quoteWords = (words: string): string => quoteStart(onOneLine(words));

export const onOneLine = (words: string): string => words.replaceAll('\n', ' ');
