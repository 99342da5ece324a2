/**
 * Text store of the index, in SQLite FTS5: stores and reads rows, finds phrases, addresses and printed numbers. What its
 * cache cannot hold is in a temporary file that nobody else can open and that is gone with the process.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { SearchUnavailable, searchUnavailable } from '../search-unavailable.ts';
import type { FoldedRow } from './fold-rows.ts';
import { foldText } from './fold-text.ts';
import type { SearchRow } from './search-rows.ts';
import { TOKENIZE } from './tokenizer.ts';

/** A row as it is read back. */
export type StoredRow = Pick<SearchRow, 'kind' | 'heading' | 'content' | 'element' | 'field'>;

const CACHE_KIB = 32 * 1024;
/** Pages of the file at most: the limit of SQLite. */
const MAX_PAGES = 4_294_967_294;
/** Codes of SQLite for a disk that fails, that is full, or on which no file can be opened. */
const DISK_ERRORS: ReadonlySet<number> = new Set([10, 13, 14]);

/** The database of rows: their texts as they are written, and an index of them as `foldText` returns them. */
export class TextStore {
  /** Without a name: a temporary one, in SQLITE_TMPDIR, TMPDIR, /var/tmp or /tmp, the first that can be written to. */
  readonly #database = new DatabaseSync('');
  readonly #insertText: StatementSync;
  readonly #insert: StatementSync;
  readonly #removeTexts: StatementSync;
  readonly #remove: StatementSync;
  readonly #read: StatementSync;
  readonly #readFolded: StatementSync;
  readonly #match: StatementSync;
  /** Rows that could not be removed yet, by first and last id. No search finds them: their ids are in no segment. */
  #unremoved: (readonly [first: number, last: number])[] = [];

  constructor(maxPages = MAX_PAGES) {
    const database = this.#database;
    database.exec(`
      PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA journal_mode = MEMORY;
      PRAGMA max_page_count = ${maxPages};
      -- The text of a row leaves the file with it.
      PRAGMA secure_delete = ON;
      CREATE TABLE texts (id INTEGER PRIMARY KEY, heading TEXT, content TEXT, about TEXT, folded_heading TEXT, folded_content TEXT);
      CREATE VIRTUAL TABLE rows USING fts5(
        heading, content, address, label, content = '', contentless_delete = 1, ${TOKENIZE});
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
  }

  /**
   * Stores rows under consecutive ids, all or none.
   * @param folded as `foldRows` returns them
   * @throws SearchUnavailable when the disk is full or fails
   */
  add(firstId: number, rows: readonly SearchRow[], folded: readonly FoldedRow[]): void {
    this.#removeAll();
    this.#inTransaction(() => {
      rows.forEach(({ kind, heading, content, element, field }, at) => {
        const about = JSON.stringify({ kind, element, field });
        const texts = folded[at] ?? { heading, content };
        // Folding takes longer than reading, and most texts are written so.
        const foldedHeading = texts.heading === heading ? null : texts.heading;
        const foldedContent = texts.content === content ? null : texts.content;
        this.#insertText.run(firstId + at, heading, content, about, foldedHeading, foldedContent);
        const place = addressTerm(element.address, kind);
        const { label } = element.attributes;
        const printed = label !== undefined && kind === 'clause' ? labelTerm(foldText(label)) : '';
        this.#insert.run(firstId + at, texts.heading, texts.content, place, printed);
      });
    });
  }

  /** Removes the rows with ids from `first` to `last`; on a full disk later, because that takes room for a moment. */
  remove(first: number, last: number): void {
    this.#unremoved.push([first, last]);
    this.#removeAll();
  }

  #removeAll(): void {
    if (this.#unremoved.length === 0) return;
    try {
      // First what only frees room: FTS5 writes before it frees.
      for (const statement of [this.#removeTexts, this.#remove])
        this.#inTransaction(() => {
          for (const [first, last] of this.#unremoved) statement.run(first, last);
        });
      this.#unremoved = [];
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
    }
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

  close(): void {
    this.#database.close();
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      // Some failures, such as a full disk, have ended it.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw isDiskError(error) ? searchUnavailable() : error;
    }
  }
}

/** @param error of SQLite; its code may be an extended one, with the kind in the lowest byte */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  DISK_ERRORS.has(error.errcode & 0xff);

/** An address of a clause, or of the clause of a field, as one term. */
export const addressTerm = (address: string, kind: SearchRow['kind']): string =>
  `${kind === 'clause' ? 'at' : 'of'}${address.replaceAll('.', 'x')}`;

/**
 * A printed number as one term, in hexadecimal digits, which the tokenizer leaves together; empty for one of no letters and
 * digits. Letter case, blanks at the ends and a last dot or colon do not count: "A." is found by "a".
 */
export function labelTerm(label: string): string {
  const key = label
    .trim()
    .toLowerCase()
    .replace(/[.:]+$/, '');
  return /[\p{L}\p{N}]/u.test(key) ? `no${Buffer.from(key).toString('hex')}` : '';
}

/** A text as a string of FTS5, in which nothing is an operator. */
const literalText = (text: string): string => `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`;
