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
/** An issuer of standards or a mark, then a number: EN 1992-1-1, EN 206:2013+A2:2021, NFPA 101, AC-2. */
const DESIGNATION = /^[A-Z]{2,10}(?:[ /-][A-Z]{1,10}){0,3}[ -]?[A-Z]{0,3}[ -]?\d[\dA-Z.:/()+-]*$/i;

/** Parses a query of any text. */
export function parseQuery(text: string): ParsedQuery {
  const query = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  // Found before they are in lower case, in which İ is two characters, one of them no part of a word.
  const all = (query.match(WORD) ?? []).map((word) => word.toLowerCase());
  const significant = all.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  const isPassage = all.length > MAX_WORDS_BESIDE_PHRASE;
  const quotes = isPassage ? [] : [...query.matchAll(QUOTED)];
  const quoted = quotes.map(([, phrase = '']) => phrase.trim()).filter(hasWord);
  return {
    words: significant.length > 0 ? significant : all,
    address: ADDRESS.exec(query)?.[1] ?? null,
    phrases: quoted.length === 0 && !isPassage && DESIGNATION.test(query) ? [query] : quoted,
  };
}

const hasWord = (phrase: string): boolean => phrase.search(WORD) >= 0;

/** What two texts have in common that read alike: letter case, spacing, emphasis, apostrophes, Unicode form. */
const unifyWriting = (text: string): string =>
  unifyLetters(text.normalize('NFC'))
    .replaceAll(INVISIBLE, '')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** Whether a text contains a phrase literally, as whole words, as both are read. */
export function containsPhrase(text: string, phrase: string): boolean {
  const [haystack, needle] = [unifyWriting(text), unifyWriting(phrase)];
  const isWordAt = (at: number): boolean => /[\p{L}\p{N}]/u.test(haystack.charAt(at));
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    if (!isWordAt(at - 1) && !isWordAt(at + needle.length)) return true;
  }
  return false;
}
