/**
 * Replaces the choices that a guide specification leaves in its text, `[35 MPa] [41 MPa]` or `[_____]`, by the value
 * chosen for their field. Only where one field and one place match each other and nothing else; no other text
 * changes. Pure.
 */
import { isConnective, withoutChoices } from '../text/bracket-choices.ts';
import type { Block, Run } from './printed-document.ts';

/** A field of the clause, with its value in words. */
export interface ChosenField {
  label: string;
  options: readonly string[];
  /** Empty where no value, or not just one, is recorded. */
  value: string;
}

/** Brackets with only blanks between them, none of them inside another. */
const CHOICES = /\[[^[\]]*\](?:[^\S\n]*\[[^[\]]*\])*/g;
const BLANK = /^_+$/;

interface Place {
  run: Run;
  from: number;
  to: number;
  options: string[];
  before: string;
  behind: string;
}

/** The blocks of a clause with its chosen values in the place of their choices, in bold. */
export function showChosenValues(blocks: readonly Block[], fields: readonly ChosenField[]): Block[] {
  const places = blocks.flatMap(runsOf).flatMap(findPlaces);
  const fitting = places.map((place) => fields.filter((field) => fits(place, field)));
  const values = new Map<Run, { place: Place; value: string }[]>();
  for (const [index, place] of places.entries()) {
    const [field, ...others] = fitting[index] ?? [];
    const isOnly =
      others.length === 0 && fitting.filter((some) => field && some.includes(field)).length === 1;
    if (field === undefined || !isOnly || field.value === '') continue;
    values.set(place.run, [...(values.get(place.run) ?? []), { place, value: field.value }]);
  }
  const replace = (runs: Run[]): Run[] => runs.flatMap((run) => replaceIn(run, values.get(run) ?? []));
  return blocks.map((block) => {
    if (values.size === 0 || block.type === 'code') return block;
    return block.type === 'table'
      ? { ...block, rows: block.rows.map((row) => row.map(replace)) }
      : { ...block, runs: replace(block.runs) };
  });
}

/** The runs of each line of text: a paragraph, or a cell. */
const runsOf = (block: Block): Run[][] =>
  block.type === 'code' ? [] : block.type === 'table' ? block.rows.flat() : [block.runs];

function findPlaces(runs: Run[]): Place[] {
  const textOf = (some: readonly Run[]): string => some.map(({ text }) => text).join('');
  return runs.flatMap((run, index) =>
    run.code || run.image
      ? []
      : [...run.text.matchAll(CHOICES)].map(({ 0: choices, index: from }) => {
          const to = from + choices.length;
          return {
            run,
            from,
            to,
            options: [...choices.matchAll(/\[([^\]]*)\]/g)]
              .map(([, option = '']) => option.trim())
              .filter((option) => option !== ''),
            before: textOf(runs.slice(0, index)) + run.text.slice(0, from),
            behind: run.text.slice(to) + textOf(runs.slice(index + 1)),
          };
        }),
  );
}

/** A choice has the options of its field; a blank stands between the words that its field is named by. */
function fits({ options, before, behind }: Place, field: ChosenField): boolean {
  // Further choices in another style.
  if (/\][^\S\n]*$/.test(before) || /^[^\S\n]*\[/.test(behind)) return false;
  const all = options.filter((option) => !BLANK.test(option));
  const choices = all.filter((option) => !isConnective(option));
  // Of `[galvanized][ or ][painted]` both may be chosen; then the words between them are not known.
  if (choices.length < all.length && !field.options.includes(field.value)) return false;
  if (choices.length > 0)
    return (
      choices.length === field.options.length &&
      choices.every((option, index) => option === field.options[index])
    );
  const [lead = '', ...rest] = field.label.split('…').map(wordsOf);
  const follow = rest.join(' ').trim();
  return (
    options.length === 1 &&
    field.options.length === 0 &&
    lead !== '' &&
    // Labels of earlier imports have the words of other choices, too.
    [wordsOf, (text: string) => wordsOf(withoutChoices(text))].some(
      (read) => ` ${read(before)}`.endsWith(` ${lead}`) && `${read(behind)} `.startsWith(follow),
    )
  );
}

const wordsOf = (text: string): string =>
  text
    .replace(/[[\]_]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function replaceIn(run: Run, values: readonly { place: Place; value: string }[]): Run[] {
  let from = 0;
  const runs: Run[] = [];
  const keep = (to: number): void => {
    if (to > from) runs.push({ ...run, text: run.text.slice(from, to) });
  };
  for (const { place, value } of values) {
    keep(place.from);
    // `Type[ I][ II]` has the blank before the value in its brackets; `[I][ ]` has no word that one stands beside.
    const choices = run.text.slice(place.from, place.to);
    const lead = /^\[\s+[^\s\]]/.test(choices) ? ' ' : '';
    const end = /[^\s[]\s+\]$/.test(choices) ? ' ' : '';
    runs.push({ ...run, text: `${lead}${value}${end}`, bold: true });
    from = place.to;
  }
  keep(run.text.length);
  return runs;
}
