/**
 * Chooses the rows whose text a search compares with its phrases and numbers: the best of those that have the words.
 */
import { type RowSequence, segmentOfRow, toRows } from './row-sequence.ts';
import { selectHighest } from './select-best.ts';
import type { TextStore } from './text-store.ts';

/** A common word is in nearly every row, so rows are neither sorted nor read as a whole. */
const MAX_ROWS = 300;

/** Rows in the order of their scores. */
interface CandidateRows {
  best: readonly number[];
  /** Whether there are no others. */
  areAll: boolean;
}

export class Candidates {
  readonly #texts: TextStore;
  readonly #set: RowSequence;
  readonly #scores: Float32Array;
  /** By phrase: the number of a clause is a phrase too. */
  readonly #found = new Map<string, CandidateRows>();

  /** @param scores of the rows by keywords */
  constructor(texts: TextStore, set: RowSequence, scores: Float32Array) {
    this.#texts = texts;
    this.#set = set;
    this.#scores = scores;
  }

  /** The rows with the words of a phrase. @param phrase as `foldText` returns it */
  of(phrase: string): CandidateRows {
    const known = this.#found.get(phrase);
    if (known) return known;
    const rows = this.select(this.#texts.findPhrase(phrase));
    this.#found.set(phrase, rows);
    return rows;
  }

  /** The best of the rows with these ids. */
  select(ids: readonly number[]): CandidateRows {
    const rows = toRows(this.#set, ids);
    return { best: selectHighest(this.#scores, rows, MAX_ROWS), areAll: rows.length <= MAX_ROWS };
  }

  /** The id of a row in the text store. */
  idOf(row: number): number | null {
    const place = segmentOfRow(this.#set, row);
    return place ? place.segment.firstId + row - place.offset : null;
  }
}
