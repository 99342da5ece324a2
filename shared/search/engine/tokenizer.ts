/**
 * Splits texts into stemmed terms as the tokenizer of SQLite FTS5 does, which is asked once for each word: it takes
 * longer to give the terms of a text back than everything else in the index together.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { FoldedRow } from './fold-rows.ts';
import { foldText } from './fold-text.ts';
import { withNumberTerms } from './number-words.ts';

export const TOKENIZE = `tokenize = 'porter unicode61'`;

/** Called with each occurrence of a term in a row, and with how much it counts: there are thousands in a standard. */
type TermVisitor = (term: string, row: number, weight: number) => void;

/** A term in a heading counts as two. */
const COLUMN_WEIGHTS = { path: 1, heading: 2, content: 1 } as const;
const COLUMNS = ['path', 'heading', 'content'] as const;

/** FTS5 ends a term at every other ASCII character; what it makes of what is between them depends on nothing else. */
const PIECE = /[A-Za-z0-9\u0080-\uffff]+/g;
const MAX_KNOWN_PIECES = 20_000;
/** Longer ones are keys, codes, or texts without blanks. */
const MAX_KNOWN_LENGTH = 40;

export class Tokenizer {
  readonly #database = new DatabaseSync(':memory:');
  readonly #insert: StatementSync;
  readonly #inOrder: StatementSync;
  /** The terms of pieces, mostly one of each. */
  readonly #known = new LRUCache<string, readonly string[]>({ max: MAX_KNOWN_PIECES });

  constructor() {
    const database = this.#database;
    database.exec(`
      CREATE VIRTUAL TABLE temporary USING fts5(piece, content = '', ${TOKENIZE});
      CREATE VIRTUAL TABLE terms USING fts5vocab('temporary', 'instance');
    `);
    this.#insert = database.prepare('INSERT INTO temporary (rowid, piece) VALUES (?, ?)');
    this.#inOrder = database.prepare('SELECT term, doc FROM terms ORDER BY doc, offset');
    this.#inOrder.setReturnArrays(true);
  }

  /** Visits the terms of rows with those of their numbers, by row, which counts from 0. */
  visitTerms(rows: readonly FoldedRow[], visit: TermVisitor): void {
    const texts = new Set(rows.flatMap((row) => COLUMNS.map((column) => row[column])));
    // Rows below one heading have the same path.
    const piecesOf = new Map([...texts].map((text) => [text, toPieces(withNumberTerms(text))]));
    const termsOf = this.#lookUp([...piecesOf.values()].flat());
    for (const [row, folded] of rows.entries())
      for (const column of COLUMNS) {
        const weight = COLUMN_WEIGHTS[column];
        for (const piece of piecesOf.get(folded[column]) ?? [])
          for (const term of termsOf.get(piece) ?? []) visit(term, row, weight);
      }
  }

  /** The terms of the words of a query, each with how often it occurs, in alphabetical order. */
  countTerms(words: readonly string[]): Map<string, number> {
    const counts = new Map<string, number>();
    const row = { path: '', heading: '', content: foldText(words.join(' ')) };
    this.visitTerms([row], (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
    return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The words of texts in their order, stemmed. @param texts as `foldText` returns them */
  words(texts: readonly string[]): string[][] {
    const pieces = texts.map(toPieces);
    const termsOf = this.#lookUp(pieces.flat());
    return pieces.map((of) => of.flatMap((piece) => termsOf.get(piece) ?? []));
  }

  close(): void {
    this.#database.close();
  }

  /** The terms of each of these pieces. */
  #lookUp(pieces: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, readonly string[]>();
    const unknown: string[] = [];
    for (const piece of new Set(pieces)) {
      const known = this.#known.get(piece);
      if (known) found.set(piece, known);
      else unknown.push(piece);
    }
    if (unknown.length === 0) return found;
    const split = this.#split(unknown);
    for (const [at, piece] of unknown.entries()) {
      const terms = split[at] ?? [];
      found.set(piece, terms);
      // A copy: a part of a string keeps all of it in memory.
      if (piece.length <= MAX_KNOWN_LENGTH) this.#known.set(Buffer.from(piece).toString(), terms);
    }
    return found;
  }

  /** The terms of each text as FTS5 splits it. */
  #split(texts: readonly string[]): string[][] {
    const terms = texts.map((): string[] => []);
    this.#database.exec('BEGIN');
    for (const [row, text] of texts.entries()) this.#insert.run(row, text);
    this.#database.exec('COMMIT');
    for (const { 0: term, 1: row } of this.#inOrder.iterate()) terms[Number(row)]?.push(String(term));
    this.#database.exec(`INSERT INTO temporary (temporary) VALUES ('delete-all')`);
    return terms;
  }
}

const toPieces = (text: string): readonly string[] => text.match(PIECE) ?? [];
