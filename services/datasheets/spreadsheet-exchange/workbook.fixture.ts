/** Test data: exported workbooks as grids of texts, edited as a person edits them, and written again. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readXlsx } from '../../../shared/spreadsheets/read-xlsx.ts';
import type { Sheet } from '../../../shared/spreadsheets/table.ts';
import { writeXlsx } from '../../../shared/spreadsheets/write-xlsx.ts';

/** A grid with all rows from the first line of the sheet. */
export function gridOf({ rows }: Sheet): string[][] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const grid = Array.from({ length: rows.at(-1)?.line ?? 0 }, () => Array.from({ length: width }, () => ''));
  for (const { line, cells } of rows)
    for (const [at, text] of cells.entries()) (grid[line - 1] ?? [])[at] = text;
  return grid;
}

/** The bytes of the workbook after an edit of the grids of its visible sheets. */
export function editWorkbook(
  bytes: Uint8Array,
  edit: (grid: string[][], sheet: string) => string[][] | undefined,
): Uint8Array {
  const sheets = readXlsx(bytes).filter(({ isHidden }) => !isHidden);
  return writeXlsx(
    sheets.map((sheet) => {
      const grid = gridOf(sheet);
      const rows = edit(grid, sheet.name) ?? grid;
      return {
        name: sheet.name,
        columns: (rows[0] ?? []).map(() => ({ width: 10 })),
        rows,
        header: 2,
        frozenColumns: 0,
      };
    }),
  );
}

/** The workbook with a text of its cells as it stands, so that it may hold escapes that our writer never writes. */
export function asWrittenXml(bytes: Uint8Array, text: string): Uint8Array {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('_x', '_x005F_x');
  return zipSync(
    Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([path, part]) => [
        path,
        strToU8(strFromU8(part).replaceAll(escaped, text)),
      ]),
    ),
  );
}
