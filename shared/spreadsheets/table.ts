/**
 * Types of a table read from a spreadsheet or a CSV file: rows of texts. Also the error for a file that is not a
 * table, and the letters of columns. Pure.
 */

export interface TableRow {
  /** The row of the sheet, or the line of the file at which it begins; from 1. */
  line: number;
  /** The texts of the cells, numbers without their format; '' where there is nothing. None behind the last text. */
  cells: string[];
}

/** A sheet of a workbook. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Those with any text, in their order. */
  rows: TableRow[];
  /** What a reader of the file does not see in the texts alone, in the order of the rows. */
  remarks: CellRemark[];
}

/**
 * A cell that is not just its text: the result of a formula, an error, part of merged cells, in a hidden row or column,
 * or a number whose digits depend on its format (1.10 is stored as 1.1).
 */
export interface CellRemark {
  kind: 'formula' | 'error' | 'merged' | 'hidden' | 'number';
  line: number;
  /** The column, from 0; null for a whole row. */
  place: number | null;
  /** The formula; the range of merged cells; a number in the digits of its format, '' where that has no fixed ones. */
  text: string;
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
