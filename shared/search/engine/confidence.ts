/**
 * Decides which hits of a search are `strong`: exact matches, if there are any; otherwise the best requirement if it
 * has the numbers of the query, covers enough of it, is near in meaning and clearly ahead of the next. Thresholds
 * calibrated on `test/corpora/search`. Pure.
 */
import { EXACTNESS, isExact } from './exact-matches.ts';

/** The evidence for a hit. */
interface RankedEvidence {
  /** As `findExactRows` returns it. */
  exactness: number;
  /** Whether it has every number of the query, also true for a long query. */
  hasNumbers: boolean;
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

/** The score of the best requirement of a search, and of the next one with another text. */
export interface Lead {
  best: number;
  next: number;
  /** Whether a row matches exactly. */
  hasExact: boolean;
}

/**
 * The lead of the best requirement, whatever the search returns of its rows.
 * @param rows all that were found, best first
 */
export function findLead<T extends Pick<RankedEvidence, 'exactness' | 'score'>>(
  rows: readonly T[],
  isNote: (row: T) => boolean,
): Lead {
  const isRequirement = (row: T): boolean => row.exactness === EXACTNESS.none && !isNote(row);
  const best = rows.find(isRequirement)?.score ?? 0;
  const next = rows.find((row) => best - row.score > SCORE_TOLERANCE && isRequirement(row))?.score ?? 0;
  return { best, next, hasExact: rows.some(({ exactness }) => isExact(exactness)) };
}

/** The confidence of a hit. */
export function rateConfidence(hit: RankedEvidence, { best, next, hasExact }: Lead): Confidence {
  if (hasExact) return isExact(hit.exactness) ? 'strong' : 'related';
  const leads = best > 0 && (best - next) / best >= MIN_LEAD;
  const isRequirement = !hit.isNote && hit.exactness === EXACTNESS.none;
  const isLeader = leads && isRequirement && best - hit.score <= SCORE_TOLERANCE;
  return isLeader && hit.hasNumbers && matchesQuery(hit) ? 'strong' : 'related';
}

const matchesQuery = ({ coverage, similarity }: RankedEvidence): boolean =>
  similarity === null
    ? coverage >= MIN_COVERAGE_WITHOUT_VECTORS
    : coverage >= MIN_COVERAGE && similarity >= MIN_SIMILARITY;
