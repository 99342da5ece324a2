/**
 * Writes plain text as CommonMark that shows exactly that text: marks are escaped where they would format, and
 * nowhere else. Also writes tables of such texts. Pure.
 */
import { fenceOf } from '../../../shared/text/code-fence.ts';

/** What would begin a heading, a quote, a list, a fence, or a line below a heading. */
const BLOCK_START = /^(#{1,6}(?=[ \t]|$)|>|[-+](?=[ \t]|$)|[=-]+(?=[ \t]*$)|[-_*](?:[ \t]*[-_*]){2,}[ \t]*$)/;
const LIST_NUMBER = /^(\d{1,9})([.)])(?=[ \t]|$)/;

/** One line of text. Blanks, also at the ends of lines, become single ones. */
export function toMarkdownLine(text: string): string {
  const inline = text
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/_+/g, escapeUnderscores)
    .replace(/~~/g, '\\~\\~')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w{1,40};)/g, '\\&')
    // A link, or a definition, whose name may have begun on a line before.
    .replace(/\](?=[(:])/g, '\\]')
    .replace(/\[(?=\^)/g, '\\[');
  return inline.replace(BLOCK_START, '\\$&').replace(LIST_NUMBER, '$1\\$2');
}

/** Within a word they format nothing. */
function escapeUnderscores(run: string, at: number, text: string): string {
  const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '');
  const isWithinWord = isLetter(text[at - 1]) && isLetter(text[at + run.length]);
  return isWithinWord ? run : run.replaceAll('_', '\\_');
}

/** Lines that follow each other without a blank line: a break stands at the end of each but the last. */
export const joinLines = (lines: readonly string[]): string =>
  lines.filter((line) => line !== '').join('\\\n');

/** Lines of plain text; an empty one divides two paragraphs. */
export function toMarkdownText(lines: readonly string[]): string {
  const paragraphs: string[][] = [[]];
  for (const line of lines.map(toMarkdownLine)) {
    if (line === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs
    .map(joinLines)
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A listing between fences. */
export function toCodeBlock(text: string): string {
  const fence = fenceOf(text);
  return `${fence}\n${text}\n${fence}`;
}

/**
 * A table; its first row is the head. Every row gets as many cells as the longest one.
 * @param rows cells in Markdown, each one line
 */
export function toMarkdownTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, index) => (cells[index] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array.from({ length: columns }, () => '---')), ...body.map(line)].join('\n');
}
