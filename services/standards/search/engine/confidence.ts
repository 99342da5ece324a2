/**
 * Confidence of a hit: `strong` when it is exact, or clearly the one requirement that the query means (S13).
 * Calibrated on `test/corpora/search`: such a hit contains enough of the query, means much the same and leads
 * the next requirement; none of these depends on how much is searched.
 */

/** What is known of a hit. */
export interface RankedEvidence {
  /** 2: it is at the address or contains the wording that was asked for. */
  exactness: number;
  score: number;
  /** The share of the query that its words cover, from 0 to 1. */
  coverage: number;
  /** The cosine of its meaning with the query's; null without word vectors. */
  similarity: number | null;
  isNote: boolean;
}

export type Confidence = 'strong' | 'related';

const LEAST_COVERAGE = 0.45;
/** Where there are no word vectors. */
const LEAST_COVERAGE_OF_KEYWORDS = 0.6;
const LEAST_SIMILARITY = 0.6;
/** The part of its score by which it is ahead. */
const LEAST_LEAD = 0.2;
/** Scores of the same text in several standards are the same but for rounding. */
const SAME = 1e-6;

/** The confidence of each hit of a search, in their order. */
export function rateConfidence(hits: readonly RankedEvidence[]): Confidence[] {
  const requirements = hits.filter(({ isNote, exactness }) => !isNote && exactness === 0);
  const best = requirements[0]?.score ?? 0;
  const next = requirements.find(({ score }) => best - score > SAME)?.score ?? 0;
  const leads = best > 0 && (best - next) / best >= LEAST_LEAD;
  return hits.map((hit) => {
    if (hit.exactness === 2) return 'strong';
    const isLeader = leads && !hit.isNote && hit.exactness === 0 && best - hit.score <= SAME;
    return isLeader && matchesQuery(hit) ? 'strong' : 'related';
  });
}

const matchesQuery = ({ coverage, similarity }: RankedEvidence): boolean =>
  similarity === null
    ? coverage >= LEAST_COVERAGE_OF_KEYWORDS
    : coverage >= LEAST_COVERAGE && similarity >= LEAST_SIMILARITY;
