/**
 * The rows of contents as documents of OpenSearch. Terms are split, stemmed and weighed here, as for the index in
 * memory, so that both engines have the same: OpenSearch divides at blanks only.
 */
import { sha256 } from '../../hash.ts';
import { foldLetters } from '../engine/fold-letters.ts';
import { type FoldedRow, foldRows } from '../engine/fold-rows.ts';
import { foldText } from '../engine/fold-text.ts';
import { impactOf } from '../engine/keyword-scores.ts';
import { isExtraTerm } from '../engine/number-words.ts';
import { findParents, splitIntoSteps } from '../engine/row-steps.ts';
import type { SearchRow } from '../engine/search-rows.ts';
import { addressTerm, labelTerm, type StoredRow } from '../engine/text-store.ts';
import type { Tokenizer } from '../engine/tokenizer.ts';
import { toBytes } from '../engine/vector-table.ts';
import type { WordVectors } from '../engine/word-vectors.ts';
import { packAbout } from './row-about.ts';
import { toSigns } from './signs.ts';

interface RowDocument {
  /** `contentIdOf` of its content. */
  content: string;
  row: number;
  /** The impact of each term in the row (`impactOf`). */
  impacts: Record<string, number>;
  /** The words in their order; the first is `START`. */
  heading_words: string;
  content_words: string;
  /** `addressTerm` and `labelTerm`. */
  place: string;
  label: string;
  /** As `packAbout` returns it, in base64. */
  about: string;
  /** The signs of its vector (`toSigns`). */
  signs: Record<string, number>;
  /** What is shown of it; not indexed. */
  shown: StoredRow;
}

/** Stands before the first word of a text, so that a phrase can be looked for at its beginning. No text has this character. */
export const START = '\uF703';
/** Stands in place of a dot, which would divide the name of a field. */
const DOT = '\uF704';
const MAX_WEIGHT = 255;
/** Lucene takes no longer ones than 32 KB; words of this length are keys and codes. */
const MAX_TERM = 200;
/** 192 bits. */
const ID_LENGTH = 32;

/** A term as it is in the index. */
export const termInIndex = (term: string): string => term.slice(0, MAX_TERM).replaceAll('.', DOT);

/** The name of a content in the index. @param key a content with its withheld clauses */
export const contentIdOf = (key: string): string => sha256(key, 'base64url').slice(0, ID_LENGTH);

/** The name of a row in the index. */
export const rowIdOf = (content: string, row: number): string => `${content}:${row}`;

/** The documents of a content's rows by their ids, in short steps. */
export function* toRowDocuments(
  key: string,
  rows: readonly SearchRow[],
  { tokenizer, vectors }: { tokenizer: Tokenizer; vectors: WordVectors | null },
): Generator<[id: string, document: RowDocument][]> {
  const content = contentIdOf(key);
  const parents = findParents(rows);
  for (const { from, step } of splitIntoSteps(rows)) {
    const folded = foldRows(step);
    const impacts = readImpacts(folded, tokenizer);
    const inOrder = tokenizer.words(folded.flatMap(({ heading, content: text }) => [heading, text]));
    yield step.map((row, at) => {
      const { kind, path, heading, content: text, element, field } = row;
      const { label, isNote } = element.attributes;
      const vector = vectors?.embed(foldLetters(`${path} ${heading} ${text}`)) ?? null;
      const document: RowDocument = {
        content,
        row: from + at,
        impacts: impacts[at] ?? {},
        heading_words: toWords(inOrder[2 * at]),
        content_words: toWords(inOrder[2 * at + 1]),
        place: addressTerm(element.address, kind),
        label: label !== undefined && kind === 'clause' ? termInIndex(labelTerm(foldText(label))) : '',
        about: packAbout({
          parent: parents[from + at] ?? 0,
          isNote: kind === 'clause' && isNote === true,
          vector: vector && toBytes(vector),
        }),
        signs: vector ? toSigns(vector) : {},
        shown: { kind, heading, content: text, element, field },
      };
      return [rowIdOf(content, from + at), document];
    });
  }
}

const toWords = (terms: readonly string[] = []): string =>
  terms.length === 0 ? '' : [START, ...terms.map(termInIndex)].join(' ');

/** The impact of each term in each row. */
function readImpacts(rows: readonly FoldedRow[], tokenizer: Tokenizer): Record<string, number>[] {
  const counted = rows.map(() => ({ length: 0, weights: new Map<string, number>() }));
  tokenizer.visitTerms(rows, (term, row, weight) => {
    const own = counted[row];
    if (!own) return;
    if (!isExtraTerm(term)) own.length = Math.min(0xffff, own.length + 1);
    const name = termInIndex(term);
    own.weights.set(name, Math.min(MAX_WEIGHT, (own.weights.get(name) ?? 0) + weight));
  });
  return counted.map(({ length, weights }) =>
    Object.fromEntries([...weights].map(([term, weight]) => [term, impactOf(weight, length)])),
  );
}
