/** How much of a query a row contains, as evidence for whether a hit is strong (`confidence.ts`). Does not rank. */
import type { QueryWord } from './number-words.ts';
import type { FoundRow, WeighedWord } from './searched-rows.ts';

/**
 * The share of the query's words that the row contains, by weight, from 0 to 1. Parts of numbers (count below 1) are
 * left out.
 */
export function coverage(words: readonly WeighedWord[], row: FoundRow): number {
  let [found, all] = [0, 0];
  for (const word of words) {
    if (word.count < 1) continue;
    const weight = word.idf * word.count;
    all += weight;
    if (hasWord(word, row)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}

/** Whether a row contains a word of the query. */
export const hasWord = ({ terms }: QueryWord, row: FoundRow): boolean =>
  terms.some((term) => row.hasTerm(term));
