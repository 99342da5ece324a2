/**
 * What ranking needs of a store: the rows that one search reads, and of these alone their weights and scores, so that
 * no hit and no score depends on what others have.
 */
import type { QueryWord } from './number-words.ts';
import type { SearchDocument } from './row-sequence.ts';
import type { StoredRow } from './text-store.ts';

/** A content with the revisions that have it; equal contents are searched once. */
export interface SearchedContent {
  documents: readonly SearchDocument[];
  /** Number of its rows. */
  size: number;
}

/** A word of a query with its weight: higher for one that is rarer in the rows. */
export interface WeighedWord extends QueryWord {
  idf: number;
}

export interface FoundRow {
  /** Its place among all rows: the older standard first, then the outline. No other row has it. */
  readonly place: number;
  readonly content: SearchedContent;
  /** The place of the clause above it; -1 for a field and at the top. */
  readonly parentPlace: number;
  readonly isNote: boolean;
  /** By the words of the query (BM25); 0 without any of them. */
  readonly keywordScore: number;
  /** The cosine of its meaning with the query's; null without word vectors. */
  readonly similarity: number | null;
  /** Whether it has a term of the query; only of a row that was read. */
  hasTerm(term: string): boolean;
}

/** Texts as `foldText` returns them. */
export type FoldedTexts = Pick<StoredRow, 'heading' | 'content'>;

/** Which rows: at most `limit`, those with the best keyword scores, or next in meaning. */
export type Selection =
  /** With any word of the query. */
  | { by: 'keywords'; limit: number }
  /** Those whose vectors have most signs in common with the query's. */
  | { by: 'meaning'; limit: number }
  /** The clauses at an address. */
  | { by: 'address'; address: string; limit: number }
  /** The fields of the clauses at an address. */
  | { by: 'fieldsAt'; address: string; limit: number }
  /** The clauses with a printed number, as `foldText` returns it. */
  | { by: 'label'; label: string; limit: number }
  /** With the words of a phrase in its order, whatever their endings; as `foldText` returns it. */
  | { by: 'phrase'; phrase: string; limit: number }
  /** Whose heading or text begins with the words of one of these phrases. */
  | { by: 'beginning'; phrases: readonly string[]; limit: number }
  /** The first row of each of these contents. */
  | { by: 'first'; contents: readonly SearchedContent[] };

export interface SelectedRows {
  /** The best first. */
  rows: readonly FoundRow[];
  /** Whether there are no others. */
  areAll: boolean;
}

/** The rows of one search. */
export interface SearchedRows {
  /** In the order of their rows. */
  readonly contents: readonly SearchedContent[];
  /** The words of the query with their weights. */
  readonly words: readonly WeighedWord[];
  /** No more rows have a word of the query. */
  readonly mostMatches: number;
  /** Selections that are asked for together are answered together. */
  select(selection: Selection): Promise<SelectedRows>;
  /** Rows as they are shown; undefined for one that was removed meanwhile. */
  read(rows: readonly FoundRow[]): Promise<(StoredRow | undefined)[]>;
  readFolded(rows: readonly FoundRow[]): Promise<(FoldedTexts | undefined)[]>;
}
