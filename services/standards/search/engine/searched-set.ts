/** The documents of one search, with the rows of all of them in one sequence. */
import type { Segment } from './segment.ts';

/** A revision of a standard that is searched. */
export interface SearchedDocument {
  standardId: number;
  revisionId: number;
  /** Of the standard. */
  name: string;
}

/** A segment with its place in the sequence; equal contents are searched once. */
export interface SearchedSegment {
  segment: Segment;
  offset: number;
  documents: readonly SearchedDocument[];
}

export interface SearchedSet {
  segments: readonly SearchedSegment[];
  /** Number of rows. */
  size: number;
}

/** The set of some documents, in the order of their rows in the text store. */
export function toSearchedSet(documents: Iterable<SearchedDocument & { segment: Segment }>): SearchedSet {
  const bySegment = Map.groupBy(documents, ({ segment }) => segment);
  const ordered = [...bySegment].sort(([a], [b]) => a.firstId - b.firstId);
  let size = 0;
  const segments = ordered.map(([segment, of]) => {
    const offset = size;
    size += segment.size;
    return { segment, offset, documents: of.sort((a, b) => a.standardId - b.standardId) };
  });
  return { segments, size };
}

/** The segment that contains a row of the sequence. */
export const segmentOfRow = ({ segments }: SearchedSet, row: number): SearchedSegment | undefined =>
  findLast(segments, ({ offset }) => offset <= row);

/** The row of the sequence with an id of the text store; null when it is in none of the documents. */
export function rowOfId({ segments }: SearchedSet, id: number): number | null {
  const found = findLast(segments, ({ segment }) => segment.firstId <= id);
  if (!found || id >= found.segment.firstId + found.segment.size) return null;
  return found.offset + id - found.segment.firstId;
}

/** The last item of a sorted list for which the condition holds. */
function findLast<T>(items: readonly T[], holds: (item: T) => boolean): T | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
