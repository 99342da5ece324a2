/** Keyword scores of rows by BM25 over the documents searched, and the share of a query in a row. */
import type { RowSequence } from './row-sequence.ts';
import type { Segment } from './segment.ts';
import type { TermDirectory, TermOccurrence } from './term-directory.ts';

/** The constants of BM25, as FTS5 has them. */
const SATURATION = 1.2;
const LENGTH_EFFECT = 0.75;

/** A term of the query. */
export interface QueryTerm {
  term: string;
  /** How often the query contains it. */
  count: number;
  /** Its weight: the rarer in the documents, the more. */
  idf: number;
  occurrences: readonly TermOccurrence[];
}

/** The terms of a query with their weights. */
export function weighTerms(
  directory: TermDirectory,
  counts: ReadonlyMap<string, number>,
  sequence: RowSequence,
): QueryTerm[] {
  return [...counts].map(([term, count]) => {
    const occurrences = directory.find(term, sequence);
    const found = occurrences.reduce((sum, { start, end }) => sum + end - start, 0);
    const idf = Math.log(1 + (sequence.size - found + 0.5) / (found + 0.5));
    return { term, count, idf, occurrences };
  });
}

/** The score of each row; 0 for one without any of the terms. */
export function scoreRows(terms: readonly QueryTerm[], { segments, size }: RowSequence): Float32Array {
  const scores = new Float32Array(size);
  const total = segments.reduce((sum, { segment }) => sum + segment.totalLength, 0);
  const perTerm = (SATURATION * LENGTH_EFFECT * size) / Math.max(1, total);
  for (const { count, idf, occurrences } of terms) {
    const factor = idf * count * (SATURATION + 1);
    for (const { segment, offset, start, end } of occurrences) {
      const { lengths, terms: postings } = segment;
      for (let at = start; at < end; at += 1) {
        const row = postings.rows[at] ?? 0;
        const weight = postings.weights[at] ?? 0;
        const norm = SATURATION * (1 - LENGTH_EFFECT) + perTerm * (lengths[row] ?? 0);
        scores[offset + row] = (scores[offset + row] ?? 0) + (factor * weight) / (weight + norm);
      }
    }
  }
  return scores;
}

/** The share of the query that a row contains, from 0 to 1: of its terms, each by its weight. */
export function coverage(
  directory: TermDirectory,
  terms: readonly QueryTerm[],
  segment: Segment,
  row: number,
): number {
  let [found, all] = [0, 0];
  for (const { term, count, idf } of terms) {
    all += idf * count;
    if (directory.contains(term, segment, row)) found += idf * count;
  }
  return all === 0 ? 0 : found / all;
}
