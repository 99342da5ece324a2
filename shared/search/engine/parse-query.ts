/**
 * Parses a search query into significant words, an address and phrases, and finds a phrase in a text. Apart
 * from quotation marks the query is literal, without operators (hardening H5).
 */
import { STOP_WORDS, unifyLetters, WORD } from './words.ts';

export interface ParsedQuery {
  /** Words to find, in lower case, each as often as the query contains it. */
  words: readonly string[];
  /** Set when the query is an address: rows there come first. */
  address: string | null;
  /** Rows with all of these come first: quoted phrases, or a designation such as EN 1990. */
  phrases: readonly string[];
}

/** In a longer text quotation marks are punctuation, and no name of a standard is longer. */
const MAX_WORDS_BESIDE_PHRASE = 20;
const ADDRESS = /^(?:(?:§+|section|clause|paragraph)\s*)?(\d{1,5}(?:\.\d{1,5}){0,11})\.?$/i;
const QUOTED = /["“„”«»‹›]([^"“”„«»‹›]{2,})["“”«»‹›]/g;
/** Marks of emphasis and code in the markup, and hyphens that are not shown. */
const INVISIBLE = /[*_`\u00ad]/g;
const APOSTROPHES = /[’‘ʼ]/g;
/** Up to four words, then letters and digits with signs between them: NFPA 101, B-9.28.1.2, EN 206:2013+A2:2021. */
const DESIGNATION =
  /^((?:\p{L}{1,10}(?:[/-]\p{L}{1,10}){0,3} ){0,4}(?=[^ \p{Nd}]*\p{Nd})[\p{L}\p{Nd}][\p{L}\p{Nd}./:()+-]*?)[.:]?$/u;
/** Signs that go on with a designation where a letter or digit follows: B-9.28.1 is another than B-9.28.1.2. */
const SIGNS = /[./:(+-]/;

/** Parses a query of any text. */
export function parseQuery(text: string): ParsedQuery {
  const query = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  // Found before they are in lower case, in which İ is two characters, one of them no part of a word.
  const all = (query.match(WORD) ?? []).map((word) => word.toLowerCase());
  const significant = all.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  const isPassage = all.length > MAX_WORDS_BESIDE_PHRASE;
  const quotes = isPassage ? [] : [...query.matchAll(QUOTED)];
  const quoted = quotes.map(([, phrase = '']) => phrase.trim()).filter(hasWord);
  const designation = isPassage ? null : findDesignation(query);
  return {
    // Each digit tells one designation from another.
    words: designation === null ? (significant.length > 0 ? significant : all) : withoutStopWords(all),
    address: ADDRESS.exec(query)?.[1] ?? null,
    phrases: designation === null ? quoted : [designation],
  };
}

const withoutStopWords = (words: readonly string[]): string[] =>
  words.filter((word) => word.length === 1 || !STOP_WORDS.has(word));

/** The designation that a text is. */
const findDesignation = (text: string): string | null =>
  /\p{L}/u.test(text) ? (DESIGNATION.exec(text)?.[1] ?? null) : null;

const hasWord = (phrase: string): boolean => phrase.search(WORD) >= 0;

/** What two texts have in common that read alike: letter case, spacing, emphasis, apostrophes, Unicode form. */
const unifyWriting = (text: string): string =>
  unifyLetters(text.normalize('NFC'))
    .replaceAll(INVISIBLE, '')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** How a text contains a phrase: a designation may be there only as part of a longer one. */
export type Containment = 'whole' | 'part' | 'none';

/** How a text contains a phrase literally, as whole words, as both are read. */
export function findPhrase(text: string, phrase: string): Containment {
  const [haystack, needle] = [unifyWriting(text), unifyWriting(phrase)];
  const isDesignation = findDesignation(phrase) !== null;
  const isWordAt = (at: number): boolean => /[\p{L}\p{N}]/u.test(haystack.charAt(at));
  const goesOn = (at: number, step: 1 | -1): boolean =>
    SIGNS.test(haystack.charAt(at)) && isWordAt(at + step);
  let found: Containment = 'none';
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    const [before, after] = [at - 1, at + needle.length];
    if (isWordAt(before) || isWordAt(after)) continue;
    if (!isDesignation || !(goesOn(before, -1) || goesOn(after, 1))) return 'whole';
    found = 'part';
  }
  return found;
}
