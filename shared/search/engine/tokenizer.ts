/** Splits texts into stemmed terms, with the tokenizer of SQLite FTS5. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { foldText } from './fold-text.ts';
import { withNumberTerms } from './number-words.ts';
import type { SearchRow } from './search-rows.ts';

export const TOKENIZE = `tokenize = 'porter unicode61'`;

/** One occurrence of a term. */
interface TermInstance {
  term: string;
  row: number;
  /** How much it counts. */
  weight: number;
}

/** A term in a heading counts as two. */
const COLUMN_WEIGHTS: Readonly<Record<string, number>> = { path: 1, heading: 2, content: 1 };

export class Tokenizer {
  readonly #database = new DatabaseSync(':memory:');
  readonly #insert: StatementSync;
  readonly #instances: StatementSync;
  readonly #inOrder: StatementSync;

  constructor() {
    const database = this.#database;
    database.exec(`
      CREATE VIRTUAL TABLE temporary USING fts5(path, heading, content, content = '', ${TOKENIZE});
      CREATE VIRTUAL TABLE terms USING fts5vocab('temporary', 'instance');
    `);
    this.#insert = database.prepare(
      'INSERT INTO temporary (rowid, path, heading, content) VALUES (?, ?, ?, ?)',
    );
    this.#instances = database.prepare('SELECT term, doc, col FROM terms');
    this.#instances.setReturnArrays(true);
    this.#inOrder = database.prepare('SELECT term, doc FROM terms ORDER BY doc, offset');
    this.#inOrder.setReturnArrays(true);
  }

  /** The terms of rows with those of their numbers, by term, then by row, which counts from 0. */
  *terms(rows: readonly Pick<SearchRow, 'path' | 'heading' | 'content'>[]): Generator<TermInstance> {
    this.#fill(rows.map(({ path, heading, content }) => [toTerms(path), toTerms(heading), toTerms(content)]));
    try {
      for (const instance of this.#instances.iterate()) {
        const { 0: term, 1: row, 2: column } = instance;
        yield { term: String(term), row: Number(row), weight: COLUMN_WEIGHTS[String(column)] ?? 1 };
      }
    } finally {
      this.#empty();
    }
  }

  /** The terms of the words of a query, each with how often it occurs. */
  countTerms(words: readonly string[]): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { term } of this.terms([{ path: '', heading: '', content: words.join(' ') }]))
      counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  }

  /** The words of texts in their order, stemmed. @param texts as `foldText` returns them */
  words(texts: readonly string[]): string[][] {
    const words = texts.map((): string[] => []);
    this.#fill(texts.map((text) => ['', '', text]));
    for (const { 0: term, 1: row } of this.#inOrder.iterate()) words[Number(row)]?.push(String(term));
    this.#empty();
    return words;
  }

  close(): void {
    this.#database.close();
  }

  #fill(rows: readonly (readonly [string, string, string])[]): void {
    this.#database.exec('BEGIN');
    for (const [row, texts] of rows.entries()) this.#insert.run(row, ...texts);
    this.#database.exec('COMMIT');
  }

  #empty(): void {
    this.#database.exec(`INSERT INTO temporary (temporary) VALUES ('delete-all')`);
  }
}

const toTerms = (text: string): string => withNumberTerms(foldText(text));
