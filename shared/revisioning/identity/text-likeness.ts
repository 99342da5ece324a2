/**
 * Measures how alike the words of two clauses are. Words that many clauses of a standard have ("shall", "reviewed")
 * count little, so that two requirements in one pattern are not alike. Pure.
 */
import { WordTable } from './word-table.ts';

/** Heading and text of a clause. */
export interface Wording {
  toc_content: string;
  content: string;
}

/** The words of a clause as numbers in ascending order, each once, and the sum of their weights. */
export interface WeighedWords {
  words: readonly number[];
  weight: number;
}

/** Another value of a requirement is no other requirement, but decides between those that differ in nothing else. */
const WEIGHT_OF_NUMBERS = 0.3;
/** Clauses from which the frequency of words is taken; more do not change it much, and cost time. */
const SAMPLE_SIZE = 1_000;

/** Stands between heading and text, and in neither. */
const SEPARATOR = '\u001f';

/** Heading and text of a clause in one. Most have no heading, and their text is not copied. */
export const textOf = ({ toc_content, content }: Wording): string =>
  toc_content === '' ? content : `${toc_content}${SEPARATOR}${content}`;

/** How many texts of a sample have each word. */
interface Frequencies {
  counts: Uint32Array;
  sampleSize: number;
}

export class TextLikeness {
  readonly #table = WordTable.forComparison();
  readonly #texts: () => readonly string[];
  #frequencies: Frequencies | null = null;
  /** By the number of the word in the table: in this comparison, so that nothing depends on those before. */
  readonly #numbers = new Map<number, number>();
  readonly #weights: number[] = [];

  /** @param texts of the standard, from which the frequency of words is taken when the first are weighed */
  constructor(texts: () => readonly string[]) {
    this.#texts = texts;
  }

  /** The words of a text, each once. */
  wordsOf(text: string): ReadonlySet<number> {
    return new Set(this.#table.wordsOf(text));
  }

  weigh(text: string): WeighedWords {
    const words = Array.from(this.#table.wordsOf(text), (word) => this.#numberOf(word)).sort((a, b) => a - b);
    return { words, weight: words.reduce((sum, word) => sum + this.weightOf(word), 0) };
  }

  weightOf(word: number): number {
    return this.#weights[word] ?? 0;
  }

  /** From 0 (nothing in common) to 1 (the same words). */
  likeness(one: WeighedWords, other: WeighedWords): number {
    const total = one.weight + other.weight;
    return total === 0 ? 0 : (2 * this.#common(one, other)) / total;
  }

  /** From 0 to 1 where one has all words of the other: a requirement that somebody extended is the same. */
  overlap(one: WeighedWords, other: WeighedWords): number {
    const lesser = Math.min(one.weight, other.weight);
    return lesser === 0 ? 1 : this.#common(one, other) / lesser;
  }

  #common(one: WeighedWords, other: WeighedWords): number {
    const [left, right] = [one.words, other.words];
    let sum = 0;
    for (let i = 0, j = 0; i < left.length && j < right.length; ) {
      const [a, b] = [left[i] ?? 0, right[j] ?? 0];
      if (a === b) sum += this.weightOf(a);
      if (a <= b) i += 1;
      if (b <= a) j += 1;
    }
    return sum;
  }

  #numberOf(word: number): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#weights.length;
    this.#frequencies ??= this.#count();
    const { counts, sampleSize } = this.#frequencies;
    const rarity = Math.log((sampleSize + 2) / ((counts[word] ?? 0) + 1));
    this.#numbers.set(word, number);
    this.#weights.push(this.#table.isNumber(word) ? rarity * WEIGHT_OF_NUMBERS : rarity);
    return number;
  }

  #count(): Frequencies {
    const texts = this.#texts();
    const step = Math.max(1, Math.ceil(texts.length / SAMPLE_SIZE));
    const sample: Uint32Array[] = [];
    for (let at = 0; at < texts.length; at += step) sample.push(this.#table.wordsOf(texts[at] ?? ''));
    // When all are read: a text with new words makes the table longer.
    const counts = new Uint32Array(this.#table.size);
    for (const words of sample) for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
    return { counts, sampleSize: sample.length };
  }
}
