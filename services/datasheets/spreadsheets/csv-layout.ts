/**
 * Datasheets as one table in CSV, and back: a row for each field of each datasheet. Only the column `value` is read. A text
 * that a spreadsheet program would take for a formula has an apostrophe before it. Pure.
 */
import { readCsvRows } from '../../../shared/spreadsheets/read-csv.ts';
import { findFieldState } from '../present.ts';
import { renderCell } from './cell-notation.ts';
import { type DatasheetGroup, otherProject, type ReadFile, type ReadRow, readId } from './row-layout.ts';

const COLUMNS = [
  'project_id',
  'datasheet_id',
  'version',
  'field_id',
  'standard',
  'datasheet',
  'address',
  'printed_number',
  'label',
  'unit',
  'value',
] as const;
/** The byte order mark, by which Excel takes the file for UTF-8. */
const MARK = '\uFEFF';

/** The table, with the names of the columns in its first line. */
export function layOutCsv(projectId: number, groups: readonly DatasheetGroup[]): string {
  const rows = groups.flatMap(({ title, definition, numbers, datasheets }) =>
    datasheets.flatMap((sheet) =>
      definition.fields.map((field) => [
        String(projectId),
        String(sheet.id),
        sheet.version,
        String(field.field_id),
        title,
        sheet.name,
        field.address,
        numbers.get(field.element_id) ?? '',
        field.label,
        field.unit ?? '',
        renderCell(field, findFieldState(sheet, field.field_id)),
      ]),
    ),
  );
  const lines = rows.map((row) => row.map((text) => quote(guard(text))).join(','));
  return MARK + [COLUMNS.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

const FORMULA_START = /^'*[=+\-@\t\r]/;
const PLAIN_NUMBER = /^[+-]?[\d.]+$/;

const guard = (text: string): string =>
  FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
const unguard = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
const quote = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The datasheets of a table. @throws UnreadableTableError */
export function readCsv(projectId: number, text: string): ReadFile {
  const file: ReadFile = { rows: [], problems: [], ignored: [] };
  const [head, ...lines] = readCsvRows(text.startsWith(MARK) ? text.slice(1) : text);
  const places = new Map(head?.cells.map((name, place) => [name.trim(), place]));
  const missing = ['project_id', 'datasheet_id', 'version', 'field_id', 'value'].filter(
    (name) => !places.has(name),
  );
  if (missing.length > 0) {
    const message = `The first line does not name the column ${missing.join(', ')}. Export the datasheets, and import that file with your changes.`;
    return { ...file, problems: [{ path: 'line 1', message }] };
  }
  const rows = new Map<string, ReadRow>();
  for (const { line, cells } of lines) {
    const cell = (name: (typeof COLUMNS)[number]): string => unguard(cells[places.get(name) ?? -1] ?? '');
    const path = `line ${line}`;
    const [datasheetId, fieldId] = [readId(cell('datasheet_id').trim()), readId(cell('field_id').trim())];
    const version = cell('version');
    if (readId(cell('project_id').trim()) !== projectId) file.problems.push(otherProject(path));
    else if (datasheetId === null || fieldId === null)
      file.problems.push({ path, message: 'This line has no id of a datasheet or of a field. Delete it.' });
    else {
      const key = `${datasheetId} ${version}`;
      const row = rows.get(key) ?? { datasheetId, version, path, cells: [] };
      rows.set(key, row);
      row.cells.push({ fieldId, text: cell('value'), path });
    }
  }
  return { ...file, rows: [...rows.values()] };
}
