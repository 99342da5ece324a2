/**
 * Numbers the rows of all documents of one search from 0, so that scores can be arrays. Finds the segment of a row,
 * and a row by its id in the text store. Equal contents are numbered once.
 */
import type { Segment } from './segment.ts';

/** A revision of a standard. */
export interface SearchDocument {
  standardId: number;
  revisionId: number;
  /** Of the standard. */
  name: string;
}

/** A segment with its place in the sequence; equal contents are searched once. */
export interface SegmentInSequence {
  segment: Segment;
  offset: number;
  size: number;
  documents: readonly SearchDocument[];
}

/** The segments of a search in their order. */
export interface RowSequence {
  segments: readonly SegmentInSequence[];
  /** The segments in the order of their rows in the text store. */
  stored: readonly SegmentInSequence[];
  /** The offset of each segment by its slot; -1 for those that are not searched. */
  offsets: Int32Array;
  /** Number of rows. */
  size: number;
}

/** The rows of some documents; those of the older standard come first. */
export function toRowSequence(documents: Iterable<SearchDocument & { segment: Segment }>): RowSequence {
  const documentsOf = Map.groupBy(documents, ({ segment }) => segment);
  const groups = [...documentsOf].map(([segment, of]) => {
    return { segment, documents: of.sort((a, b) => a.standardId - b.standardId) };
  });
  groups.sort((a, b) => firstStandardOf(a) - firstStandardOf(b) || a.segment.firstId - b.segment.firstId);
  let size = 0;
  const segments = groups.map(({ segment, documents }) => {
    const offset = size;
    size += segment.size;
    return { segment, offset, size: segment.size, documents };
  });
  const stored = segments.toSorted((a, b) => a.segment.firstId - b.segment.firstId);
  const slots = segments.reduce((most, { segment }) => Math.max(most, segment.slot + 1), 0);
  const offsets = new Int32Array(slots).fill(-1);
  for (const { segment, offset } of segments) offsets[segment.slot] = offset;
  return { segments, stored, offsets, size };
}

const firstStandardOf = ({ documents }: Pick<SegmentInSequence, 'documents'>): number =>
  documents[0]?.standardId ?? 0;

/** The segment that contains a row of the sequence. */
export const segmentOfRow = ({ segments }: RowSequence, row: number): SegmentInSequence | undefined =>
  findLast(segments, ({ offset }) => offset <= row);

/** The row of the sequence with an id of the text store; null when it is in none of the documents. */
function rowOfId({ stored }: RowSequence, id: number): number | null {
  const found = findLast(stored, ({ segment }) => segment.firstId <= id);
  if (!found || id >= found.segment.firstId + found.segment.size) return null;
  return found.offset + id - found.segment.firstId;
}

/** The rows of the sequence with these ids of the text store. */
export const toRows = (set: RowSequence, ids: readonly number[]): Uint32Array =>
  Uint32Array.from(ids.map((id) => rowOfId(set, id)).filter((row) => row !== null));

/** The last item of a sorted list that matches; those before it do too. */
function findLast<T>(items: readonly T[], matches: (item: T) => boolean): T | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && matches(item)) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
