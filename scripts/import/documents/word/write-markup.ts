/**
 * Writes blocks with their styles (paragraphs, lists, quotes, tables, code, bold and italic words) as the Markdown of
 * a clause. Each text is read again, and one that shows anything else is not used. Pure.
 */
import { readBlocks } from '../../../../shared/documents/clause-blocks.ts';
import type { Block, ParagraphBlock, Run } from '../../../../shared/documents/printed-document.ts';
import { toCodeBlock, toMarkdownLine, toMarkdownTable } from '../plain-text.ts';

/** Words as they are, which most texts were written with; else with what could be a mark escaped. */
const WRITINGS: readonly ((words: string) => string)[] = [
  (words) => words,
  (words) => words.split('\n').map(toMarkdownLine).join('\n'),
];

/** @returns null where no text shows them */
export function writeMarkup(blocks: readonly Block[]): string | null {
  const wanted = blocks.map(keyOf).join('\n');
  for (const write of WRITINGS) {
    const text = joinBlocks(blocks, write);
    if (readBlocks(text).map(keyOf).join('\n') === wanted) return text;
  }
  return null;
}

function joinBlocks(blocks: readonly Block[], write: (words: string) => string): string {
  /** Columns that the marker of the item on each level takes. */
  const widths: number[] = [];
  let text = '';
  let isItem = false;
  for (const block of blocks) {
    const wasItem = isItem;
    isItem = block.type === 'paragraph' && block.marker !== '';
    const between = text === '' ? '' : wasItem && isItem ? '\n' : '\n\n';
    text += between + writeBlock(block, widths, write);
  }
  return text;
}

function writeBlock(block: Block, widths: number[], write: (words: string) => string): string {
  const inline = (runs: readonly Run[]): string => writeRuns(runs, write);
  // A list ends where something stands at the margin.
  if (block.type !== 'paragraph') widths.length = 0;
  if (block.type === 'table') return toMarkdownTable(block.rows.map((row) => row.map(inline)));
  if (block.type === 'code') return toCodeBlock(block.text);
  if (block.type !== 'paragraph') return '';
  const prefix = prefixOf(block, widths);
  return inline(block.runs).replace(/^/gm, (_all, at: number) => (at === 0 ? prefix.first : prefix.next));
}

/** What stands before the first line of a paragraph, and before the others. */
function prefixOf({ indent, marker }: ParagraphBlock, widths: number[]): { first: string; next: string } {
  const blanks = (levels: number): string =>
    ' '.repeat(widths.slice(0, levels).reduce((sum, width) => sum + width, 0));
  if (marker !== '') {
    const own = marker === '•' ? '- ' : `${marker} `;
    const before = blanks(indent - 1);
    widths.length = Math.min(widths.length, indent - 1);
    widths[indent - 1] = own.length;
    return { first: before + own, next: before + ' '.repeat(own.length) };
  }
  if (widths.length >= indent) {
    widths.length = indent;
    return { first: blanks(indent), next: blanks(indent) };
  }
  const quote = '> '.repeat(indent);
  return { first: quote, next: quote };
}

const MARKS = { italic: '*', bold: '**' } as const;
type Mark = keyof typeof MARKS;
/** Words, a link or a picture as it is written, without the marks around it. */
type Piece = Pick<Run, 'text' | Mark>;

/** Runs with their marks; a link is its runs, and behind them its address, in the marks that are around all of it. */
function writeRuns(runs: readonly Run[], write: (words: string) => string): string {
  // A picture has no style: before an address it is that of a link.
  const areLinks = runs.map(
    ({ part, image }, at) => part === 'link' || (image !== undefined && runs[at + 1]?.part === 'target'),
  );
  const pieces: Piece[] = [];
  let linkEnd = 0;
  for (const [at, run] of runs.entries()) {
    if (at < linkEnd) continue;
    if (areLinks[at] !== true) {
      pieces.push(pieceOf(run, marksOfImage(runs, at), write));
      continue;
    }
    const next = areLinks.indexOf(false, at);
    linkEnd = next < 0 ? runs.length : next;
    const behind = runs[linkEnd];
    const target = behind?.part === 'target' ? / \((.*)\)$/s.exec(behind.text)?.[1] : undefined;
    const around = marksOf(behind === undefined || target === undefined ? run : behind);
    const words = writeRuns(
      runs.slice(at, linkEnd).map((one) => withoutLink(one, around)),
      write,
    );
    pieces.push({ ...around, text: target === undefined ? `<${words}>` : `[${words}](${target})` });
    if (target !== undefined) linkEnd += 1;
  }
  return writeMarked(pieces);
}

