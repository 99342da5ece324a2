/**
 * Ranking of the rows of a search: exact matches first, then by keyword score and similarity of meaning.
 * Keywords choose the candidates; rows near in meaning are added when keywords find too few.
 */

import { findExactRows } from './exact-matches.ts';
import { foldLetters } from './fold-letters.ts';
import { type QueryTerm, scoreRows, weighTerms } from './keyword-scores.ts';
import { toQueryWords } from './number-words.ts';
import type { ParsedQuery } from './parse-query.ts';
import { type RowSequence, type SegmentInSequence, segmentOfRow } from './row-sequence.ts';
import { selectHighest, selectLowest } from './select-best.ts';
import type { StandardNames } from './standard-names.ts';
import type { TermDirectory } from './term-directory.ts';
import type { TextStore } from './text-store.ts';
import { signsOf, toBytes } from './vector-table.ts';
import { DIMENSIONS, type WordVectors } from './word-vectors.ts';

interface RankedRow {
  /** In the sequence. */
  index: number;
  place: SegmentInSequence;
  /** In its segment. */
  row: number;
  /** As `findExactRows` returns it; 0 for other rows. */
  exactness: number;
  score: number;
  /** The cosine of its meaning with the query's; null without word vectors. */
  similarity: number | null;
}

/** The rows for a query, best first, and the terms by which they were found. */
interface Ranking {
  rows: RankedRow[];
  terms: readonly QueryTerm[];
}

/** Maximum rows chosen by keywords. */
const MAX_KEYWORD_ROWS = 500;
/**
 * With fewer of them, the rows next in meaning are added; otherwise a scan of all vectors finds no better rows.
 */
const ENOUGH_KEYWORD_ROWS = 200;
const MAX_MEANING_ROWS = 100;
/** Below this a row with none of the words of a query is no hit. */
const MIN_SIMILARITY = 0.35;
/** Weight of the similarity; the best keyword score is 1. */
const MEANING_WEIGHT = 0.2;
/** Weight of the best clause below a section in the score of the section. */
const CHILD_WEIGHT = 0.2;
/** A requirement comes before a note on it. */
const NOTE_FACTOR = 0.85;

interface Deps {
  texts: TextStore;
  names: StandardNames;
  directory: TermDirectory;
  words: WordVectors | null;
}

/** The rows that match a query, best first. @param text of the query */
export function rankRows(
  { texts, names, directory, words }: Deps,
  set: RowSequence,
  text: string,
  query: ParsedQuery,
): Ranking {
  const vector = words?.embed(foldLetters(text)) ?? null;
  const bytes = vector && toBytes(vector);
  const terms = weighTerms(directory, toQueryWords(countTerms(texts, query.words), query.isPassage), set);
  const { scores, matches } = scoreRows(terms, set);
  const byKeywords = selectHighest(scores, matches, MAX_KEYWORD_ROWS);
  const isScarce = byKeywords.length < ENOUGH_KEYWORD_ROWS;
  const byMeaning = vector && isScarce ? findSimilarRows(set, vector) : [];
  const exact = findExactRows({ texts, names, set, scores }, query);
  const named = query.isPassage ? new Map<number, number>() : names.find(terms, set);
  const best = scores[byKeywords[0] ?? -1] ?? 1;
  const found = new Map<number, RankedRow>();
  for (const index of [...exact.keys(), ...named.keys(), ...byKeywords, ...byMeaning]) {
    const place = segmentOfRow(set, index);
    if (!place) continue;
    const { segment, offset } = place;
    const row = index - offset;
    const similarity = bytes && (segment.vectors?.similarity(row, bytes) ?? 0);
    const keyword = scores[index] ?? 0;
    const exactness = exact.get(index) ?? 0;
    const inName = named.get(index) ?? 0;
    const isFound = keyword > 0 || exactness > 0 || inName > 0 || (similarity ?? 0) >= MIN_SIMILARITY;
    if (!isFound) continue;
    const score = keyword / best + inName + MEANING_WEIGHT * (similarity ?? 0);
    found.set(index, { index, place, row, exactness, score, similarity });
  }
  const rows = adjustForOutline(found);
  // Equal scores: the older standard first, then the outline.
  rows.sort((a, b) => b.exactness - a.exactness || b.score - a.score || a.index - b.index);
  return { rows, terms };
}

/** Whether a row is a note. */
export const isNoteRow = ({ place, row }: Pick<RankedRow, 'place' | 'row'>): boolean =>
  place.segment.isNote[row] === 1;

/** Raises a section by its best clause, and lowers notes. */
function adjustForOutline(found: ReadonlyMap<number, RankedRow>): RankedRow[] {
  const bestChild = new Map<number, number>();
  for (const hit of found.values()) {
    const parent = hit.place.segment.parents[hit.row] ?? -1;
    if (parent < 0 || isNoteRow(hit)) continue;
    const index = hit.place.offset + parent;
    bestChild.set(index, Math.max(bestChild.get(index) ?? 0, hit.score));
  }
  return [...found].map(([index, hit]) => {
    const score = hit.score + CHILD_WEIGHT * (bestChild.get(index) ?? 0);
    return { ...hit, score: isNoteRow(hit) ? score * NOTE_FACTOR : score };
  });
}

/** The terms of the words, each as often as it occurs. */
function countTerms(texts: TextStore, words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { term } of texts.terms([{ path: '', heading: '', content: words.join(' ') }]))
    counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** The rows whose vectors have most signs in common with the query's. */
function findSimilarRows({ segments, size }: RowSequence, vector: Float32Array): number[] {
  const differences = new Uint16Array(size).fill(DIMENSIONS);
  const signs = signsOf(vector);
  for (const { segment, offset } of segments) {
    segment.vectors?.countDifferences(signs, differences.subarray(offset, offset + segment.size));
  }
  return selectLowest(differences, MAX_MEANING_ROWS, DIMENSIONS);
}
