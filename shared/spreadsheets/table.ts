/** A table as it is read from a spreadsheet or a CSV file: rows of texts. Also the error of a file that is none. Pure. */

export interface TableRow {
  /** The row of the sheet, or the line of the file at which it begins; from 1. */
  line: number;
  /** As a reader of the file sees them; '' where there is nothing. None behind the last text. */
  cells: string[];
}

/** A sheet of a workbook. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Those with any text, in their order. */
  rows: TableRow[];
}

/** A file that cannot be read as a table. The message is a sentence that says what to do. */
export class UnreadableTableError extends Error {}

const LETTERS = 26;
const CODE_BEFORE_A = 64;

/** The letters of a column. @param index from 0 */
export function columnLetters(index: number): string {
  const before = Math.floor(index / LETTERS);
  return (
    (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode((index % LETTERS) + CODE_BEFORE_A + 1)
  );
}

/** The index of a column from 0. @param letters capital ones */
export const columnIndex = (letters: string): number =>
  [...letters].reduce((index, letter) => index * LETTERS + letter.charCodeAt(0) - CODE_BEFORE_A, 0) - 1;
