/**
 * The text of a clause as paragraphs, items of lists, tables and code, read with markdown-it. Linear; no text is
 * lost: what markdown would drop (definitions of links, rules) stays as it is written.
 */
import MarkdownIt from 'markdown-it';
import { findImageNames, imageMarkdownOf } from '../markup/image-references.ts';
import type { Block, PrintedLine, Run } from './printed-document.ts';

const reader = new MarkdownIt({ html: false, linkify: false, breaks: true });
reader.block.ruler.disable(['heading', 'hr', 'html_block', 'lheading', 'reference', 'code']);
type Token = ReturnType<typeof reader.parse>[number];

/** Lists and quotes in each other beyond what any real text has; markdown-it skips what is nested too deep. */
const DEEP_NESTING = /^[ \t>*+\-\d.)]{21}/m;

/** A block with the lines of the text in which it is written; `to` is the line behind the last one. */
export interface PlacedBlock {
  block: Block;
  from: number;
  to: number;
}

/** The blocks of a text. */
export const readBlocks = (text: string): Block[] => readPlacedBlocks(text).map(({ block }) => block);

/** The blocks of a text, each with its lines, for a program that rewrites one and keeps the others. */
export function readPlacedBlocks(text: string): PlacedBlock[] {
  if (text.trim() === '') return [];
  if (DEEP_NESTING.test(text))
    return [{ block: { type: 'code', text }, from: 0, to: text.split('\n').length }];
  return new BlockReader().read(reader.parse(text, {}));
}

/** The names of the images that a text shows; what looks like a reference in code is text. */
export const imagesShownIn = (text: string): Set<string> =>
  new Set(readBlocks(text).flatMap((block) => runsOf(block).flatMap(({ image }) => image?.name ?? [])));

function runsOf(block: Block): readonly Run[] {
  if (block.type === 'table') return block.rows.flat(2);
  return block.type === 'code' ? [] : block.runs;
}

/** A text without blocks, such as a heading. */
export const plainRuns = (text: string): Run[] => (text === '' ? [] : [{ text }]);

/** A line of a part without a style. */
export const plainLine = (text: string): PrintedLine => ({ runs: plainRuns(text) });

/** The words of runs. */
export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

class BlockReader {
  readonly #blocks: PlacedBlock[] = [];
  #indent = 0;
  #marker = '';
  /** The row that is being read; null outside of tables. */
  #row: Run[][] | null = null;
  #rows: Run[][][] = [];
  #tableAt: Token['map'] = null;
  #itemAt: Token['map'] = null;

  read(tokens: readonly Token[]): PlacedBlock[] {
    for (const token of tokens) this.#add(token);
    return this.#blocks;
  }

  #add(token: Token): void {
    switch (token.type) {
      case 'bullet_list_open':
      case 'ordered_list_open':
      case 'blockquote_open':
        this.#indent += 1;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
      case 'blockquote_close':
        this.#indent -= 1;
        break;
      case 'list_item_open':
        this.#endItem();
        this.#itemAt = token.map;
        this.#marker = token.info === '' ? '•' : `${token.info}${token.markup}`;
        break;
      case 'list_item_close':
        this.#endItem();
        break;
      case 'table_open':
        this.#rows = [];
        this.#tableAt = token.map;
        break;
      case 'tr_open':
        this.#row = [];
        break;
      case 'tr_close':
        if (this.#row) this.#rows.push(this.#row);
        this.#row = null;
        break;
      case 'table_close':
        this.#endItem();
        this.#push({ type: 'table', rows: this.#rows }, this.#tableAt);
        break;
      case 'fence':
        this.#endItem();
        this.#push({ type: 'code', text: token.content.replace(/\n$/, '') }, token.map);
        break;
      case 'inline':
        this.#addText(readRuns(token.children ?? []), token.map);
        break;
    }
  }

  #push(block: Block, lines: Token['map']): void {
    this.#blocks.push({ block, from: lines?.[0] ?? 0, to: lines?.[1] ?? 0 });
  }

  #addText(runs: Run[], lines: Token['map']): void {
    if (this.#row) {
      this.#row.push(runs);
      return;
    }
    this.#push({ type: 'paragraph', runs, indent: this.#indent, marker: this.#marker }, lines);
    this.#marker = '';
  }

  /** An item that begins with no paragraph keeps its marker. */
  #endItem(): void {
    if (this.#marker !== '') this.#addText([], this.#itemAt);
  }
}

function readRuns(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  let bold = 0;
  let italic = 0;
  let target: string | null = null;
  const add = (
    text: string,
    code = false,
    part: Run['part'] = target === null ? undefined : 'link',
  ): void => {
    if (text === '') return;
    runs.push({
      text,
      ...(part === undefined ? {} : { part }),
      ...(bold > 0 ? { bold: true } : {}),
      ...(italic > 0 ? { italic: true } : {}),
      ...(code ? { code: true } : {}),
    });
  };
  let linkFrom = 0;
  for (const token of tokens) {
    switch (token.type) {
      case 'strong_open':
        bold += 1;
        break;
      case 'strong_close':
        bold -= 1;
        break;
      case 'em_open':
        italic += 1;
        break;
      case 'em_close':
        italic -= 1;
        break;
      case 'link_open':
        target = String(token.attrGet('href') ?? '');
        linkFrom = runs.length;
        break;
      case 'link_close':
        if (textOf(runs.slice(linkFrom)) !== target) add(` (${target})`, false, 'target');
        target = null;
        break;
      case 'image': {
        const image = readImage(token);
        if (image) runs.push(image);
        else add(token.content || String(token.attrGet('src') ?? ''));
        break;
      }
      case 'code_inline':
        add(token.content, true);
        break;
      case 'softbreak':
      case 'hardbreak':
        add('\n');
        break;
      default:
        add(token.content);
    }
  }
  return joinRuns(runs);
}

/** A reference to an image of the standard; null for any other address. */
function readImage(token: Token): Run | null {
  const source = String(token.attrGet('src') ?? '');
  const name = source.startsWith('image:') ? source.slice('image:'.length) : '';
  // As the name of a picture in a file can have it.
  const description = token.content.replace(/\s+/g, ' ').trim();
  const text = imageMarkdownOf(name, description);
  const isReference = findImageNames(text)[0] === name && token.attrGet('title') === null;
  return isReference ? { text, image: { name, description } } : null;
}

const STYLE_MEMBERS = ['bold', 'italic', 'code', 'part', 'change'] as const;

/** Neighbours in one style become one run; an image stays alone. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isText = !run.image && !last?.image;
    if (last && isText && STYLE_MEMBERS.every((member) => last[member] === run[member]))
      last.text += run.text;
    else joined.push({ ...run });
  }
  return joined;
}
