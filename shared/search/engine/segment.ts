/**
 * Segment: the index of one content, with the terms, parents and vectors of its rows. `buildSegment` indexes
 * the rows in short steps and adds their texts to the text store. A segment never changes.
 */
import { setImmediate } from 'node:timers/promises';
import { foldLetters } from './fold-letters.ts';
import { isExtraTerm } from './number-words.ts';
import { type Postings, PostingsBuilder } from './postings.ts';
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
  /** Number of terms of each row, and of all. */
  lengths: Uint16Array;
  totalLength: number;
  isNote: Uint8Array;
  /** The row of the clause above each clause; -1 for fields and at the top. */
  parents: Int32Array;
  terms: Postings;
  /** Null without word vectors. */
  vectors: VectorTable | null;
}

/** A term in a heading counts as two. */
const COLUMN_WEIGHTS: Readonly<Record<string, number>> = { path: 1, heading: 2, content: 1 };
const NO_PARENT = -1;
/** Indexed at once: some ten milliseconds, in which a query waits. A step ends with the row that fills it. */
const ROWS_PER_STEP = 100;
const CHARACTERS_PER_STEP = 20_000;

interface Deps {
  texts: TextStore;
  tokenizer: Tokenizer;
  words: WordVectors | null;
}

/** Indexes the rows of a revision's content in short steps; queries run between them. */
export async function buildSegment(
  { texts, tokenizer, words }: Deps,
  rows: readonly SearchRow[],
  { slot, firstId }: Pick<Segment, 'slot' | 'firstId'>,
): Promise<Segment> {
  const size = rows.length;
  const lengths = new Uint16Array(size);
  const terms = new PostingsBuilder();
  const vectors = words && new VectorTable(size);
  for (const { from, step } of splitIntoSteps(rows)) {
    texts.add(firstId + from, step);
    for (const { term, row, column } of tokenizer.terms(step)) {
      const at = from + row;
      if (!isExtraTerm(term)) lengths[at] = Math.min(0xffff, (lengths[at] ?? 0) + 1);
      terms.add(term, at, COLUMN_WEIGHTS[column] ?? 1);
    }
    if (words && vectors)
      step.forEach(({ path, heading, content }, at) => {
        vectors.set(from + at, words.embed(foldLetters(`${path} ${heading} ${content}`)));
      });
    await setImmediate();
  }
  return {
    slot,
    firstId,
    size,
    lengths,
    totalLength: lengths.reduce((sum, length) => sum + length, 0),
    isNote: Uint8Array.from(rows, ({ kind, element }) =>
      Number(kind === 'clause' && element.attributes.isNote === true),
    ),
    parents: findParents(rows),
    terms: terms.build(),
    vectors,
  };
}

function* splitIntoSteps(
  rows: readonly SearchRow[],
): Generator<{ from: number; step: readonly SearchRow[] }> {
  let from = 0;
  let characters = 0;
  for (const [at, { path, heading, content }] of rows.entries()) {
    characters += path.length + heading.length + content.length;
    const isFull = at + 1 - from === ROWS_PER_STEP || characters >= CHARACTERS_PER_STEP;
    if (!isFull && at + 1 < rows.length) continue;
    yield { from, step: rows.slice(from, at + 1) };
    from = at + 1;
    characters = 0;
  }
}

function findParents(rows: readonly SearchRow[]): Int32Array {
  const clauses = new Map<string, number>();
  return Int32Array.from(rows, ({ kind, element: { address } }, row) => {
    if (kind === 'field') return NO_PARENT;
    clauses.set(address, row);
    return clauses.get(address.slice(0, Math.max(0, address.lastIndexOf('.')))) ?? NO_PARENT;
  });
}
