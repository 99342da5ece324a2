/** Names of standards as a search compares them, and the rows of the standards that are named by the words of a query. */
import { LRUCache } from 'lru-cache';
import { foldRows } from './fold-rows.ts';
import { foldText } from './fold-text.ts';
import type { SearchedContent, SearchedRows, WeighedWord } from './searched-rows.ts';
import type { Tokenizer } from './tokenizer.ts';

const MAX_NAMES = 20_000;
/** The share of a query that a name has, from which on the standard is a hit. */
const MIN_COVERAGE = 0.6;
/** Standards that are found by their names at once. */
const MAX_NAMED = 100;

export class StandardNames {
  readonly #tokenizer: Tokenizer;
  readonly #folded = new LRUCache<string, string>({ max: MAX_NAMES });
  readonly #terms = new LRUCache<string, ReadonlySet<string>>({ max: MAX_NAMES });

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** A name as `foldText` returns it, in lower case. */
  fold(name: string): string {
    const known = this.#folded.get(name);
    if (known !== undefined) return known;
    const folded = foldText(name).trim().toLowerCase();
    this.#folded.set(name, folded);
    return folded;
  }

  /** The contents of the standards whose names have most of a query, with the share of it that they have. */
  find({ words, contents }: Pick<SearchedRows, 'words' | 'contents'>): Map<SearchedContent, number> {
    const all = words.reduce((sum, { count, idf }) => sum + count * idf, 0);
    const found: [content: SearchedContent, share: number][] = [];
    for (const content of contents) {
      if (content.size === 0) continue;
      const shares = content.documents.map(({ name }) => this.#sumOf(name, words) / all);
      const share = Math.max(...shares);
      if (share >= MIN_COVERAGE) found.push([content, share]);
    }
    // Of equal ones the older standard: the contents are in that order.
    return new Map(found.sort((a, b) => b[1] - a[1]).slice(0, MAX_NAMED));
  }

  #sumOf(name: string, words: readonly WeighedWord[]): number {
    const own = this.#termsOf(name);
    let sum = 0;
    for (const { terms: alike, count, idf } of words)
      if (alike.some((term) => own.has(term))) sum += count * idf;
    return sum;
  }

  #termsOf(name: string): ReadonlySet<string> {
    const known = this.#terms.get(name);
    if (known) return known;
    const terms = new Set<string>();
    this.#tokenizer.visitTerms(foldRows([{ path: '', heading: '', content: name }]), (term) =>
      terms.add(term),
    );
    this.#terms.set(name, terms);
    return terms;
  }
}
