/**
 * Lists the cells of a sheet that are more than their text, such as formulas, hidden rows and merged cells, for the
 * report of an import. Pure.
 */
import { decimalText, type NumberFormat } from './number-formats.ts';
import { type CellRemark, columnIndex } from './table.ts';
import type { XmlNode } from './xlsx-package.ts';

/** Remarks on the cells of a sheet, by its rows; merged cells last. */
export function readCellRemarks(part: XmlNode, formats: readonly NumberFormat[]): CellRemark[] {
  const sheet = part.child('worksheet');
  const hiddenColumns = readHiddenColumns(sheet);
  const remarks: CellRemark[] = [];
  let line = 0;
  for (const row of sheet.child('sheetData').children('row')) {
    line = Number(row.attribute('r') ?? line + 1);
    const cells = row.children('c');
    if (isOn(row.attribute('hidden')) && cells.length > 0)
      remarks.push({ kind: 'hidden', line, place: null, text: '' });
    let place = -1;
    for (const cell of cells) {
      const letters = lettersOf(cell.attribute('r'));
      place = letters === undefined ? place + 1 : columnIndex(letters);
      const at = { line, place };
      const formula = cell.child('f');
      const type = cell.attribute('t') ?? 'n';
      const value = cell.child('v').text;
      if (formula.exists) remarks.push({ kind: 'formula', ...at, text: `=${formula.text}` });
      if (type === 'e') remarks.push({ kind: 'error', ...at, text: value });
      if (hiddenColumns.some(([first, last]) => place >= first && place <= last) && value !== '')
        remarks.push({ kind: 'hidden', ...at, text: '' });
      if (type === 'n' && value !== '')
        remarks.push(...numberRemarks(Number(value), formats[Number(cell.attribute('s') ?? 0)], at));
    }
  }
  for (const merged of sheet.child('mergeCells').children('mergeCell')) {
    const range = merged.attribute('ref') ?? '';
    const place = columnIndex(lettersOf(range) ?? 'A');
    remarks.push({ kind: 'merged', line: Number(/\d+/.exec(range)?.[0] ?? 0), place, text: range });
  }
  return remarks;
}

const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true';
const lettersOf = (place: string | undefined): string | undefined => /^[A-Z]{1,3}/.exec(place ?? '')?.[0];

/** Ranges of hidden columns, from 0. */
const readHiddenColumns = (sheet: XmlNode): [number, number][] =>
  sheet
    .child('cols')
    .children('col')
    .filter((column) => isOn(column.attribute('hidden')))
    .map((column) => [Number(column.attribute('min')) - 1, Number(column.attribute('max')) - 1]);

/** A number with a point, or with digits behind it by its format. Where the format rounds, the digits are the number's. */
function numberRemarks(
  value: number,
  format: NumberFormat | undefined,
  at: { line: number; place: number },
): CellRemark[] {
  const { kind = 'number', decimals = null } = format ?? {};
  if (kind !== 'number' || (Number.isInteger(value) && decimals === null)) return [];
  const shown = decimals === null ? '' : value.toFixed(Math.min(decimals, 15));
  return [{ kind: 'number', ...at, text: shown !== '' && shown === padded(value, decimals) ? shown : '' }];
}

/** A number with zeros up to so many digits behind the point. */
function padded(value: number, decimals: number | null): string {
  const [whole = '', rest = ''] = decimalText(value).split('.');
  return `${whole}.${rest.padEnd(decimals ?? 0, '0')}`;
}
