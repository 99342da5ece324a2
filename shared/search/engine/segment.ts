/**
 * Segment: the index of one content, with the terms, parents and vectors of its rows. `buildSegment` indexes
 * the rows in short steps and adds their texts to the text store. A segment never changes.
 */
import { setImmediate } from 'node:timers/promises';
import { foldLetters } from './fold-letters.ts';
import { foldRows } from './fold-rows.ts';
import { isExtraTerm } from './number-words.ts';
import { type Postings, PostingsBuilder } from './postings.ts';
import { findParents, splitIntoSteps } from './row-steps.ts';
import type { SearchRow } from './search-rows.ts';
import type { TextStore } from './text-store.ts';
import type { Tokenizer } from './tokenizer.ts';
import { VectorTable } from './vector-table.ts';
import type { WordVectors } from './word-vectors.ts';

export interface Segment {
  /** Its index in lists of segments; reused after its removal. */
  slot: number;
  /** Id of its first row in the text store; the others follow. */
  firstId: number;
  size: number;
  /** Number of terms of each row. */
  lengths: Uint16Array;
  isNote: Uint8Array;
  /** The row of the clause above each clause; -1 for fields and at the top. */
  parents: Int32Array;
  terms: Postings;
  /** Null without word vectors. */
  vectors: VectorTable | null;
  /** About what it takes, with its texts in the file of the text store and its terms in the directory. */
  bytes: number;
}

/** Of a row besides its texts and terms, in memory and in the file of the text store, and of a term. */
const BYTES_OF_ROW = 1_300;
const BYTES_OF_VECTOR = 300;
const BYTES_OF_TERM = 30;
const BYTES_OF_POSTING = 5;
/** A text is stored, and once more in the index of the text store. */
const BYTES_OF_CHARACTER = 3;

interface Deps {
  texts: TextStore;
  tokenizer: Tokenizer;
  words: WordVectors | null;
}

/**
 * Indexes the rows of a revision's content in short steps; queries run between them.
 * @returns the segment, and its terms in the order of their numbers
 */
export async function buildSegment(
  { texts, tokenizer, words }: Deps,
  rows: readonly SearchRow[],
  { slot, firstId }: Pick<Segment, 'slot' | 'firstId'>,
): Promise<{ segment: Segment; names: string[] }> {
  const size = rows.length;
  const lengths = new Uint16Array(size);
  const terms = new PostingsBuilder();
  const vectors = words && new VectorTable(size);
  for (const { from, step } of splitIntoSteps(rows)) {
    const folded = foldRows(step);
    texts.add(firstId + from, step, folded);
    tokenizer.visitTerms(folded, (term, row, weight) => {
      const at = from + row;
      if (!isExtraTerm(term)) lengths[at] = Math.min(0xffff, (lengths[at] ?? 0) + 1);
      terms.add(term, at, weight);
    });
    if (words && vectors)
      step.forEach(({ path, heading, content }, at) => {
        vectors.set(from + at, words.embed(foldLetters(`${path} ${heading} ${content}`)));
      });
    await setImmediate();
  }
  const { postings, names } = terms.build();
  const characters = rows.reduce((sum, { heading, content }) => sum + heading.length + content.length, 0);
  const segment: Segment = {
    slot,
    firstId,
    size,
    lengths,
    isNote: Uint8Array.from(rows, ({ kind, element }) =>
      Number(kind === 'clause' && element.attributes.isNote === true),
    ),
    parents: findParents(rows),
    terms: postings,
    vectors,
    bytes:
      size * (BYTES_OF_ROW + (vectors ? BYTES_OF_VECTOR : 0)) +
      names.length * BYTES_OF_TERM +
      postings.rows.length * BYTES_OF_POSTING +
      characters * BYTES_OF_CHARACTER,
  };
  return { segment, names };
}
