/** Exact matches of a query: rows at its address or with all its phrases, and standards named by it. */
import { type Containment, findPhrase, type ParsedQuery } from './parse-query.ts';
import { type RowSequence, rowOfId, segmentOfRow } from './row-sequence.ts';
import { selectHighest } from './select-best.ts';
import type { TextStore } from './text-store.ts';

const NEAR = 1;
const EXACT = 2;
/** Rows whose text is compared with the phrases: those with the best scores. */
const MAX_PHRASE_CANDIDATES = 300;

/**
 * The exactness of rows, by their number in the sequence: 2 at the address or with all the phrases of the
 * query, 1 for the first row of a standard whose name contains them. A row that has a designation only in
 * longer ones is 1 where another may have it whole: EN 1992-1-1 is in EN 1992-1-1:2004, and B-9.28.1 in B-9.28.1.2.
 * @param scores of the rows by keywords
 */
export function findExactRows(
  texts: TextStore,
  set: RowSequence,
  { address, phrases }: ParsedQuery,
  scores: Float32Array,
): Map<number, number> {
  const exact = new Map<number, number>();
  if (address !== null) for (const row of toRows(set, texts.findAddress(address))) exact.set(row, EXACT);
  const [first] = phrases;
  if (first === undefined) return exact;
  for (const { segment, offset, documents } of set.segments) {
    if (segment.size > 0 && documents.some(({ name }) => findAll(name, phrases) !== 'none'))
      exact.set(offset, NEAR);
  }
  const inLonger: number[] = [];
  const candidates = toRows(set, texts.findPhrase(first));
  // A common word is in nearly every row, so these are neither sorted nor read as a whole.
  for (const row of selectHighest(scores, candidates, MAX_PHRASE_CANDIDATES)) {
    const place = segmentOfRow(set, row);
    if (!place) continue;
    const { heading, content } = texts.read(place.segment.firstId + row - place.offset);
    const found = findAll(`${heading}\n${content}`, phrases);
    if (found === 'part') inLonger.push(row);
    else if (found === 'whole') exact.set(row, EXACT);
  }
  const mayBeWhole = candidates.length > MAX_PHRASE_CANDIDATES || [...exact.values()].includes(EXACT);
  for (const row of inLonger) exact.set(row, Math.max(exact.get(row) ?? 0, mayBeWhole ? NEAR : EXACT));
  return exact;
}

/** How a text contains all phrases; the first that is missing decides. */
function findAll(text: string, phrases: readonly string[]): Containment {
  let found: Containment = 'whole';
  for (const phrase of new Set(phrases)) {
    const containment = findPhrase(text, phrase);
    if (containment === 'none') return 'none';
    if (containment === 'part') found = 'part';
  }
  return found;
}

/** The rows of the set with these ids of the text store. */
const toRows = (set: RowSequence, ids: readonly number[]): Uint32Array =>
  Uint32Array.from(ids.map((id) => rowOfId(set, id)).filter((row) => row !== null));
