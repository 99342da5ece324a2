/** The hits of a search: the best rows with their texts, each for every standard that has it, and how sure they are. */
import { type Confidence, findLead, rateConfidence } from './confidence.ts';
import { isNumber } from './number-words.ts';
import { coverage, hasWord } from './query-coverage.ts';
import type { RankedRow } from './rank-rows.ts';
import type { SearchedRows } from './searched-rows.ts';
import type { StoredRow } from './text-store.ts';

export interface SearchHit extends StoredRow {
  standardId: number;
  revisionId: number;
  confidence: Confidence;
  score: number;
}

/** Characters of a hit in which its snippet is looked for, outside this thread. */
const MAX_SHOWN_CONTENT = 20_000;

/** @param ranked all rows that were found, best first */
export async function toHits(
  ranked: readonly RankedRow[],
  rows: Pick<SearchedRows, 'words' | 'read'>,
  { isPassage, limit }: { isPassage: boolean; limit: number },
): Promise<SearchHit[]> {
  const { words } = rows;
  const best = ranked.slice(0, limit);
  const texts = await rows.read(best.map(({ row }) => row));
  const numbers = isPassage ? [] : words.filter(isNumber);
  const lead = findLead(ranked, ({ row }) => row.isNote);
  const hits = best.flatMap(({ row, exactness, score }, at): SearchHit[] => {
    const { similarity, isNote } = row;
    const stored = texts[at];
    if (!stored) return [];
    const evidence = {
      exactness,
      score,
      similarity,
      isNote,
      coverage: coverage(words, row),
      hasNumbers: numbers.every((word) => hasWord(word, row)),
    };
    return row.content.documents.map(({ standardId, revisionId }) => ({
      ...stored,
      content: stored.content.slice(0, MAX_SHOWN_CONTENT),
      standardId,
      revisionId,
      confidence: rateConfidence(evidence, lead),
      score: Math.round(score * 10_000) / 10_000,
    }));
  });
  return hits.slice(0, limit);
}
