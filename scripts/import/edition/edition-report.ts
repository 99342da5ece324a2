/**
 * Report of which clause of the standard each element of a text is taken for, as lines of text and as JSON: of the
 * import of a next edition, and of `spec push`. Pure.
 */
import { quoteChange } from '../quote-start.ts';
import { firstLines, onOneLine, quoteWords } from '../report-lines.ts';
import type { EditionPlan } from './plan-edition.ts';

/** @param lostFields labels of the fields that are deleted, with their addresses */
export function describeEdition(plan: EditionPlan, lostFields: readonly string[]): string[] {
  const { kept, reworded, moved, added, deleted, uncertain } = plan;
  const counts = { reworded, moved, new: added, deleted, uncertain };
  const counted = Object.entries(counts).map(([name, all]) => `${name} ${all.length.toLocaleString('en')}`);
  return [
    `Kept unchanged ${kept.toLocaleString('en')}, ${counted.join(', ')}.`,
    ...firstLines(
      reworded,
      ({ address, from, to }) => `  reworded ${address} ${quoteChange(onOneLine(from), onOneLine(to))}`,
    ),
    ...firstLines(moved, ({ from, to, by }) => `  moved ${from} → ${to} (${by.replaceAll('_', ' ')})`),
    ...firstLines(added, ({ address, words }) => `  new ${address} ${quoteWords(words)}`),
    ...firstLines(deleted, ({ address, words }) => `  deleted ${address} ${quoteWords(words)}`),
    ...firstLines(lostFields, (field) => `  deleted: the field ${field}`),
    ...describeUncertain(uncertain),
  ].flatMap((line) => line.split('\n'));
}

/** Each uncertain clause with its candidates. */
export const describeUncertain = (uncertain: EditionPlan['uncertain']): string[] =>
  firstLines(uncertain, ({ address, words, candidates, choice }) =>
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
