/**
 * The blocks of a clause as a Word file shows them, with which the blocks of a file that came back are compared.
 * Pure.
 */
import { textOf } from '../../../../shared/documents/clause-blocks.ts';
import type { Block, Run } from '../../../../shared/documents/printed-document.ts';
import { xmlText } from '../../../../shared/documents/xml-text.ts';

/** A paragraph, a table or a listing in plain words. */
export interface ShownBlock {
  type: 'paragraph' | 'code' | 'table';
  /** A paragraph with its marker, such as `• steel`; of a table the rows, with tabs between the cells. */
  text: string;
  rows: string[][] | null;
}

/** Words of a paragraph: blanks are single ones, line breaks stay. */
export const shownText = (text: string): string =>
  xmlText(text)
    .split(/\r\n|[\n\r\u2028]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .trim();

/** Text of a listing: blanks stay, those at the ends of its lines go. */
export const shownCode = (text: string): string =>
  xmlText(text)
    .split(/\r\n|[\n\r]/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();

/** @param rows cells as read */
export function shownTable(rows: readonly (readonly string[])[]): ShownBlock {
  const shown = rows.map((row) => row.map((cell) => shownText(cell).replaceAll('\n', ' ')));
  return { type: 'table', text: shown.map((row) => row.join('\t')).join('\n'), rows: shown };
}

export function showBlock(block: Block): ShownBlock {
  if (block.type === 'table') return shownTable(block.rows.map((row) => row.map(textOf)));
  if (block.type === 'code') return { type: 'code', text: shownCode(block.text), rows: null };
  return { type: 'paragraph', text: showParagraph(block.runs, block.marker), rows: null };
}

const showParagraph = (runs: readonly Run[], marker: string): string =>
  shownText(marker === '' ? textOf(runs) : `${marker} ${textOf(runs)}`);

/** What makes two blocks the same; the type only where the words would not be laid out alike. */
export const keyOf = ({ type, text }: ShownBlock): string =>
  type === 'table' ? `|${text}` : shownText(text);
