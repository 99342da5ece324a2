/**
 * Chooses the list (`w:num`) and level of each numbered paragraph so that Word counts exactly its address. Pure.
 *
 * Lists share a multi-level definition, so a paragraph goes on counting where its predecessor ended. A new list
 * begins where a number is not the next one; it overrides the start of each level down to that of its first paragraph.
 * Some programs keep what the definition has counted above that level, so where that is another number, as behind a clause
 * with a printed number, which Word does not count, the list has a definition of its own.
 * An overridden start also holds whenever its level restarts (ISO/IEC 29500-1, 17.9.27), so such a list is only used
 * until a paragraph of a higher level. So the numbers are the same whether a program counts by list or by definition.
 */
import type { Change } from '../printed-document.ts';

/** Levels of a list in Word. */
const MAX_WORD_LEVELS = 9;

/** A list: the numbers from which its levels start, the first for level 0. */
export interface NumberedList {
  starts: number[];
  /** Counted from 0; lists of one definition go on counting. */
  definition: number;
  /** What stands before the number of its only level, for addresses deeper than Word counts; else null. */
  prefix: string | null;
}

/** Where a paragraph is in the lists. */
interface Place {
  /** Index of the list. */
  list: number;
  /** 0 for the top. */
  level: number;
}

/** What one reading of the document (all changes accepted, or all rejected) has counted so far. */
interface Count {
  list: number;
  /** Depth of the first paragraph of the list. */
  base: number;
  last: readonly number[];
  definition: number;
  /** What the definition shows on each level, also when a standard starts over. */
  counted: readonly number[];
}

const NOTHING: Count = {
  list: -1,
  base: Number.POSITIVE_INFINITY,
  last: [],
  definition: 0,
  counted: [],
};

export class NumberingPlan {
  readonly lists: NumberedList[] = [];
  #accepted = NOTHING;
  #rejected = NOTHING;
  #definitions = 1;

  /** The place of the next paragraph. @param change the reading of a comparison in which alone it is */
  place(address: string, change?: Change): Place {
    const numbers = address.split('.').map(Number);
    if (numbers.length > MAX_WORD_LEVELS) return this.#placeDeep(numbers);
    const counts = [
      ...(change === 'deleted' ? [] : [this.#accepted]),
      ...(change === 'inserted' ? [] : [this.#rejected]),
    ];
    const [first] = counts;
    const goesOn =
      first !== undefined && counts.every((count) => count.list === first.list && isNext(count, numbers));
    const definition = counts.every(
      (count) => count.definition === first?.definition && isBelow(count, numbers),
    )
      ? (first?.definition ?? 0)
      : this.#definitions++;
    const list = goesOn ? first.list : this.lists.push({ starts: numbers, definition, prefix: null }) - 1;
    const base = goesOn ? first.base : numbers.length;
    const count = { list, base, last: numbers, definition, counted: numbers };
    if (change !== 'deleted') this.#accepted = count;
    if (change !== 'inserted') this.#rejected = count;
    return { list, level: numbers.length - 1 };
  }

  /** The next standard of a document counts from its own start. */
  startOver(): void {
    const { list, base, last } = NOTHING;
    this.#accepted = { ...this.#accepted, list, base, last };
    this.#rejected = { ...this.#rejected, list, base, last };
  }

  #placeDeep(numbers: readonly number[]): Place {
    const prefix = numbers.slice(0, -1).join('.');
    const list = this.lists.push({ starts: numbers.slice(-1), definition: 0, prefix }) - 1;
    return { list, level: 0 };
  }
}

/** Whether what the definition has counted above these numbers is what they say, or nothing. */
const isBelow = ({ counted }: Count, numbers: readonly number[]): boolean =>
  numbers.slice(0, -1).every((number, at) => (counted[at] ?? number) === number);

/** Whether the list counts these numbers by itself: the next one on a level, or the first below the last. */
function isNext({ base, last }: Count, numbers: readonly number[]): boolean {
  const depth = numbers.length;
  if (depth < base || depth > last.length + 1) return false;
  const parent = depth - 1;
  const next = depth > last.length ? 1 : (last[parent] ?? 0) + 1;
  return numbers[parent] === next && numbers.slice(0, parent).every((number, at) => number === last[at]);
}
