/**
 * Report of the import of a next edition: which clause of the standard each of its elements is taken for, as lines of
 * text and as JSON. Pure.
 */
import { formatCount } from '../../console/progress.ts';
import { quoteChange, quoteStart } from '../quote-start.ts';
import type { EditionPlan } from './plan-edition.ts';

const MAX_ROWS = 20;

/** @param lostFields labels of the fields that are deleted, with their addresses */
export function describeEdition(plan: EditionPlan, lostFields: readonly string[]): string[] {
  const { kept, reworded, moved, added, deleted, uncertain } = plan;
  const counts = { reworded, moved, new: added, deleted, uncertain };
  const counted = Object.entries(counts).map(([name, all]) => `${name} ${all.length.toLocaleString('en')}`);
  return [
    `Kept unchanged ${kept.toLocaleString('en')}, ${counted.join(', ')}.`,
    ...rows(
      reworded,
      ({ address, from, to }) => `  reworded ${address} ${quoteChange(onOneLine(from), onOneLine(to))}`,
    ),
    ...rows(moved, ({ from, to, by }) => `  moved ${from} → ${to} (${by.replaceAll('_', ' ')})`),
    ...rows(added, ({ address, words }) => `  new ${address} ${quoteWords(words)}`),
    ...rows(deleted, ({ address, words }) => `  deleted ${address} ${quoteWords(words)}`),
    ...rows(lostFields, (field) => `  deleted: the field ${field}`),
    ...describeUncertain(uncertain),
  ].flatMap((line) => line.split('\n'));
}

/** Each uncertain clause with its candidates. */
export const describeUncertain = (uncertain: EditionPlan['uncertain']): string[] =>
  rows(uncertain, ({ address, words, candidates, choice }) =>
    [
      `  uncertain ${address} ${quoteWords(words)}`,
      ...candidates.map(
        (clause) =>
          `    ${clause.element_id === choice ? 'is' : 'is not'} ${clause.address} (likeness ${clause.likeness}) ${quoteWords(clause.words)}`,
      ),
    ].join('\n'),
  );

export const toJsonEdition = (
  { kept, reworded, moved, added, deleted, uncertain }: EditionPlan,
  lostFields: readonly string[],
): object => ({ kept, reworded, moved, new: added, deleted, deletedFields: lostFields, uncertain });

/** A line for each of the first ones. */
export const rows = <T>(all: readonly T[], describe: (one: T) => string): string[] => [
  ...all.slice(0, MAX_ROWS).map(describe),
  ...(all.length > MAX_ROWS ? [`  … and ${formatCount(all.length - MAX_ROWS, 'more row')} (--json)`] : []),
];

/** The beginning of the words of a clause, on one line. */
export const quoteWords = (words: string): string => quoteStart(onOneLine(words));

const onOneLine = (words: string): string => words.replaceAll('\n', ' ');
