/**
 * Text store of the index, in SQLite FTS5 in memory: stores and reads rows, finds phrases and addresses, and
 * splits texts into stemmed terms.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SearchRow } from './search-rows.ts';
import { unifyLetters } from './words.ts';

const TOKENIZE = `tokenize = 'porter unicode61'`;

/** A row as it is read back. */
export type StoredRow = Pick<SearchRow, 'kind' | 'heading' | 'content' | 'element' | 'field'>;

/** One occurrence of a term. */
interface TermInstance {
  term: string;
  row: number;
  column: string;
}

/** The database of rows, in memory. */
export class TextStore {
  readonly #database = new DatabaseSync(':memory:');
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #read: StatementSync;
  readonly #match: StatementSync;
  readonly #insertTemporary: StatementSync;
  readonly #instances: StatementSync;

  constructor() {
    const database = this.#database;
    database.exec(`
      CREATE VIRTUAL TABLE rows USING fts5(heading, content, address, about UNINDEXED, ${TOKENIZE});
      CREATE VIRTUAL TABLE temporary USING fts5(path, heading, content, content = '', ${TOKENIZE});
      CREATE VIRTUAL TABLE terms USING fts5vocab('temporary', 'instance');
    `);
    this.#insert = database.prepare(
      'INSERT INTO rows (rowid, heading, content, address, about) VALUES (?, ?, ?, ?, ?)',
    );
    this.#remove = database.prepare('DELETE FROM rows WHERE rowid BETWEEN ? AND ?');
    this.#read = database.prepare('SELECT heading, content, about FROM rows WHERE rowid = ?');
    this.#match = database.prepare('SELECT rowid FROM rows WHERE rows MATCH ?');
    this.#match.setReturnArrays(true);
    this.#insertTemporary = database.prepare(
      'INSERT INTO temporary (rowid, path, heading, content) VALUES (?, ?, ?, ?)',
    );
    this.#instances = database.prepare('SELECT term, doc, col FROM terms');
    this.#instances.setReturnArrays(true);
  }

  /** Stores rows under consecutive ids. */
  add(firstId: number, rows: readonly SearchRow[]): void {
    this.#inTransaction(() => {
      rows.forEach(({ kind, heading, content, element, field }, at) => {
        const about = JSON.stringify({ kind, element, field });
        this.#insert.run(firstId + at, heading, content, addressTerm(element.address), about);
      });
    });
  }

  /** Removes the rows with ids from `first` to `last`. */
  remove(first: number, last: number): void {
    this.#remove.run(first, last);
  }

  /** @throws Error for an unknown id */
  read(id: number): StoredRow {
    const { heading, content, about } = this.#read.get(id) ?? {};
    return { heading: String(heading), content: String(content), ...JSON.parse(String(about)) };
  }

  /** The ids of rows that contain the words of a phrase in its order, whatever their endings. */
  findPhrase(phrase: string): number[] {
    // The rows keep their letters, for snippets.
    const writings = new Set([phrase, unifyLetters(phrase), phrase.replaceAll('ss', 'ß')]);
    const literals = [...writings].map(literalText);
    return this.#ids(`{heading content} : (${literals.join(' OR ')})`);
  }

  /** The ids of the rows at an address. */
  findAddress(address: string): number[] {
    return this.#ids(`address : "${addressTerm(address)}"`);
  }

  #ids(expression: string): number[] {
    return this.#match.all(expression).map(({ 0: id }) => Number(id));
  }

  /** The terms of rows, by term, then by row, which counts from 0. */
  *terms(rows: readonly Pick<SearchRow, 'path' | 'heading' | 'content'>[]): Generator<TermInstance> {
    this.#inTransaction(() => {
      rows.forEach(({ path, heading, content }, at) => {
        this.#insertTemporary.run(at, unifyLetters(path), unifyLetters(heading), unifyLetters(content));
      });
    });
    try {
      for (const instance of this.#instances.iterate()) {
        const { 0: term, 1: row, 2: column } = instance;
        yield { term: String(term), row: Number(row), column: String(column) };
      }
    } finally {
      this.#database.exec(`INSERT INTO temporary (temporary) VALUES ('delete-all')`);
    }
  }

  close(): void {
    this.#database.close();
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN');
    work();
    this.#database.exec('COMMIT');
  }
}

/** An address as one term. */
const addressTerm = (address: string): string => `at${address.replaceAll('.', 'x')}`;

/** A text as a string of FTS5, in which nothing is an operator. */
const literalText = (text: string): string => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
