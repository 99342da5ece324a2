/**
 * The differences of two lists of texts, such as lines, words or clauses, in bounded time. Texts that occur once in
 * both are anchors; what stands between them is compared by the shortest edit (Myers), and replaced as a whole when
 * that takes too many steps. The library `diff` was measured and is too slow. Pure.
 */

/** Most differences searched for between two anchors: the memory of the search grows with their square. */
const MAX_EDITS = 1_000;
/** Most steps of all searches together: some tenths of a second. */
const MAX_STEPS = 20_000_000;

/** A part of both lists: from its first text, up to the one after its last. */
export interface Span {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}

/** The spans that differ, in order and apart from each other. */
export function findChanges(
  a: readonly string[],
  b: readonly string[],
): { changes: Span[]; approximate: boolean } {
  const numbers = new Map<string, number>();
  const numberLines = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, (line) => {
      const number = numbers.get(line) ?? numbers.size;
      numbers.set(line, number);
      return number;
    });
  const search = new ChangeSearch(numberLines(a), numberLines(b), numbers.size);
  return { changes: joinTouching(search.run()), approximate: search.approximate };
}

function joinTouching(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && last.aEnd === span.a && last.bEnd === span.b) {
      last.aEnd = span.aEnd;
      last.bEnd = span.bEnd;
    } else joined.push({ ...span });
  }
  return joined;
}

/** Search for the differences of two sequences of line numbers. */
class ChangeSearch {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #lineCount: number;
  readonly #changes: Span[] = [];
  #steps = MAX_STEPS;
  /** Whether a span was too long to compare. */
  approximate = false;

  constructor(a: Int32Array, b: Int32Array, lineCount: number) {
    this.#a = a;
    this.#b = b;
    this.#lineCount = lineCount;
  }

  run(): Span[] {
    const whole = this.#trim({ a: 0, aEnd: this.#a.length, b: 0, bEnd: this.#b.length });
    let { a, b } = whole;
    for (const [inA, inB] of this.#anchors(whole)) {
      this.#compare({ a, aEnd: inA, b, bEnd: inB });
      a = inA + 1;
      b = inB + 1;
    }
    this.#compare({ a, aEnd: whole.aEnd, b, bEnd: whole.bEnd });
    return this.#changes;
  }

  /** The span without the equal lines at both its ends. */
  #trim({ a, aEnd, b, bEnd }: Span): Span {
    while (a < aEnd && b < bEnd && this.#a[a] === this.#b[b]) {
      a += 1;
      b += 1;
    }
    while (aEnd > a && bEnd > b && this.#a[aEnd - 1] === this.#b[bEnd - 1]) {
      aEnd -= 1;
      bEnd -= 1;
    }
    return { a, aEnd, b, bEnd };
  }

  /** Lines that occur once in either part, as the longest list that is in order in both. */
  #anchors({ a, aEnd, b, bEnd }: Span): [number, number][] {
    const placesOf = (lines: Int32Array, start: number, end: number): Int32Array => {
      // -1: none, -2: several.
      const places = new Int32Array(this.#lineCount).fill(-1);
      for (let at = start; at < end; at += 1) {
        const line = lines[at] ?? 0;
        places[line] = places[line] === -1 ? at : -2;
      }
      return places;
    };
    const inA = placesOf(this.#a, a, aEnd);
    const inB = placesOf(this.#b, b, bEnd);
    const pairs: [number, number][] = [];
    for (let at = a; at < aEnd; at += 1) {
      const line = this.#a[at] ?? 0;
      const other = inB[line] ?? -1;
      if (inA[line] === at && other >= 0) pairs.push([at, other]);
    }
    return longestRising(pairs);
  }

  #compare(span: Span): void {
    const rest = this.#trim(span);
    const { a, aEnd, b, bEnd } = rest;
    if (a === aEnd && b === bEnd) return;
    const found = a === aEnd || b === bEnd ? [rest] : this.#shortestEdit(rest);
    if (found === null) this.approximate = true;
    this.#changes.push(...(found ?? [rest]));
  }

  /** The shortest edit of a span (Myers 1986); null when it is too long to search for. */
  #shortestEdit({ a, aEnd, b, bEnd }: Span): Span[] | null {
    const n = aEnd - a;
    const m = bEnd - b;
    const max = Math.min(n + m, MAX_EDITS);
    const ends = new Int32Array(2 * max + 2);
    const history: Int32Array[] = [];
    for (let edits = 0; edits <= max; edits += 1) {
      history.push(ends.slice(max - edits, max + edits + 2));
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const left = ends[max + diagonal - 1] ?? 0;
        const right = ends[max + diagonal + 1] ?? 0;
        const isAdded = diagonal === -edits || (diagonal !== edits && left < right);
        let x = isAdded ? right : left + 1;
        const start = x;
        while (x < n && x - diagonal < m && this.#a[a + x] === this.#b[b + x - diagonal]) x += 1;
        this.#steps -= x - start + 1;
        ends[max + diagonal] = x;
        if (x >= n && x - diagonal >= m) return traceBack(history, { a, aEnd, b, bEnd });
      }
      if (this.#steps <= 0) return null;
    }
    return null;
  }
}

/**
 * The changes of a search that has reached the ends of both parts.
 * @param history the furthest ends before each number of edits; entry `edits + k` of one is diagonal `k`
 */
function traceBack(history: readonly Int32Array[], { a, aEnd, b, bEnd }: Span): Span[] {
  const changes: Span[] = [];
  let x = aEnd - a;
  let y = bEnd - b;
  for (let edits = history.length - 1; edits > 0; edits -= 1) {
    const ends = history[edits];
    const diagonal = x - y;
    const endOf = (k: number): number => ends?.[edits + k] ?? 0;
    const isAdded = diagonal === -edits || (diagonal !== edits && endOf(diagonal - 1) < endOf(diagonal + 1));
    const before = isAdded ? diagonal + 1 : diagonal - 1;
    x = endOf(before);
    y = x - before;
    const at = { a: a + x, b: b + y };
    changes.push(isAdded ? { ...at, aEnd: at.a, bEnd: at.b + 1 } : { ...at, aEnd: at.a + 1, bEnd: at.b });
  }
  return changes.reverse();
}

/** The longest list of pairs, given by their first number, whose second numbers rise. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const before = new Int32Array(pairs.length).fill(-1);
  /** Index of the pair with the lowest end of a list of each length. */
  const tails: number[] = [];
  const secondOf = (index: number | undefined): number => pairs[index ?? 0]?.[1] ?? 0;
  for (const [index, [, second]] of pairs.entries()) {
    let low = 0;
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (secondOf(tails[middle]) < second) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const result: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) result.push(pair);
  }
  return result.reverse();
}
