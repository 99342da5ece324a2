/**
 * Makes names of sheets that Excel accepts: at most 31 characters, without seven of them, each once in any letter
 * case. Also the names of cells. Pure.
 */
import { columnLetters } from './table.ts';

const MAX_LENGTH = 31;
const NOT_IN_NAMES = /[[\]:*?/\\\p{Cc}\p{Cf}]+/gu;
/** Excel keeps this name for itself. */
const RESERVED = 'history';

/** The names of sheets with these titles, in their order. @param taken names that are in the workbook already */
export function nameSheets(titles: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set([RESERVED, ...taken.map(fold)]);
  return titles.map((title) => {
    const plain = title.toWellFormed().replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim();
    for (let count = 1; ; count += 1) {
      const name = withSuffix(plain || 'Sheet', count === 1 ? '' : ` (${count})`);
      if (used.has(fold(name))) continue;
      used.add(fold(name));
      return name;
    }
  });
}

/** An apostrophe may not stand at an end. */
function withSuffix(name: string, suffix: string): string {
  const cut = name
    .slice(0, MAX_LENGTH - suffix.length)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return (cut.replace(/^'+|'+$/g, '').trim() || 'Sheet') + suffix;
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Places as a spreadsheet program writes them: `Doors!F3`, `'Cast concrete'!F3`. */
export function placeIn(sheet: string): (line: number, column: number) => string {
  const quoted = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return (line, column) => `${quoted}!${columnLetters(Math.max(column, 0))}${line}`;
}
