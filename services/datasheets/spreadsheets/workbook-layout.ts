/**
 * Datasheets as sheets of a workbook, and back: a sheet for each standard, a row for each datasheet, a column for each
 * field. A hidden row and two hidden columns say which fields, datasheets and versions they are, so that rows and columns
 * may be sorted, filtered, moved and renamed. Pure.
 */
import type { AddressedField } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import { nameSheets, placeIn } from '../../../shared/spreadsheets/sheet-names.ts';
import { columnLetters, type Sheet, type TableRow } from '../../../shared/spreadsheets/table.ts';
import { LISTS_SHEET, type WrittenSheet } from '../../../shared/spreadsheets/write-xlsx.ts';
import { findFieldState } from '../present.ts';
import type { PrintedNumbers } from '../printed-numbers.ts';
import { fitCell, listChoices, renderCell } from './cell-notation.ts';
import { type DatasheetGroup, otherProject, type ReadFile, type ReadRow, readId } from './row-layout.ts';

/** Heads of the columns that every sheet has, and their widths in characters; the first two are hidden. */
const COLUMNS = [
  { key: 'datasheet', head: 'Id', width: 10 },
  { key: 'version', head: 'Version', width: 20 },
  { key: 'name', head: 'Datasheet', width: 30 },
  { key: 'scope', head: 'Scope', width: 24 },
  { key: 'status', head: 'Status', width: 14 },
] as const;
const HIDDEN_COLUMNS = 2;
const FROZEN_COLUMNS = 3;
const FIELD_WIDTH = 24;
const HEADER_ROW = 2;
const idKey = (projectId: number): string => `datasheet (project ${projectId})`;
const ID_KEY = /^datasheet \(project (\d{1,15})\)$/;
const fieldKey = (fieldId: number): string => `field ${fieldId}`;
const FIELD_KEY = /^field (\d{1,15})$/;

/** The sheets of a workbook; an empty one where there is no datasheet. */
export function layOutWorkbook(projectId: number, groups: readonly DatasheetGroup[]): WrittenSheet[] {
  const names = nameSheets(
    groups.map(({ title }) => title),
    [LISTS_SHEET],
  );
  if (groups.length === 0) return [layOutSheet(projectId, 'Datasheets', [], [])];
  return groups.map(({ definition, numbers, datasheets }, index) =>
    layOutSheet(
      projectId,
      names[index] ?? '',
      definition.fields.map((field) => ({ field, head: headOf(field, numbers) })),
      datasheets.map((sheet) => [
        String(sheet.id),
        sheet.version,
        fitCell(sheet.name),
        fitCell(sheet.scope),
        sheet.isCurrent ? 'current' : 'needs upgrade',
        ...definition.fields.map((field) =>
          fitCell(renderCell(field, findFieldState(sheet, field.field_id))),
        ),
      ]),
    ),
  );
}

function layOutSheet(
  projectId: number,
  name: string,
  fields: readonly { field: AddressedField; head: string }[],
  rows: readonly string[][],
): WrittenSheet {
  const [, ...others] = COLUMNS;
  return {
    name,
    header: HEADER_ROW,
    frozenColumns: FROZEN_COLUMNS,
    columns: [
      ...COLUMNS.map(({ width }, index) => ({ width, isHidden: index < HIDDEN_COLUMNS })),
      ...fields.map(({ field }) => ({ width: FIELD_WIDTH, choices: listChoices(field) })),
    ],
    rows: [
      [
        idKey(projectId),
        ...others.map(({ key }) => key),
        ...fields.map(({ field }) => fieldKey(field.field_id)),
      ],
      [...COLUMNS, ...fields].map(({ head }) => head),
      ...rows,
    ],
  };
}

