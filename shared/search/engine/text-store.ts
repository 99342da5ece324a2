/**
 * Text store of the index, in SQLite FTS5 in memory: stores and reads rows, finds phrases and addresses, and
 * splits texts into stemmed terms.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { foldText } from './fold-text.ts';
import { withNumberTerms } from './number-words.ts';
import type { SearchRow } from './search-rows.ts';

const TOKENIZE = `tokenize = 'porter unicode61'`;

/** A row as it is read back. */
export type StoredRow = Pick<SearchRow, 'kind' | 'heading' | 'content' | 'element' | 'field'>;

/** One occurrence of a term. */
interface TermInstance {
  term: string;
  row: number;
  column: string;
}

/** The database of rows, in memory: their texts as they are written, and an index of them as `foldText` returns them. */
export class TextStore {
  readonly #database = new DatabaseSync(':memory:');
  readonly #insertText: StatementSync;
  readonly #insert: StatementSync;
  readonly #removeTexts: StatementSync;
  readonly #remove: StatementSync;
  readonly #read: StatementSync;
  readonly #readFolded: StatementSync;
  readonly #match: StatementSync;
  readonly #insertTemporary: StatementSync;
  readonly #instances: StatementSync;

  constructor() {
    const database = this.#database;
    database.exec(`
      CREATE TABLE texts (id INTEGER PRIMARY KEY, heading TEXT, content TEXT, about TEXT, folded_heading TEXT, folded_content TEXT);
      CREATE VIRTUAL TABLE rows USING fts5(
        heading, content, address, label, content = '', contentless_delete = 1, ${TOKENIZE});
      CREATE VIRTUAL TABLE temporary USING fts5(path, heading, content, content = '', ${TOKENIZE});
      CREATE VIRTUAL TABLE terms USING fts5vocab('temporary', 'instance');
    `);
    this.#insertText = database.prepare(
      'INSERT INTO texts (id, heading, content, about, folded_heading, folded_content) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#insert = database.prepare(
      'INSERT INTO rows (rowid, heading, content, address, label) VALUES (?, ?, ?, ?, ?)',
    );
    this.#removeTexts = database.prepare('DELETE FROM texts WHERE id BETWEEN ? AND ?');
    this.#remove = database.prepare('DELETE FROM rows WHERE rowid BETWEEN ? AND ?');
    this.#read = database.prepare('SELECT heading, content, about FROM texts WHERE id = ?');
    this.#readFolded = database.prepare(
      'SELECT coalesce(folded_heading, heading) heading, coalesce(folded_content, content) content FROM texts WHERE id = ?',
    );
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
        const folded = { heading: foldText(heading), content: foldText(content) };
        // Folding takes longer than reading, and most texts are written so.
        const foldedHeading = folded.heading === heading ? null : folded.heading;
        const foldedContent = folded.content === content ? null : folded.content;
        this.#insertText.run(firstId + at, heading, content, about, foldedHeading, foldedContent);
        const place = addressTerm(element.address, kind);
        const { label } = element.attributes;
        const printed = label !== undefined && kind === 'clause' ? labelTerm(foldText(label)) : '';
        this.#insert.run(firstId + at, folded.heading, folded.content, place, printed);
      });
    });
  }

  /** Removes the rows with ids from `first` to `last`. */
  remove(first: number, last: number): void {
    this.#inTransaction(() => {
      this.#remove.run(first, last);
      this.#removeTexts.run(first, last);
    });
  }

  /** @throws Error for an unknown id */
  read(id: number): StoredRow {
    const { heading, content, about } = this.#read.get(id) ?? {};
    return { heading: String(heading), content: String(content), ...JSON.parse(String(about)) };
  }

  /** The texts of a row as `foldText` returns them. @throws Error for an unknown id */
  readFolded(id: number): Pick<StoredRow, 'heading' | 'content'> {
    const { heading, content } = this.#readFolded.get(id) ?? {};
    return { heading: String(heading), content: String(content) };
  }

  /**
   * The ids of rows that contain the words of a phrase in its order, whatever their endings.
   * @param phrase as `foldText` returns it
   */
  findPhrase(phrase: string): number[] {
    return this.#ids(`{heading content} : ${literalText(phrase)}`);
  }

  /** The ids of rows whose heading or text begins with the words of one of these phrases. */
  findBeginning(phrases: readonly string[]): number[] {
    const literals = phrases.map(literalText);
    const ofColumns = ['heading', 'content'].flatMap((column) =>
      literals.map((literal) => `(${column} : ^ ${literal})`),
    );
    return this.#ids(ofColumns.join(' OR '));
  }

  /** The ids of the clauses at an address. */
  findAddress(address: string): number[] {
    return this.#ids(`address : "${addressTerm(address, 'clause')}"`);
  }

  /** The ids of the fields of the clauses at an address. */
  findFieldsAt(address: string): number[] {
    return this.#ids(`address : "${addressTerm(address, 'field')}"`);
  }

  /** The ids of the clauses with a printed number. @param label as `foldText` returns it */
  findLabel(label: string): number[] {
    const term = labelTerm(label);
    return term === '' ? [] : this.#ids(`label : "${term}"`);
  }

  #ids(expression: string): number[] {
    return this.#match.all(expression).map(({ 0: id }) => Number(id));
  }

  /** The terms of rows, by term, then by row, which counts from 0. */
  *terms(rows: readonly Pick<SearchRow, 'path' | 'heading' | 'content'>[]): Generator<TermInstance> {
    this.#inTransaction(() => {
      rows.forEach(({ path, heading, content }, at) => {
        this.#insertTemporary.run(at, toTerms(path), toTerms(heading), toTerms(content));
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

/** The terms of the words of a query, each with how often it occurs. */
export function countTerms(texts: TextStore, words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { term } of texts.terms([{ path: '', heading: '', content: words.join(' ') }]))
    counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

const toTerms = (text: string): string => withNumberTerms(foldText(text));

/** An address of a clause, or of the clause of a field, as one term. */
const addressTerm = (address: string, kind: SearchRow['kind']): string =>
  `${kind === 'clause' ? 'at' : 'of'}${address.replaceAll('.', 'x')}`;

/**
 * A printed number as one term, in hexadecimal digits, which the tokenizer leaves together; empty for one of no letters and
 * digits. Letter case, blanks at the ends and a last dot or colon do not count: "A." is found by "a".
 */
function labelTerm(label: string): string {
  const key = label
    .trim()
    .toLowerCase()
    .replace(/[.:]+$/, '');
  return /[\p{L}\p{N}]/u.test(key) ? `no${Buffer.from(key).toString('hex')}` : '';
}

/** A text as a string of FTS5, in which nothing is an operator. */
const literalText = (text: string): string => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
