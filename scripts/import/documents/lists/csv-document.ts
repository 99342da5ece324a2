/** Reader of lists in CSV: its rows are those of `list-rows.ts`. */
import { decodeCsv, readCsvRows } from '../../../../shared/spreadsheets/read-csv.ts';
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import type { SourceDocument } from '../source-outline.ts';
import { namesColumns } from './columns.ts';
import { readListRows } from './list-rows.ts';

/** Whether a file is a list whose first row names the columns. */
export function isCsvFile(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 4_096);
  if (start.includes(0)) return false;
  const [head = ''] = decodeCsv(start)
    .replace(/^sep=.\r?\n/, '')
    .split(/\r?\n/, 1);
  // JSON in one line can have such words between its commas.
  if (/^\s*[{[]/.test(head)) return false;
  try {
    return namesColumns(readCsvRows(head)[0]?.cells ?? []);
  } catch {
    return false;
  }
}

/**
 * Reads a list.
 * @throws UnusableDocumentError for one without rows, without columns of elements, or with a row that is too long
 */
export function readCsvDocument(bytes: Uint8Array, report: ReportChange): SourceDocument {
  const rows = readCsvRows(decodeCsv(bytes));
  const [head, ...others] = rows;
  const long = others.find(({ cells }) => cells.slice(head?.cells.length).some((cell) => cell.trim() !== ''));
  if (long !== undefined)
    throw new UnusableDocumentError(
      `Line ${long.line} has ${long.cells.length} cells and the first row ${head?.cells.length}. Put a cell with a separator in it in quotation marks.`,
    );
  return readListRows(rows, 'line', report);
}
