/**
 * Numbers as terms of the index: 2.5, 1/2, 4:1, 14.2.1.0, EN 1992-1-1 and 20 °C are each one term, in addition to their
 * parts. Also the words of a query, and how much a number and its parts count among them. Takes folded texts
 * (`foldText`). Pure.
 */
import { UNIT, unifyUnit } from './units.ts';

/** These begin or join terms, which are words for FTS5. They are characters for private use: no text means them. */
const WHOLE = '\uF700';
const PART = '\uF701';
const UNIT_OF = '\uF702';
const SIGNS = './:-+( ';
const FIRST_SIGN = 0xf710;

/** A number, or letters and digits with signs between them; also 2 1/2, and -5 where no word stands before it. */
const RUN =
  '(?:\\d+ \\d{1,2}/\\d{1,3}(?![\\p{L}\\p{N}/])|(?:(?<![^\\s(≤≥<>±≈~])-(?=\\d))?[\\p{L}\\p{N}\\p{Co}]+(?:[./:+(-][\\p{L}\\p{N}]+\\)?)*)';
const MEASURE = `(?:(?<=\\d) ?((?:${UNIT})(?![\\p{L}\\p{N}])|°[cfk]?(?![\\p{L}\\p{N}])|[%‰"']))?`;
const RUN_AND_UNIT = new RegExp(`(${RUN})${MEASURE}`, 'giu');
const WORDS_OF_QUERY = new RegExp(`${RUN}${MEASURE}`, 'giu');

/** A number with signs and nothing else. */
const IS_NUMBER = /^-?\d+(?: \d+\/\d+|(?:[./:]\d+)*)$/;

/** The words of a folded query, each number with its signs and its unit. */
export const wordsOf = (folded: string): string[] =>
  [...folded.matchAll(WORDS_OF_QUERY)].flatMap(([found]) =>
    /\d/.test(found) ? found : (found.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []),
  );

/** A folded text with the terms of its numbers in their places, for FTS5 to split. */
export function withNumberTerms(folded: string): string {
  if (!/\d/.test(folded)) return folded;
  return folded.replaceAll(RUN_AND_UNIT, (all: string, run: string, unit?: string) => {
    if (!/\d/.test(run)) return all;
    const terms = termsOf(run);
    if (unit === undefined) return terms.join(' ');
    // Of 3-5 mm both are in millimetres, and a query may name the last.
    const measured = new Set([run, run.slice(run.lastIndexOf('-') + 1)]);
    const measures = [...measured].map((of) => `${WHOLE}${joined(of)}${UNIT_OF}${unifyUnit(unit)}`);
    return [...terms, ...(run.startsWith('-') ? measures.slice(0, 1) : measures), unit].join(' ');
  });
}

/** The terms of a number or designation. */
function termsOf(run: string): string[] {
  const pieces = run.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  if (pieces.length === 1 && pieces[0] === run) return [run];
  const whole = `${WHOLE}${joined(run)}`;
  if (IS_NUMBER.test(run)) return [whole, ...pieces.map((piece) => `${PART}${piece}`)];
  const sides = run.split(/[-+():]/).filter((side) => side !== '');
  if (sides.length > 1) return [whole, ...sides.flatMap(termsOf)];
  return [whole, ...pieces];
}

const joined = (run: string): string =>
  run
    .replaceAll(')', '')
    .replaceAll(/[./:+( -]/g, (sign) => String.fromCharCode(FIRST_SIGN + SIGNS.indexOf(sign)));

/** Whether a term is additional to the words of a text, which counts for nothing in its length. */
export const isExtraTerm = (term: string): boolean => term.startsWith(WHOLE);

/** A term of a query, or several that are one word of it, and how much it counts. */
export interface QueryWord {
  terms: readonly string[];
  count: number;
}

/** How much the parts of a number count in a query, and the number as a part of longer ones. */
const PART_WEIGHT = 0.1;
/** How much a whole number counts in a passage in addition to its parts. */
const WHOLE_WEIGHT_IN_PASSAGE = 0.3;

/**
 * The words of a query by its terms. In a short one a number is a word, and its parts are found for little. In a passage
 * the parts are words, as references to clauses near each other share them, and a single character says nothing.
 * @param counts how often the query contains each term
 */
export function toQueryWords(counts: ReadonlyMap<string, number>, isPassage: boolean): QueryWord[] {
  return [...counts].flatMap(([term, count]): QueryWord[] => {
    const isWhole = term.startsWith(WHOLE);
    const number = term.startsWith(PART) ? term.slice(PART.length) : term;
    if (isWhole) return [{ terms: [term], count: isPassage ? count * WHOLE_WEIGHT_IN_PASSAGE : count }];
    if (isPassage && number.length === 1) return [];
    if (!/^\d+$/.test(number)) return [{ terms: [term], count }];
    const [own, part] = [number, `${PART}${number}`];
    if (isPassage) return [{ terms: [own, part], count }];
    if (term === part) return [{ terms: [own, part], count: count * PART_WEIGHT }];
    return [
      { terms: [own], count },
      { terms: [part], count: count * PART_WEIGHT },
    ];
  });
}

/** Whether a hit that lacks this word of a query lacks one of its numbers. */
export const isNumber = ({ terms: [term = ''], count }: QueryWord): boolean =>
  count >= 1 && (term.startsWith(WHOLE) || /^\d+$/.test(term));
