/**
 * Confidence of hits (S13): `strong` when the hit is at the queried address or contains the query's phrases, and for
 * the best requirement if it covers enough of the query, is near in meaning and clearly ahead of the next.
 * Thresholds calibrated on `test/corpora/search`. Pure.
 */

/** The evidence for a hit. */
interface RankedEvidence {
  /** 2: it is at the address or contains the phrases of the query. */
  exactness: number;
  score: number;
  /** The share of the query that it covers, from 0 to 1. */
  coverage: number;
  /** The cosine of its meaning with the query's; null without word vectors. */
  similarity: number | null;
  isNote: boolean;
}

export type Confidence = 'strong' | 'related';

const MIN_COVERAGE = 0.45;
const MIN_COVERAGE_WITHOUT_VECTORS = 0.6;
const MIN_SIMILARITY = 0.6;
/** The share of its score by which it is ahead of the next. */
const MIN_LEAD = 0.2;
/** Scores of the same text in several standards differ only by rounding. */
const SCORE_TOLERANCE = 1e-6;

/** The confidence of each hit of a search, in their order. */
export function rateConfidence(hits: readonly RankedEvidence[]): Confidence[] {
  const requirements = hits.filter(({ isNote, exactness }) => !isNote && exactness === 0);
  const best = requirements[0]?.score ?? 0;
  const next = requirements.find(({ score }) => best - score > SCORE_TOLERANCE)?.score ?? 0;
  const leads = best > 0 && (best - next) / best >= MIN_LEAD;
  return hits.map((hit) => {
    if (hit.exactness === 2) return 'strong';
    const isLeader = leads && !hit.isNote && hit.exactness === 0 && best - hit.score <= SCORE_TOLERANCE;
    return isLeader && matchesQuery(hit) ? 'strong' : 'related';
  });
}

const matchesQuery = ({ coverage, similarity }: RankedEvidence): boolean =>
  similarity === null
    ? coverage >= MIN_COVERAGE_WITHOUT_VECTORS
    : coverage >= MIN_COVERAGE && similarity >= MIN_SIMILARITY;
