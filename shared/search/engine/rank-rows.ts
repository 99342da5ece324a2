/**
 * Ranking of the rows of a search: exact matches first, then by keyword score and similarity of meaning.
 * Keywords choose the candidates; rows near in meaning are added when keywords find too few.
 */

import { findExactRows } from './exact-matches.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { FoundRow, SearchedRows } from './searched-rows.ts';
import type { StandardNames } from './standard-names.ts';

export interface RankedRow {
  row: FoundRow;
  /** As `findExactRows` returns it; 0 for other rows. */
  exactness: number;
  score: number;
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

/** The rows that match a query, best first. */
export async function rankRows(
  rows: SearchedRows,
  names: StandardNames,
  query: ParsedQuery,
): Promise<RankedRow[]> {
  const shares = query.isPassage ? new Map<FoundRow['content'], number>() : names.find(rows);
  const findSimilar = async () => (await rows.select({ by: 'meaning', limit: MAX_MEANING_ROWS })).rows;
  const [{ rows: byKeywords }, exact, { rows: named }, early] = await Promise.all([
    rows.select({ by: 'keywords', limit: MAX_KEYWORD_ROWS }),
    findExactRows(rows, names, query),
    rows.select({ by: 'first', contents: [...shares.keys()] }),
    rows.mostMatches < ENOUGH_KEYWORD_ROWS ? findSimilar() : null,
  ]);
  const isScarce = byKeywords.length < ENOUGH_KEYWORD_ROWS;
  const byMeaning = early ?? (isScarce ? await findSimilar() : []);
  const best = byKeywords[0]?.keywordScore ?? 1;
  const shareAt = new Map(named.map(({ place, content }) => [place, shares.get(content) ?? 0]));
  const found = new Map<number, RankedRow>();
  for (const row of [...[...exact.values()].map(({ row }) => row), ...named, ...byKeywords, ...byMeaning]) {
    if (found.has(row.place)) continue;
    const { keywordScore, similarity } = row;
    const exactness = exact.get(row.place)?.exactness ?? 0;
    const inName = shareAt.get(row.place) ?? 0;
    const isFound = keywordScore > 0 || exactness > 0 || inName > 0 || (similarity ?? 0) >= MIN_SIMILARITY;
    if (!isFound) continue;
    const score = keywordScore / best + inName + MEANING_WEIGHT * (similarity ?? 0);
    found.set(row.place, { row, exactness, score });
  }
  const ranked = adjustForOutline(found);
  // Equal scores: the older standard first, then the outline.
  return ranked.sort((a, b) => b.exactness - a.exactness || b.score - a.score || a.row.place - b.row.place);
}

/** Raises a section by its best clause, and lowers notes. */
function adjustForOutline(found: ReadonlyMap<number, RankedRow>): RankedRow[] {
  const bestChild = new Map<number, number>();
  for (const {
    row: { parentPlace, isNote },
    score,
  } of found.values()) {
    if (parentPlace < 0 || isNote) continue;
    bestChild.set(parentPlace, Math.max(bestChild.get(parentPlace) ?? 0, score));
  }
  return [...found.values()].map(({ row, exactness, score: own }) => {
    const score = own + CHILD_WEIGHT * (bestChild.get(row.place) ?? 0);
    return { row, exactness, score: row.isNote ? score * NOTE_FACTOR : score };
  });
}
