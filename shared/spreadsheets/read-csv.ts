/** Reads the rows of a CSV file (RFC 4180), separated by commas, semicolons or tabs. Pure. */
import { type TableRow, UnreadableTableError } from './table.ts';

const CSV_SEPARATORS: readonly string[] = [',', ';', '\t'];
/** What Excel writes above a table to name its separator. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/;

/** The text of a file: UTF-8, or else Windows-1252, in which Excel saves CSV. */
export function decodeCsv(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * All rows but those without any text.
 * @throws UnreadableTableError for a quotation mark that never ends, with the line
 */
export function readCsvRows(text: string): TableRow[] {
  const named = SEPARATOR_LINE.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const separator = named?.[1] ?? separatorOf(body);
  const rows = new RowReader(body, separator, named === null ? 1 : 2).read();
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** The mark that the first line has most often, outside quotation marks. */
function separatorOf(text: string): string {
  const [head = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1);
  const count = (mark: string): number => head.split(mark).length;
  return CSV_SEPARATORS.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

class RowReader {
  readonly #text: string;
  readonly #separator: string;
  #line: number;
  #at = 0;

  constructor(text: string, separator: string, line: number) {
    this.#text = text;
    this.#separator = separator;
    this.#line = line;
  }

  read(): TableRow[] {
    const rows: TableRow[] = [];
    while (this.#at < this.#text.length) {
      const row: TableRow = { line: this.#line, cells: [] };
      do row.cells.push(this.#readCell());
      while (this.#skip(this.#separator));
      if (!this.#skip('\r\n') && !this.#skip('\n')) this.#skip('\r');
      this.#line += 1;
      rows.push(row);
    }
    return rows;
  }

  #readCell(): string {
    if (this.#text[this.#at] !== '"') return this.#readUntilEnd();
    const line = this.#line;
    let cell = '';
    for (let from = this.#at + 1; ; from = this.#at + 1) {
      const end = this.#text.indexOf('"', from);
      if (end === -1)
        throw new UnreadableTableError(
          `A quotation mark of the cell that begins in line ${line} of the CSV has no end.`,
        );
      cell += this.#text.slice(from, end);
      this.#at = end + 1;
      if (this.#text[this.#at] !== '"') break;
      cell += '"';
    }
    this.#line += cell.split('\n').length - 1;
    // Text behind the closing mark, which no program should write, is not lost.
    return cell + this.#readUntilEnd();
  }

  #readUntilEnd(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !this.#isEnd(this.#text[this.#at])) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #isEnd = (character: string | undefined): boolean =>
    character === this.#separator || character === '\n' || character === '\r';

  #skip(mark: string): boolean {
    const isThere = this.#text.startsWith(mark, this.#at);
    if (isThere) this.#at += mark.length;
    return isThere;
  }
}
