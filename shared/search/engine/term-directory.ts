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

/**
 * For each segment that contains a term its slot, then the number of the term in it; by slot. A library has millions of such
 * pairs: in maps they took six times as much memory.
 */
type NumbersBySlot = number[];

interface Term {
  name: string;
  numbers: NumbersBySlot;
}

export class TermDirectory {
  readonly #ids = new Map<string, number>();
  readonly #terms: (Term | undefined)[] = [];
  readonly #freeIds: number[] = [];
  /** By slot: the segment, and the ids of its terms in the order of their numbers. */
  readonly #segments: ({ segment: Segment; ids: Uint32Array } | undefined)[] = [];

  /** @param names the terms of the segment in the order of their numbers */
  add(segment: Segment, names: readonly string[]): void {
    const ids = Uint32Array.from(names, (name, number) => this.#addTo(name, segment.slot, number));
    this.#segments[segment.slot] = { segment, ids };
  }

  #addTo(name: string, slot: number, number: number): number {
    const known = this.#ids.get(name);
    if (known === undefined) {
      const id = this.#freeIds.pop() ?? this.#terms.length;
      this.#terms[id] = { name, numbers: [slot, number] };
      this.#ids.set(name, id);
      return id;
    }
    const numbers = this.#terms[known]?.numbers ?? [];
    const at = placeOf(slot, numbers);
    if (at === numbers.length) numbers.push(slot, number);
    else numbers.splice(at, 0, slot, number);
    return known;
  }

  remove({ slot }: Segment): void {
    for (const id of this.#segments[slot]?.ids ?? []) {
      const term = this.#terms[id];
      if (!term) continue;
      term.numbers.splice(placeOf(slot, term.numbers), 2);
      if (term.numbers.length > 0) continue;
      this.#ids.delete(term.name);
      this.#terms[id] = undefined;
      this.#freeIds.push(id);
    }
    this.#segments[slot] = undefined;
  }

  /** The occurrences of a term in the segments of a search. */
  find(term: string, { segments, offsets }: RowSequence): TermOccurrence[] {
    const numbers = this.#numbersOf(term);
    const found: TermOccurrence[] = [];
    const add = (segment: Segment, offset: number, number: number): void => {
      const { start, end } = segment.terms.rangeOf(number);
      found.push({ segment, offset, start, end });
    };
    if (numbers.length < 2 * segments.length) {
      for (let at = 0; at < numbers.length; at += 2) {
        const slot = numbers[at] ?? 0;
        const offset = offsets[slot] ?? -1;
        const place = this.#segments[slot];
        if (offset >= 0 && place) add(place.segment, offset, numbers[at + 1] ?? 0);
      }
    } else {
      for (const { segment, offset } of segments) {
        const number = numberIn(segment, numbers);
        if (number !== undefined) add(segment, offset, number);
      }
    }
    return found;
  }

  contains(term: string, segment: Segment, row: number): boolean {
    const number = numberIn(segment, this.#numbersOf(term));
    return number !== undefined && segment.terms.contains(number, row);
  }

  #numbersOf(term: string): NumbersBySlot {
    const id = this.#ids.get(term);
    return id === undefined ? [] : (this.#terms[id]?.numbers ?? []);
  }
}

/** The number of a term in a segment. */
function numberIn({ slot }: Segment, numbers: NumbersBySlot): number | undefined {
  const at = placeOf(slot, numbers);
  return numbers[at] === slot ? numbers[at + 1] : undefined;
}

/** Where the pair of a slot is, or belongs. */
function placeOf(slot: number, numbers: NumbersBySlot): number {
  let [low, high] = [0, numbers.length / 2];
  // Most segments are added behind all others.
  if ((numbers.at(-2) ?? -1) < slot) return numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[2 * middle] ?? 0) < slot) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}
