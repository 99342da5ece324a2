/**
 * Inverted index of one revision's text, and its builder: for each term, by its number, its rows and weights, in typed arrays
 * that all terms share.
 */

/** Rows in ascending order, from `start` to before `end`. */
interface PostingRange {
  start: number;
  end: number;
}

const MAX_WEIGHT = 255;

export class Postings {
  readonly rows: Uint32Array;
  readonly weights: Uint8Array;
  readonly #starts: Uint32Array;

  /** @param lists of the terms, in the order of their numbers */
  constructor(lists: readonly { rows: readonly number[]; weights: readonly number[] }[]) {
    const size = lists.reduce((sum, { rows }) => sum + rows.length, 0);
    this.rows = new Uint32Array(size);
    this.weights = new Uint8Array(size);
    this.#starts = new Uint32Array(lists.length + 1);
    let end = 0;
    for (const [number, { rows, weights }] of lists.entries()) {
      this.rows.set(rows, end);
      this.weights.set(weights, end);
      end += rows.length;
      this.#starts[number + 1] = end;
    }
  }

  /** Where the rows of a term are. */
  rangeOf(number: number): PostingRange {
    return { start: this.#starts[number] ?? 0, end: this.#starts[number + 1] ?? 0 };
  }

  /** Whether a row contains a term. */
  contains(number: number, row: number): boolean {
    const { start, end } = this.rangeOf(number);
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low < end && this.rows[low] === row;
  }
}

/** Collects the postings of one revision's content; rows come in ascending order for each term. */
export class PostingsBuilder {
  readonly #lists = new Map<string, { rows: number[]; weights: number[] }>();

  add(term: string, row: number, weight: number): void {
    const list = this.#lists.get(term) ?? { rows: [], weights: [] };
    if (list.rows.length === 0) this.#lists.set(term, list);
    const last = list.rows.length - 1;
    if (list.rows[last] === row) {
      list.weights[last] = Math.min(MAX_WEIGHT, (list.weights[last] ?? 0) + weight);
    } else {
      list.rows.push(row);
      list.weights.push(weight);
    }
  }

  /** @returns the postings, and the terms in the order of their numbers */
  build(): { postings: Postings; names: string[] } {
    return { postings: new Postings([...this.#lists.values()]), names: [...this.#lists.keys()] };
  }
}
