/** Scores of rows for the terms of a query: BM25, with the statistics of the documents that are searched. */
import type { RowSequence } from './row-sequence.ts';
import type { Segment } from './segment.ts';

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
}

/** The terms of a query with their weights. */
export function weighTerms(
  counts: ReadonlyMap<string, number>,
  { segments, size }: RowSequence,
): QueryTerm[] {
  return [...counts].map(([term, count]) => {
    let found = 0;
    for (const { segment } of segments) {
      const { start, end } = segment.terms.rangeOf(term);
      found += end - start;
    }
    return { term, count, idf: Math.log(1 + (size - found + 0.5) / (found + 0.5)) };
  });
}

/** The score of each row; 0 for one without any of the terms. */
export function scoreRows(terms: readonly QueryTerm[], { segments, size }: RowSequence): Float32Array {
  const scores = new Float32Array(size);
  const total = segments.reduce((sum, { segment }) => sum + segment.totalLength, 0);
  const perTerm = (SATURATION * LENGTH_EFFECT * size) / Math.max(1, total);
  for (const { segment, offset } of segments) {
    const { lengths, terms: postings } = segment;
    for (const { term, count, idf } of terms) {
      const { start, end } = postings.rangeOf(term);
      const factor = idf * count * (SATURATION + 1);
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
export function coverage(terms: readonly QueryTerm[], segment: Segment, row: number): number {
  let [found, all] = [0, 0];
  for (const { term, count, idf } of terms) {
    all += idf * count;
    if (segment.terms.contains(term, row)) found += idf * count;
  }
  return all === 0 ? 0 : found / all;
}