const marksOf = ({ bold, italic }: Pick<Run, Mark>): Pick<Run, Mark> => ({
  ...(bold ? { bold } : {}),
  ...(italic ? { italic } : {}),
});

/** What stands in the brackets of a link. @param around the marks around the link */
const withoutLink = ({ text, code, image, bold, italic }: Run, around: Pick<Run, Mark>): Run => ({
  text,
  ...(code ? { code } : {}),
  ...(image ? { image } : {}),
  ...(bold && !around.bold ? { bold } : {}),
  ...(italic && !around.italic ? { italic } : {}),
});

function pieceOf(run: Run, ofImage: Pick<Run, Mark>, write: (words: string) => string): Piece {
  if (run.image) return { text: run.text, ...ofImage };
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(run.text) ?? [];
  const written = words === '' ? '' : run.code ? `\`${words}\`` : write(words);
  return { text: before + written + after, ...marksOf(run) };
}

/** Marks stand next to words: blanks at the ends of a piece are outside of them. */
function writeMarked(pieces: readonly Piece[]): string {
  let text = '';
  const open: Mark[] = [];
  const close = (count: number): void => {
    const blanks = /\s*$/.exec(text)?.[0] ?? '';
    const marks = open.splice(open.length - count).reverse();
    text = text.slice(0, text.length - blanks.length) + marks.map((mark) => MARKS[mark]).join('') + blanks;
  };
  for (const piece of pieces) {
    const ended = open.findIndex((mark) => !piece[mark]);
    if (ended >= 0) close(open.length - ended);
    const [, before = '', rest = ''] = /^(\s*)(.*)$/s.exec(piece.text) ?? [];
    text += before;
    for (const mark of ['italic', 'bold'] as const)
      if (piece[mark] && !open.includes(mark)) {
        open.push(mark);
        text += MARKS[mark];
      }
    text += rest;
  }
  close(open.length);
  return text;
}

/** A picture has no style; it is within marks that go on behind it, or that have a blank beside it. */
function marksOfImage(runs: readonly Run[], at: number): Pick<Run, Mark> {
  const before = runs.slice(0, at).findLast(({ image }) => !image);
  const after = runs.slice(at).find(({ image }) => !image);
  const isWithin = (mark: Mark): boolean =>
    (before?.[mark] === true && (after?.[mark] === true || /\s$/.test(before.text))) ||
    (after?.[mark] === true && /^\s/.test(after.text));
  return { ...(isWithin('bold') ? { bold: true } : {}), ...(isWithin('italic') ? { italic: true } : {}) };
}

/** What a block shows, in its styles. */
function keyOf(block: Block): string {
  if (block.type === 'table')
    return JSON.stringify(block.rows.map((row) => row.map((cell) => keyOfRuns(cell))));
  if (block.type === 'code') return JSON.stringify(['code', block.text.trimEnd()]);
  return JSON.stringify([block.indent, block.marker, keyOfRuns(block.runs)]);
}

function keyOfRuns(runs: readonly Run[]): string {
  let key = '';
  let style = '';
  for (const { text, bold, italic, code, image, part = '' } of runs) {
    // The text of an image has its name.
    const own = image ? 'image' : `${bold ? 'b' : ''}${italic ? 'i' : ''}${code ? 'c' : ''}${part}`;
    key += own === style ? text : `\u0000${own}\u0000${text}`;
    style = own;
  }
  return key;
}
