/**
 * Measures how alike the words of two clauses are. Words that many clauses of a standard have ("shall", "reviewed")
 * count little, so that two requirements in one pattern are not alike. Pure.
 */
import { LRUCache } from 'lru-cache';

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

const WORD = /[\p{L}\p{M}]+|\p{N}+/gu;
const DIGIT = /^\p{N}/u;
/** Another value of a requirement is no other requirement, but decides between those that differ in nothing else. */
const WEIGHT_OF_NUMBERS = 0.3;
/** Clauses from which the frequency of words is taken; more do not change it much, and cost time. */
const SAMPLE_SIZE = 1_000;

/** Words of a clause that are compared; those after them are not. */
const MAX_WORDS = 5_000;
const MAX_DISTINCT_WORDS = 1_000;

/** The words of texts that were read last: the next save of a standard has nearly all of them again. */
const known = new LRUCache<string, ReadonlySet<string>>({
  maxSize: 1_000_000,
  sizeCalculation: (_, text) => text.length + 1,
});

/** Heading and text of a clause in one. */
export const textOf = ({ toc_content, content }: Wording): string => `${toc_content}\n${content}`;

/** The words of heading and text, each once, in lower case, and numbers. */
export function wordsOf(clause: Wording): ReadonlySet<string> {
  const text = textOf(clause);
  const found = known.get(text);
  if (found) return found;
  const words = readWords(text);
  known.set(text, words);
  return words;
}

function readWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  let read = 0;
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    words.add(word);
    read += 1;
    if (read === MAX_WORDS || words.size === MAX_DISTINCT_WORDS) break;
  }
  return words;
}

export class TextLikeness {
  readonly #numbers = new Map<string, number>();
  readonly #weights: number[] = [];
  readonly #counts = new Map<string, number>();
  readonly #sampleSize: number;

  /** @param clauses of the standard, from which the frequency of words is taken */
  constructor(clauses: readonly Wording[]) {
    const step = Math.max(1, Math.ceil(clauses.length / SAMPLE_SIZE));
    const sample = clauses.filter((_, at) => at % step === 0);
    // Most texts of two editions are in both, and are read once.
    for (const [first, ...others] of Map.groupBy(sample, textOf).values())
      for (const word of first ? wordsOf(first) : [])
        this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1 + others.length);
    this.#sampleSize = sample.length;
  }

  weigh(clause: Wording): WeighedWords {
    const words = Array.from(wordsOf(clause), (word) => this.#numberOf(word)).sort((a, b) => a - b);
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

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#weights.length;
    const rarity = Math.log((this.#sampleSize + 2) / ((this.#counts.get(word) ?? 0) + 1));
    this.#numbers.set(word, number);
    this.#weights.push(DIGIT.test(word) ? rarity * WEIGHT_OF_NUMBERS : rarity);
    return number;
  }
}
