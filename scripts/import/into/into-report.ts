/** Report of a Word file that came back: its changes of the standard, as lines of text and as JSON. Pure. */
import { diffOutlines, type OutlineDiff } from '../../../shared/revisioning/compare/diff-outlines.ts';
import type { Element } from '../../../shared/revisioning/outline/outline.ts';
import { diffWords } from '../../../shared/text/word-diff.ts';
import { formatCount } from '../../console/progress.ts';
import { describeUncertain } from '../edition/edition-report.ts';
import { type UncertainClause, wordsOf } from '../edition/plan-edition.ts';
import { firstLines, quoteWords } from '../report-lines.ts';
import type { AppliedFile } from './apply-file.ts';
import type { MergeConflictText } from './merge-into.ts';

/** What the file changes. */
export interface IntoReport {
  changed: { address: string; from: string; to: string }[];
  moved: { from: string; to: string }[];
  new: { address: string; words: string }[];
  deleted: { address: string; words: string; fields: string[] }[];
  notTaken: AppliedFile['notTaken'];
  uncertain: UncertainClause[];
  conflicts: MergeConflictText[];
}

export function reportInto(
  { base, outline, notTaken }: AppliedFile,
  uncertain: UncertainClause[],
  conflicts: MergeConflictText[],
): IntoReport {
  const { clauses } = diffOutlines(base, outline);
  const changedTo = (row: OutlineDiff['clauses'][number]) =>
    row.change === 'changed' && row.before && row.after
      ? [{ address: row.after.address, from: fullWords(row.before), to: fullWords(row.after) }]
      : [];
  const fieldsOf = Map.groupBy(base.fields, ({ element_id }) => element_id);
  return {
    changed: clauses.flatMap(changedTo),
    moved: clauses.flatMap(({ before, after }) =>
      before && after && before.address !== after.address
        ? [{ from: before.address, to: after.address }]
        : [],
    ),
    new: clauses.flatMap(({ change, after }) =>
      change === 'added' && after ? [{ address: after.address, words: fullWords(after) }] : [],
    ),
    deleted: clauses.flatMap(({ change, before }) =>
      change === 'removed' && before
        ? [
            {
              address: before.address,
              words: fullWords(before),
              fields: (fieldsOf.get(before.element_id) ?? []).map(({ label }) => label),
            },
          ]
        : [],
    ),
    notTaken,
    uncertain,
    conflicts,
  };
}

const fullWords = (element: Element): string => wordsOf(element);

export function describeInto(report: IntoReport): string[] {
  const { changed, moved, deleted, notTaken, uncertain, conflicts } = report;
  const count = (name: string, { length }: readonly unknown[]): string =>
    `${name} ${length.toLocaleString('en')}`;
  return [
    `${[
      count('Changed', changed),
      count('new', report.new),
      count('moved', moved),
      count('deleted', deleted),
      count('not taken', notTaken),
      count('uncertain', uncertain),
    ].join(', ')}.`,
    ...firstLines(changed, ({ address, from, to }) => `  changed ${address} ${describeWords(from, to)}`),
    ...firstLines(report.new, ({ address, words }) => `  new ${address} ${quoteWords(words)}`),
    ...firstLines(moved, ({ from, to }) => `  moved ${from} → ${to}`),
    ...firstLines(deleted, ({ address, words, fields }) =>
      [
        `  deleted ${address} ${quoteWords(words)}`,
        ...fields.map((label) => `    with its field ${label}`),
      ].join('\n'),
    ),
    ...firstLines(
      notTaken,
      ({ address, what, from, to }) =>
        `  not taken: ${what} of ${address}: ${from === '' ? 'none' : quoteWords(from)} → ${to === '' ? 'none' : quoteWords(to)}`,
    ),
    ...describeUncertain(uncertain),
    ...(conflicts.length === 0
      ? []
      : [
          `${formatCount(conflicts.length, 'clause')} changed in the file and, otherwise, on the service since its revision:`,
        ]),
    ...firstLines(conflicts, ({ address, mine, theirs }) =>
      [
        `  conflict ${address}`,
        `    in the file: ${mine === null ? 'deleted' : JSON.stringify(mine)}`,
        `    on the service: ${theirs === null ? 'deleted' : JSON.stringify(theirs)}`,
      ].join('\n'),
    ),
  ].flatMap((line) => line.split('\n'));
}

/** Words around a change that are shown. */
const AROUND = 25;

/** The changed words with `[-…-]` and `{+…+}`, and some around them. */
function describeWords(from: string, to: string): string {
  const runs = diffWords(from.replaceAll('\n', ' '), to.replaceAll('\n', ' '));
  return runs
    .map(({ type, text }, index) => {
      if (type === 'removed') return `[-${text}-]`;
      if (type === 'added') return `{+${text}+}`;
      if (text.length <= 2 * AROUND) return text;
      const start = index === 0 ? '' : text.slice(0, AROUND);
      return `${start}…${index === runs.length - 1 ? '' : text.slice(-AROUND)}`;
    })
    .join('');
}