/** `2.1 [1.01.A] Thickness (in, min)`, the printed number in brackets. */
function headOf(field: AddressedField, numbers: PrintedNumbers): string {
  const { address, label, unit, constraint } = field;
  const remarks = [unit, constraint?.replace('_', ' ')].filter((remark) => remark);
  const printed = numbers.get(field.element_id);
  const place = printed === undefined ? address : `${address} [${printed}]`;
  return `${place} ${label}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
}

/** The rows of all sheets that were exported from this project. */
export function readWorkbook(projectId: number, sheets: readonly Sheet[]): ReadFile {
  const file: ReadFile = { rows: [], problems: [], ignored: [] };
  let isExport = false;
  for (const sheet of sheets) {
    const at = sheet.rows.findIndex(({ cells }) => cells.some((text) => ID_KEY.test(text)));
    const keys = sheet.rows[at];
    isExport ||= keys !== undefined;
    if (keys !== undefined) readSheet(projectId, { ...sheet, rows: sheet.rows.slice(at + 1) }, keys, file);
    else if (!sheet.isHidden && sheet.rows.length > 0)
      file.ignored.push({
        path: sheet.name,
        message: 'This sheet has no datasheets: its hidden first row is missing.',
      });
  }
  if (!isExport)
    file.problems.push({
      path: 'spreadsheet',
      message: 'No sheet is one of an export. Export the datasheets, and import that file with your changes.',
    });
  return file;
}

/** The places of the columns of a sheet. */
interface SheetColumns {
  datasheet: number;
  version: number;
  name: number;
  scope: number;
  fields: { fieldId: number; place: number }[];
}

function readSheet(projectId: number, sheet: Sheet, keys: TableRow, file: ReadFile): void {
  const place = placeIn(sheet.name);
  const columns = readColumns(keys.cells);
  const [, project] = ID_KEY.exec(keys.cells[columns.datasheet] ?? '') ?? [];
  if (Number(project) !== projectId) {
    file.problems.push(otherProject(place(keys.line, columns.datasheet)));
    return;
  }
  const fieldIds = columns.fields.map(({ fieldId }) => fieldId);
  const repeated = columns.fields.find(({ fieldId }, index) => fieldIds.indexOf(fieldId) < index);
  if (columns.version < 0 || repeated !== undefined) {
    file.problems.push({
      path: place(keys.line, repeated?.place ?? columns.datasheet),
      message:
        repeated === undefined
          ? 'The hidden column with the versions is missing. Export again.'
          : 'This column is a copy of another one. Delete one of the two.',
    });
    return;
  }
  for (const row of sheet.rows) readDatasheet(row, columns, place, file);
  const known = new Set([
    columns.datasheet,
    columns.version,
    ...columns.fields.map((column) => column.place),
  ]);
  const extra = sheet.rows.flatMap(({ cells, line }) =>
    cells.flatMap((text, index) =>
      text !== '' && !known.has(index) && !(keys.cells[index] ?? '') ? [{ line, index }] : [],
    ),
  )[0];
  if (extra !== undefined)
    file.ignored.push({
      path: `${sheet.name}!${columnLetters(extra.index)}`,
      message: 'This column is not one of the export, and was not read.',
    });
}

function readColumns(keys: readonly string[]): SheetColumns {
  return {
    datasheet: keys.findIndex((key) => ID_KEY.test(key)),
    version: keys.indexOf('version'),
    name: keys.indexOf('name'),
    scope: keys.indexOf('scope'),
    fields: keys.flatMap((key, place) => {
      const fieldId = readId(FIELD_KEY.exec(key)?.[1] ?? '');
      return fieldId === null ? [] : [{ fieldId, place }];
    }),
  };
}

function readDatasheet(
  { line, cells }: TableRow,
  columns: SheetColumns,
  place: (line: number, column: number) => string,
  file: ReadFile,
): void {
  const cell = (column: number) => ({ text: cells[column] ?? '', path: place(line, column) });
  const id = cell(columns.datasheet);
  if (id.text === COLUMNS[0].head) return;
  const datasheetId = readId(id.text.trim());
  if (datasheetId === null) {
    file.problems.push({
      path: id.path,
      message:
        'This row has no id of a datasheet. Delete it; a new datasheet is made with POST /api/datasheet, and is in the next export.',
    });
    return;
  }
  const row: ReadRow = {
    datasheetId,
    version: cell(columns.version).text,
    path: id.path,
    cells: columns.fields.map(({ fieldId, place: column }) => ({ fieldId, ...cell(column) })),
  };
  if (columns.name >= 0) row.name = cell(columns.name);
  if (columns.scope >= 0) row.scope = cell(columns.scope);
  file.rows.push(row);
}
