/**
 * Writer of Excel files: sheets of texts, with hidden columns and rows, a header that stays in sight, filters, and lists
 * to choose from. Every cell is a text, so that nothing is computed and a number keeps its digits. The same sheets give
 * the same bytes. Written here, because the libraries at hand have neither lists to choose from nor hidden columns.
 */
import { strToU8, type Zippable, zipSync } from 'fflate';
import { columnLetters } from './table.ts';

/** The most characters that a cell may have. */
export const MAX_CELL_CHARACTERS = 32_767;

export interface WrittenColumn {
  /** In characters. */
  width: number;
  isHidden?: boolean;
  /** The texts to choose from in the rows below the header; another one is asked about, and not refused. */
  choices?: readonly string[];
}

export interface WrittenSheet {
  /** As Excel accepts it (`sheet-names.ts`). */
  name: string;
  columns: readonly WrittenColumn[];
  rows: readonly (readonly string[])[];
  /** The row of the header from 1; those above it are hidden. */
  header: number;
  /** Columns at the left that stay in sight. */
  frozenColumns: number;
}

/** The name of the hidden sheet with the lists to choose from. */
export const LISTS_SHEET = 'Lists';
/** The first day that a ZIP archive can name, for all parts. */
const ZIP_TIME = new Date(1980, 0, 1);
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const TEXT_STYLE = 1;
const HEADER_STYLE = 2;

/** The bytes of a workbook with at least one sheet. */
export function writeXlsx(sheets: readonly WrittenSheet[]): Uint8Array {
  const lists: string[][] = [];
  const parts = sheets.map((sheet) => sheetXml(sheet, lists));
  const names = sheets.map(({ name }) => name);
  if (lists.length > 0) {
    names.push(LISTS_SHEET);
    parts.push(listsXml(lists));
  }
  const hidden = lists.length > 0 ? names.length - 1 : -1;
  const texts: Record<string, string> = {
    '[Content_Types].xml': contentTypesXml(parts.length),
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookXml(names, hidden, sheets.map(filterRange)),
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...parts.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': STYLES,
  };
  for (const [index, part] of parts.entries()) texts[`xl/worksheets/sheet${index + 1}.xml`] = part;
  const zip: Zippable = {};
  for (const [path, text] of Object.entries(texts))
    zip[path] = [
      strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`),
      { mtime: ZIP_TIME },
    ];
  return zipSync(zip);
}

function sheetXml({ columns, rows, header, frozenColumns }: WrittenSheet, lists: string[][]): string {
  const last = columnLetters(Math.max(columns.length, 1) - 1);
  const end = Math.max(rows.length, header);
  const pane = `${columnLetters(frozenColumns)}${header + 1}`;
  return [
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane xSplit="${frozenColumns}" ySplit="${header}" topLeftCell="${pane}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews>`,
    columnsXml(columns),
    '<sheetData>',
    ...rows.map((cells, index) => rowXml(cells, index + 1, index + 1 < header, index + 1 === header)),
    '</sheetData>',
    `<autoFilter ref="A${header}:${last}${end}"/>`,
    choicesXml(columns, header + 1, end, lists),
    // Numbers are texts on purpose.
    `<ignoredErrors><ignoredError sqref="A1:${last}${end}" numberStoredAsText="1" twoDigitTextYear="1"/></ignoredErrors>`,
    '</worksheet>',
  ].join('');
}

function columnsXml(columns: readonly WrittenColumn[]): string {
  if (columns.length === 0) return '';
  const list = columns.map(
    ({ width, isHidden }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1" style="${TEXT_STYLE}"${isHidden ? ' hidden="1"' : ''}/>`,
  );
  return `<cols>${list.join('')}</cols>`;
}

function rowXml(cells: readonly string[], line: number, isHidden: boolean, isHeader: boolean): string {
  const style = isHeader ? HEADER_STYLE : TEXT_STYLE;
  const list = cells.map((text, index) =>
    text === '' && !isHeader
      ? ''
      : `<c r="${columnLetters(index)}${line}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`,
  );
  return `<row r="${line}"${isHidden ? ' hidden="1"' : ''}>${list.join('')}</row>`;
}

/** One rule for each column with a list, whose texts are in a column of the hidden sheet. */
function choicesXml(columns: readonly WrittenColumn[], from: number, to: number, lists: string[][]): string {
  if (to < from) return '';
  const known = new Map(lists.map((list, index) => [JSON.stringify(list), index]));
  const rules = columns.flatMap(({ choices = [] }, index) => {
    if (choices.length === 0) return [];
    const key = JSON.stringify(choices);
    const place = known.get(key) ?? lists.push([...choices]) - 1;
    known.set(key, place);
    const [list, own] = [columnLetters(place), columnLetters(index)];
    return [
      `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" error="This is not in the list." sqref="${own}${from}:${own}${to}"><formula1>${LISTS_SHEET}!$${list}$1:$${list}$${choices.length}</formula1></dataValidation>`,
    ];
  });
  return rules.length === 0
    ? ''
    : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
}

function listsXml(lists: readonly string[][]): string {
  const length = Math.max(...lists.map((list) => list.length));
  const rows = Array.from({ length }, (_, line) =>
    rowXml(
      lists.map((list) => list[line] ?? ''),
      line + 1,
      false,
      false,
    ),
  );
  return `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

/** The range of a filter, which LibreOffice takes from a name in the workbook. */
function filterRange({ name, columns, rows, header }: WrittenSheet): string {
  const last = columnLetters(Math.max(columns.length, 1) - 1);
  return `'${name.replaceAll("'", "''")}'!$A$${header}:$${last}$${Math.max(rows.length, header)}`;
}

function workbookXml(names: readonly string[], hidden: number, filters: readonly string[]): string {
  const list = names.map(
    (name, index) =>
      `<sheet name="${escapeText(name)}" sheetId="${index + 1}"${index === hidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
  );
  const filterNames = filters.map(
    (range, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${escapeText(range)}</definedName>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets><definedNames>${filterNames.join('')}</definedNames></workbook>`;
}

function relationsXml(links: readonly (readonly [type: string, target: string])[]): string {
  const list = links.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

function contentTypesXml(sheets: number): string {
  const part = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`;
  const list = Array.from({ length: sheets }, (_, index) =>
    part(`worksheets/sheet${index + 1}`, 'worksheet'),
  );
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${list.join('')}</Types>`;
}

/** Styles by their places: 0 plain, 1 text, 2 header. Format 49 is text. */
const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7ECF2"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const NOT_IN_XML = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Characters that XML cannot have are written as Excel writes them, `_x000D_`, and such a text so that it stays one. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, codeOf)
    .replace(NOT_IN_XML, codeOf)
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
