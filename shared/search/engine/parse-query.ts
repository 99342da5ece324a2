/**
 * Parses a search query into significant words, numbers of clauses, and phrases. Apart from quotation marks the query
 * is literal, without operators.
 */
import { foldText } from './fold-text.ts';
import { wordsOf } from './number-words.ts';
import { UNIT } from './units.ts';
import { STOP_WORDS, WORD } from './words.ts';

/** A clause that a query names by its number, most likely reading first. */
export interface NamedClause {
  /** As it may be printed: 2.2.1.2(1). */
  number: string;
  /** Its address if that is its number; null for numbers that are no address. */
  address: string | null;
  /** What of the query is below it: 1, of (1); '' for the whole query. */
  below: string;
}

export interface ParsedQuery {
  /** Words and numbers to find, each as often as the query contains it. */
  words: readonly string[];
  /** Set when the query is the number of a clause. */
  clauses: readonly NamedClause[];
  /** Rows with all of these come first: quoted phrases, a designation such as EN 1990, or a quantity such as 2.5 mm. */
  phrases: readonly string[];
  isQuoted: boolean;
  /** The whole query, as a standard may be named. */
  name: string;
  /** Whether it is a longer text. In one, quotation marks are punctuation and a missing number says little. */
  isPassage: boolean;
}

const MAX_WORDS_BESIDE_PHRASE = 20;
/** What stands before the number of a clause or section. */
const LABEL =
  '(?:§+|(?:sub-?)?(?:section|clause|article|paragraph|sentence|chapter|part|item)s?|art\\.|sec\\.|sect\\.|cl\\.|para\\.|no\\.)';
const ADDRESS = new RegExp(
  `^(?:${LABEL} ?)?(\\d{1,5}(?:\\.\\d{1,5}){0,11})((?:\\([\\p{L}\\p{N}]{1,4}\\)){0,3})\\.?$`,
  'iu',
);
const LABELLED = new RegExp(`^${LABEL} ?(?=\\d)`, 'i');
/** A mark after a digit is one of inches. */
const QUOTED = /(?<!\d)["“„”«»‹›]([^"“”„«»‹›]{2,}(?:(?<=\d)"(?=["“”«»‹›]))?)["“”«»‹›]/g;
/** Up to four words, then letters and digits with signs between them: NFPA 101, B-9.28.1.2, EN 206:2013+A2:2021. */
const DESIGNATION =
  /^((?:\p{L}{1,10}(?:[/-]\p{L}{1,10}){0,3} ){0,4}(?=[^ \p{Nd}]*\p{Nd})[\p{L}\p{Nd}][\p{L}\p{Nd}./:()+-]*?(?: x \d[\p{L}\p{Nd}./]*){0,2})[.:]?$/u;
/** A number with its sign and unit, or several: 20 ±2 °C, 50 x 50 mm, 3 to 5 mm, 28 days after. */
const ONE_QUANTITY = `[≤≥<>±≈~]?-?\\d+(?:[./:]\\d+)*(?: \\d+/\\d+)?(?: ?(?:${UNIT}|°[cfk]?|[%‰"']))?`;
const QUANTITY = new RegExp(
  `^(${ONE_QUANTITY}(?:(?: x | to | and |-| )${ONE_QUANTITY}){0,3}(?: \\p{L}+){0,2}?)[.:]?$`,
  'iu',
);
const MAX_SPECIAL_CHARACTERS = 100;

/** Parses a query of any text. */
export function parseQuery(text: string): ParsedQuery {
  const query = foldText(text).trim();
  const all = wordsOf(query);
  const significant = all.filter((word) => /\d/.test(word) || isSignificant(word));
  const isPassage = all.length > MAX_WORDS_BESIDE_PHRASE;
  const special = isPassage || query.length > MAX_SPECIAL_CHARACTERS ? '' : query;
  const designation = findDesignation(special);
  const quantity = findQuantity(special);
  const quoted = isPassage ? [] : findQuoted(text);
  return {
    // Each letter tells one designation from another.
    words: designation === null ? (significant.length > 0 ? significant : all) : withoutStopWords(all),
    clauses: findNamedClauses(special),
    phrases: quoted.length > 0 ? quoted : [designation ?? quantity ?? []].flat(),
    isQuoted: quoted.length > 0,
    name: special,
    isPassage,
  };
}

const isSignificant = (word: string): boolean => word.length > 1 && !STOP_WORDS.has(word.toLowerCase());

const withoutStopWords = (words: readonly string[]): string[] =>
  words.filter((word) => word.length === 1 || !STOP_WORDS.has(word.toLowerCase()));

/** The quoted phrases; found before the text is folded, in which marks of inches are quotation marks. */
function findQuoted(text: string): string[] {
  return [...text.replaceAll(/\s+/g, ' ').matchAll(QUOTED)]
    .map(([, phrase = '']) => foldText(phrase).trim())
    .filter((phrase) => phrase.search(WORD) >= 0);
}

/** The designation that a folded text is. */
export const findDesignation = (text: string): string | null =>
  /\p{L}/u.test(text) && findQuantity(text) === null
    ? (DESIGNATION.exec(withoutLabel(text))?.[1] ?? null)
    : null;

/** The quantity or number that a folded text is. */
const findQuantity = (text: string): string | null => QUANTITY.exec(withoutLabel(text))?.[1] ?? null;

/** Section 03 31 29 is written in a text as 03 31 29 too; section 2 is not the number 2. */
const withoutLabel = (text: string): string =>
  /\d{6}|\d\.\d+\.\d/.test(text) ? text.replace(LABELLED, '') : text;

/** The clauses that a query names: of 2.2.1.2.(1) the one of that number, else the article 2.2.1.2. */
function findNamedClauses(query: string): NamedClause[] {
  const [, number = '', groups = ''] = ADDRESS.exec(query) ?? [];
  if (number !== '') {
    const members = groups.match(/[\p{L}\p{N}]+/gu) ?? [];
    return [...members.keys(), members.length].toReversed().map((count) => {
      const own = members.slice(0, count);
      return {
        number: `${number}${own.map((member) => `(${member})`).join('')}`,
        address: [number, ...own.map(toAddressPart)].join('.'),
        below: members.slice(count).map(toAddressPart).join('.'),
      };
    });
  }
  const designation = findDesignation(query);
  return designation === null ? [] : [{ number: designation, address: null, below: '' }];
}

/** (a) is the first, as (1) is. */
const toAddressPart = (member: string): string =>
  /^[a-z]$/i.test(member) ? String((member.toLowerCase().codePointAt(0) ?? 0) - 96) : member;
