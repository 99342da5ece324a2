/**
 * BM25 for both engines: the impact of a term in a row (stored in OpenSearch, computed for the index in memory) and
 * the scores of the rows in memory. Unlike textbook BM25 it uses a fixed average length and OpenSearch's rounding, so
 * that both engines give the same scores.
 */
import type { QueryWord } from './number-words.ts';
import type { RowSequence } from './row-sequence.ts';
import type { WeighedWord } from './searched-rows.ts';
import type { TermDirectory, TermOccurrence } from './term-directory.ts';

/** The constants of BM25, as FTS5 has them. */
const SATURATION = 1.2;
const LENGTH_EFFECT = 0.75;
/**
 * Terms of a row of usual length. With the average of the searched rows, which BM25 takes, each search would weigh each
 * row anew, and no store could keep the impact of a term in a row.
 */
const USUAL_LENGTH = 40;

export interface QueryTerm extends WeighedWord {
  occurrences: readonly TermOccurrence[];
  /** Number of rows that contain it. */
  postings: number;
}

/** The weight of a word that some of the rows have. */
export const idfOf = (rows: number, postings: number): number =>
  Math.log(1 + (Math.max(0, rows - postings) + 0.5) / (postings + 0.5));

/** What the occurrences of a word are multiplied with. */
export const bm25Factor = ({ idf, count }: Pick<WeighedWord, 'idf' | 'count'>): number =>
  idf * count * (SATURATION + 1);

const single = new Float32Array(1);
const bits = new Int32Array(single.buffer);
/** OpenSearch keeps nine significant bits of an impact. */
const KEPT_BITS = ~0x7fff;

/** The impact of a term in a row, from 0 to 1: higher the more often it occurs, and the shorter the row. */
export function impactOf(occurrences: number, length: number): number {
  const norm = SATURATION * (1 - LENGTH_EFFECT + (LENGTH_EFFECT * length) / USUAL_LENGTH);
  single[0] = occurrences / (occurrences + norm);
  bits[0] = (bits[0] ?? 0) & KEPT_BITS;
  return single[0];
}

/** The terms of a query with their weights. */
export function weighTerms(
  directory: TermDirectory,
  words: readonly QueryWord[],
  sequence: RowSequence,
): QueryTerm[] {
  return words.map(({ terms, count }) => {
    const occurrences = terms.flatMap((term) => directory.find(term, sequence));
    const postings = occurrences.reduce((sum, { start, end }) => sum + end - start, 0);
    return { terms, count, idf: idfOf(sequence.size, postings), occurrences, postings };
  });
}

/** Keyword scores of the rows of a sequence. */
interface KeywordScores {
  /** By row; 0 for one without any of the terms. */
  scores: Float32Array;
  /** The rows with a score, in no order. */
  matches: Uint32Array;
}

/** The scores of the rows. */
export function scoreRows(terms: readonly QueryTerm[], { size }: RowSequence): KeywordScores {
  const scores = new Float32Array(size);
  const matches = new Uint32Array(Math.min(size, countPostings(terms)));
  let found = 0;
  for (const { count, idf, occurrences } of terms) {
    const factor = bm25Factor({ idf, count });
    for (const { segment, offset, start, end } of occurrences) {
      const { lengths, terms: lists } = segment;
      for (let at = start; at < end; at += 1) {
        const row = lists.rows[at] ?? 0;
        const impact = impactOf(lists.weights[at] ?? 0, lengths[row] ?? 0);
        const score = scores[offset + row] ?? 0;
        if (score === 0) matches[found++] = offset + row;
        scores[offset + row] = score + factor * impact;
      }
    }
  }
  return { scores, matches: matches.subarray(0, found) };
}

const countPostings = (terms: readonly QueryTerm[]): number =>
  terms.reduce((sum, { postings }) => sum + postings, 0);
