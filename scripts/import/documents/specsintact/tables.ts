/**
 * Reads the tables of a SpecsIntact section: those with cells, and listings whose columns are aligned by blanks. Also
 * the lines of the head of the section (`headLines`).
 */
import { toCodeBlock, toMarkdownLine, toMarkdownTable } from '../plain-text.ts';
import type { SourceField } from '../source-outline.ts';
import { elementsOf, findElement, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { readChoices } from './choices.ts';
import { collapse } from './text-blocks.ts';

/** The plain text of an element inside a text. */
export type ReadText = (element: XmlElement) => string;

/**
 * A table in Markdown, with the fields of the choices in its cells. A merged cell stands in its first place; the places
 * that it covers are empty.
 */
export function readTable(
  table: XmlElement,
  source: string,
  readText: ReadText,
): { text: string; fields: SourceField[] } {
  const data = findElement(table, 'TDA') ?? table;
  const rows = elementsOf(data, 'ROW').map((row) => readRow(row, readText));
  const fields = rows.flatMap((row, at) =>
    row.flatMap((cell, column) => {
      const name =
        at === 0 ? '' : collapse(`${rows[0]?.[column] ?? ''} ${column === 0 ? '' : (row[0] ?? '')}`);
      return readChoices(cell, source).map((field) => ({ ...field, label: field.label || name }));
    }),
  );
  return { text: toMarkdownTable(rows.map((row) => row.map(toMarkdownLine))), fields };
}

function readRow(row: XmlElement, readText: ReadText): string[] {
  const cells: string[] = [];
  for (const cell of elementsOf(row, 'CEL')) {
    const at = Number(cell.attributes.INDEX ?? Number.NaN) - 1;
    while (cells.length < at) cells.push('');
    cells.push(collapse(readText(cell)));
    for (let covered = Number(cell.attributes.MERGEACROSS ?? 0); covered > 0; covered -= 1) cells.push('');
  }
  return cells;
}

/** A listing as it is, in a fenced block: its columns are aligned by blanks. */
export function readListing(listing: XmlElement): string {
  const lines = linesWithBlanks(listing).split('\n');
  while (lines[0]?.trim() === '') lines.shift();
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length === 0) return '';
  return toCodeBlock(lines.map((line) => line.trimEnd()).join('\n'));
}

const linesWithBlanks = (element: XmlElement): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string') return child.replace(/[\r\n]+/g, '');
      return child.name === 'BRK' ? '\n' : linesWithBlanks(child);
    })
    .join('');

/** The lines of a head or a table of it, without those that only draw a line. */
export function headLines(element: XmlElement): string[] {
  const lines: string[] = [''];
  const collect = (part: XmlElement): void => {
    for (const child of part.children) {
      if (typeof child === 'string') lines.push(`${lines.pop() ?? ''}${child}`);
      else {
        if (LINE_ENDS.includes(child.name)) lines.push('');
        collect(child);
      }
    }
  };
  collect(element);
  return lines.map(collapse).filter((line) => /[\p{L}\p{N}]/u.test(line));
}

const LINE_ENDS: readonly string[] = ['BRK', 'DTA', 'CEL', 'HL1', 'HL2', 'HL3', 'HL4'];

/** False for an element without a letter or digit. */
export const hasWords = (element: XmlElement): boolean => /[\p{L}\p{N}]/u.test(textOf(element));
