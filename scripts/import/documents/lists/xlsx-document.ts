/**
 * Reader of lists in Excel files: the rows of one sheet are those of `list-rows.ts`. What a cell does not say by its text,
 * such as a formula or a hidden row, is reported; nothing is computed, and no other file is opened.
 */
import { readXlsx } from '../../../../shared/spreadsheets/read-xlsx.ts';
import {
  type CellRemark,
  columnLetters,
  type Sheet,
  type TableRow,
} from '../../../../shared/spreadsheets/table.ts';
import { type ImportChange, type ReportChange, UnusableDocumentError } from '../import-change.ts';
import type { SourceDocument } from '../source-outline.ts';
import { readColumns } from './columns.ts';
import { readListRows } from './list-rows.ts';

/** `[1]Sheet1!A1`: a cell of another file. */
const OTHER_FILE = /\[\d+\]/;

/**
 * Reads the list on one sheet.
 * @param sheetName otherwise the first visible sheet with rows
 * @throws UnusableDocumentError when there is no such sheet, for values of another file, and as `readListRows`
 */
export function readXlsxDocument(
  bytes: Uint8Array,
  report: ReportChange,
  sheetName?: string,
): SourceDocument {
  const sheets = readXlsx(bytes);
  const sheet = chooseSheet(sheets, sheetName);
  for (const other of sheets)
    if (other !== sheet && other.rows.length > 0)
      report({
        rule: 'left-out',
        source: `sheet ${JSON.stringify(other.name)}`,
        address: null,
        from: `${other.rows.length} rows`,
        to: null,
        name: 'sheet',
      });
  const remarks = sheet.remarks.filter(({ line }) => line >= (sheet.rows[0]?.line ?? 0));
  const rows = widen(showNumbers(sheet.rows, remarks));
  const numberPlace = rows[0] === undefined ? undefined : readColumns(rows[0]).place.number;
  for (const remark of remarks) reportRemark(remark, rows, numberPlace, report);
  return readListRows(rows, 'row', report);
}

/** @throws UnusableDocumentError when there is none */
function chooseSheet(sheets: readonly Sheet[], name: string | undefined): Sheet {
  const sheet =
    name === undefined
      ? sheets.find(({ isHidden, rows }) => !isHidden && rows.length > 0)
      : sheets.find((candidate) => candidate.name === name);
  if (sheet !== undefined) return sheet;
  const names = sheets.map((one) => JSON.stringify(one.name)).join(', ');
  throw new UnusableDocumentError(
    name === undefined
      ? `No visible sheet of the file has a text. Name one of its sheets with --sheet: ${names}.`
      : `The file has no sheet ${JSON.stringify(name)}. Its sheets are ${names}.`,
  );
}

/** The rows with numbers in the digits that their formats show: 1.10, which is stored as 1.1. */
function showNumbers(rows: readonly TableRow[], remarks: readonly CellRemark[]): TableRow[] {
  const shown = new Map(
    remarks
      .filter(({ kind, text }) => kind === 'number' && text !== '')
      .map(({ line, place, text }) => [`${line} ${place}`, text]),
  );
  return rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell, place) => shown.get(`${line} ${place}`) ?? cell),
  }));
}

/** The rows with a first one as wide as the widest, so that a cell below no name is reported with its column. */
function widen(rows: readonly TableRow[]): TableRow[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return rows.map((row, index) =>
    index === 0
      ? { ...row, cells: Array.from({ length: width }, (_, place) => row.cells[place] ?? '') }
      : row,
  );
}

/** @throws UnusableDocumentError for a formula with a value of another file, which may have changed since */
function reportRemark(
  { kind, line, place, text }: CellRemark,
  rows: readonly TableRow[],
  numberPlace: number | undefined,
  report: ReportChange,
): void {
  const value = place === null ? '' : (rows.find((row) => row.line === line)?.cells[place] ?? '');
  const cell = place === null ? `row ${line}` : `${columnLetters(place)}${line}`;
  const doubt = (name: string, from: string, to: string | null): void => {
    const change: ImportChange = { rule: 'cell-doubtful', source: cell, address: null, from, to, name };
    report(change);
  };
  if (kind === 'formula' && OTHER_FILE.test(text))
    throw new UnusableDocumentError(
      `The cell ${cell} has a value of another file (${text.slice(0, 100)}). Replace it by the value itself.`,
    );
  if (kind === 'formula') doubt('formula', text, value);
  else if (kind === 'error') doubt('error', text, value);
  else if (kind === 'merged') doubt('merged cells', text, value);
  else if (kind === 'hidden') doubt(place === null ? 'hidden row' : 'hidden column', 'hidden', value || null);
  else if (place === numberPlace && text === '') doubt('number', value, value);
}
