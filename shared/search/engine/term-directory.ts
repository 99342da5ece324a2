/**
 * Directory of the terms of all segments: for each term the segments that contain it, with its number there.
 * A search reads one entry per term; a lookup in each of two thousand segments took half of its time.
 */
import type { RowSequence } from './row-sequence.ts';
import type { Segment } from './segment.ts';

/** The postings of a term in one segment of a search. */
export interface TermOccurrence {
  segment: Segment;
  /** Of the segment in the sequence. */
  offset: number;
  /** Its rows are in `segment.terms.rows`, from `start` to before `end`. */
  start: number;
  end: number;
}

/** The number of the term in each segment that contains it. */
type NumbersBySegment = Map<Segment, number>;

export class TermDirectory {
  readonly #numbers = new Map<string, NumbersBySegment>();

  add(segment: Segment): void {
    segment.terms.names.forEach((term, number) => {
      const numbers = this.#numbers.get(term) ?? new Map<Segment, number>();
      if (numbers.size === 0) this.#numbers.set(term, numbers);
      numbers.set(segment, number);
    });
  }

  remove(segment: Segment): void {
    for (const term of segment.terms.names) {
      const numbers = this.#numbers.get(term);
      numbers?.delete(segment);
      if (numbers?.size === 0) this.#numbers.delete(term);
    }
  }

  /** The occurrences of a term in the segments of a search. */
  find(term: string, { segments, offsets }: RowSequence): TermOccurrence[] {
    const numbers = this.#numbers.get(term);
    if (numbers === undefined) return [];
    const found: TermOccurrence[] = [];
    const add = (segment: Segment, offset: number, number: number): void => {
      const { start, end } = segment.terms.rangeOf(number);
      found.push({ segment, offset, start, end });
    };
    if (numbers.size < segments.length) {
      for (const [segment, number] of numbers) {
        const offset = offsets[segment.slot] ?? -1;
        if (offset >= 0) add(segment, offset, number);
      }
    } else {
      for (const { segment, offset } of segments) {
        const number = numbers.get(segment);
        if (number !== undefined) add(segment, offset, number);
      }
    }
    return found;
  }

  contains(term: string, segment: Segment, row: number): boolean {
    const number = this.#numbers.get(term)?.get(segment);
    return number !== undefined && segment.terms.contains(number, row);
  }
}
