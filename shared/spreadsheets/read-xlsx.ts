/**
 * Reader of Excel files: the sheets of a workbook as rows of texts, with remarks on cells that are more than their
 * text. Days are written as in ISO 8601, percentages with their sign, other numbers in full and without their format
 * (1.10 is `1.1`). A formula has its last result: nothing is computed here.
 */
import { dateText, decimalText, type NumberFormat, readNumberFormats } from './number-formats.ts';
import { placeIn } from './sheet-names.ts';
import { readCellRemarks } from './sheet-remarks.ts';
import { columnIndex, type Sheet, type TableRow, UnreadableTableError } from './table.ts';
import { openXlsx, type ReadPart, type XmlNode } from './xlsx-package.ts';

const MAX_SHEETS = 250;
/** Texts of all sheets, with the empty cells before the last of a row. */
const MAX_CELLS = 1_000_000;
const MAX_COLUMNS = 16_384;

interface Workbook {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  calendar: 1900 | 1904;
}

/**
 * The sheets of an Excel file.
 * @throws UnreadableTableError for a file that is none, is damaged or too large, or has macros
 */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  const read = openXlsx(bytes);
  const root = read('xl/workbook.xml')?.child('workbook');
  if (root === undefined) throw new UnreadableTableError('The file is no Excel workbook (.xlsx).');
  const workbook: Workbook = {
    strings: readSharedStrings(read('xl/sharedStrings.xml')),
    formats: readNumberFormats(read('xl/styles.xml')),
    calendar: isOn(root.child('workbookPr').attribute('date1904')) ? 1904 : 1900,
  };
  const paths = readPaths(read);
  const sheets = root.child('sheets').children('sheet');
  if (sheets.length > MAX_SHEETS) throw tooLarge();
  let free = MAX_CELLS;
  return sheets.flatMap((sheet): Sheet[] => {
    const part = read(paths.get(sheet.attribute('id') ?? '') ?? '');
    // A sheet with a chart has no rows.
    if (part === null) return [];
    const name = sheet.attribute('name') ?? '';
    const rows = readRows(part, workbook, free, placeIn(name));
    free -= rows.reduce((sum, { cells }) => sum + cells.length, 0);
    return [
      {
        name,
        isHidden: (sheet.attribute('state') ?? 'visible') !== 'visible',
        rows,
        remarks: readCellRemarks(part, workbook.formats),
      },
    ];
  });
}

const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true';
const tooLarge = (): Error =>
  new UnreadableTableError('The file has too many cells. Divide it, and delete what is empty.');

/** The paths of the parts by the ids that the workbook has for them. */
function readPaths(read: ReadPart): Map<string, string> {
  const links = read('xl/_rels/workbook.xml.rels')?.child('Relationships').children('Relationship') ?? [];
  return new Map(
    links.map((link) => {
      const target = link.attribute('Target') ?? '';
      return [link.attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`];
    }),
  );
}

const readSharedStrings = (part: XmlNode | null): string[] =>
  part?.child('sst').children('si').map(readString) ?? [];

/** A text, whole or in runs of one format each. What stands above the line to be read aloud is no part of it. */
function readString(node: XmlNode): string {
  const runs = node.children('r');
  const parts = runs.length > 0 ? runs.map((run) => run.child('t')) : [node.child('t')];
  return unescapeCharacters(parts.map(({ text }) => text).join('')).replaceAll('\r\n', '\n');
}

/** Characters that XML cannot have are written as `_x000D_`. */
const unescapeCharacters = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_whole, code) => String.fromCharCode(Number.parseInt(code, 16)));

function readRows(
  part: XmlNode,
  workbook: Workbook,
  maxCells: number,
  nameOf: (line: number, place: number) => string,
): TableRow[] {
  const rows: TableRow[] = [];
  let line = 0;
  let count = 0;
  for (const row of part.child('worksheet').child('sheetData').children('row')) {
    line = Number(row.attribute('r') ?? line + 1);
    const cells: string[] = [];
    let place = -1;
    for (const cell of row.children('c')) {
      const letters = /^[A-Z]{1,3}/.exec(cell.attribute('r') ?? '')?.[0];
      place = letters === undefined ? place + 1 : columnIndex(letters);
      const text = readCell(cell, workbook, () => nameOf(line, place));
      if (text === '') continue;
      if (place >= MAX_COLUMNS || count + place >= maxCells) throw tooLarge();
      while (cells.length < place) cells.push('');
      cells[place] = text;
    }
    count += cells.length;
    if (cells.length > 0) rows.push({ line, cells });
  }
  return rows;
}

function readCell(cell: XmlNode, { strings, formats, calendar }: Workbook, name: () => string): string {
  const value = cell.child('v').text;
  const formula = cell.child('f');
  // Without a last result the formula is all there is.
  if (formula.exists && value === '' && cell.attribute('t') !== 'str') return `=${formula.text}`;
  switch (cell.attribute('t') ?? 'n') {
    case 's':
      // A cell without the number of its text is empty.
      return value === '' ? '' : (strings[Number(value)] ?? refuseCell(name()));
    case 'inlineStr':
      return readString(cell.child('is'));
    case 'b':
      return isOn(value) ? 'TRUE' : 'FALSE';
    case 'n':
      return readNumber(value, formats[Number(cell.attribute('s') ?? 0)]?.kind ?? 'number', calendar);
    default:
      return unescapeCharacters(value);
  }
}

/** An empty text instead would erase a value. */
function refuseCell(name: string): never {
  throw new UnreadableTableError(
    `The file is damaged: the text of ${name} is not in it. Write the cell again, and save the file.`,
  );
}

function readNumber(value: string, kind: NumberFormat['kind'], calendar: 1900 | 1904): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value.trim();
  if (kind === 'percent') return `${decimalText(number * 100)}%`;
  return kind === 'date' ? dateText(number, calendar) : decimalText(number);
}
