/** Words of texts as numbers, which are compared and counted faster than strings. Pure but for what it remembers. */
import { LRUCache } from 'lru-cache';

const WORD = /[\p{L}\p{M}]+|\p{N}+/gu;
const DIGIT = /^\p{N}/u;
/** Words of a text that are compared; those after them are not. */
const MAX_WORDS = 5_000;
const MAX_DISTINCT_WORDS = 1_000;
/** Words from which the next comparison begins with an empty table. */
const MAX_TABLE_WORDS = 100_000;
/** Characters of the texts that are remembered. */
const MAX_KNOWN_CHARACTERS = 1_000_000;

/** The words of a text, each once, in lower case, and numbers. */
export function readWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  let read = 0;
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    words.add(word);
    read += 1;
    if (read === MAX_WORDS || words.size === MAX_DISTINCT_WORDS) break;
  }
  return words;
}

export class WordTable {
  static #current = new WordTable();

  /** The table for one comparison, with the texts of those before. */
  static forComparison(): WordTable {
    if (WordTable.#current.size >= MAX_TABLE_WORDS) WordTable.#current = new WordTable();
    return WordTable.#current;
  }

  readonly #numbers = new Map<string, number>();
  /** By number: whether the word is a number. */
  readonly #areDigits: boolean[] = [];
  /** The words of the texts that came last: the next save of a standard has nearly all of them again. */
  readonly #texts = new LRUCache<string, Uint32Array>({
    maxSize: MAX_KNOWN_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });

  /** The words with a number. */
  get size(): number {
    return this.#areDigits.length;
  }

  /** The words of a text in their order, each once. */
  wordsOf(text: string): Uint32Array {
    // Not `get`, which notes the use of each: a text that is in use and forgotten is read again once.
    const found = this.#texts.peek(text);
    if (found) return found;
    const words = Uint32Array.from(readWords(text), (word) => this.#numberOf(word));
    this.#texts.set(text, words);
    return words;
  }

  /** Whether a word consists of digits. */
  isNumber(word: number): boolean {
    return this.#areDigits[word] ?? false;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.size);
    return this.#areDigits.push(DIGIT.test(word)) - 1;
  }
}
