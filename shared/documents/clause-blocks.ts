/**
 * The text of a clause as paragraphs, items of lists, tables and code, read with markdown-it. Linear; no text is
 * lost: what markdown would drop (definitions of links, rules) stays as it is written.
 */
import MarkdownIt from 'markdown-it';
import type { Block, Run } from './printed-document.ts';

const reader = new MarkdownIt({ html: false, linkify: false, breaks: true });
reader.block.ruler.disable(['heading', 'hr', 'html_block', 'lheading', 'reference', 'code']);
type Token = ReturnType<typeof reader.parse>[number];

/** Lists and quotes in each other beyond what any real text has; markdown-it skips what is nested too deep. */
const DEEP_NESTING = /^[ \t>*+\-\d.)]{21}/m;

/** The blocks of a text. */
export function readBlocks(text: string): Block[] {
  if (text.trim() === '') return [];
  if (DEEP_NESTING.test(text)) return [{ type: 'code', text }];
  return new BlockReader().read(reader.parse(text, {}));
}

/** A text without blocks, such as a heading. */
export const plainRuns = (text: string): Run[] => (text === '' ? [] : [{ text }]);

/** The words of runs. */
export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

class BlockReader {
  readonly #blocks: Block[] = [];
  #indent = 0;
  #marker = '';
  /** The row that is being read; null outside of tables. */
  #row: Run[][] | null = null;
  #rows: Run[][][] = [];

  read(tokens: readonly Token[]): Block[] {
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
        this.#marker = token.info === '' ? '•' : `${token.info}${token.markup}`;
        break;
      case 'list_item_close':
        this.#endItem();
        break;
      case 'table_open':
        this.#rows = [];
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
        this.#blocks.push({ type: 'table', rows: this.#rows });
        break;
      case 'fence':
        this.#endItem();
        this.#blocks.push({ type: 'code', text: token.content.replace(/\n$/, '') });
        break;
      case 'inline':
        this.#addText(readRuns(token.children ?? []));
        break;
    }
  }

  #addText(runs: Run[]): void {
    if (this.#row) {
      this.#row.push(runs);
      return;
    }
    this.#blocks.push({ type: 'paragraph', runs, indent: this.#indent, marker: this.#marker });
    this.#marker = '';
  }

  /** An item that begins with no paragraph keeps its marker. */
  #endItem(): void {
    if (this.#marker !== '') this.#addText([]);
  }
}

function readRuns(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  let bold = 0;
  let italic = 0;
  let target = '';
  const add = (text: string, code = false): void => {
    if (text === '') return;
    runs.push({
      text,
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
        if (textOf(runs.slice(linkFrom)) !== target) add(` (${target})`);
        break;
      case 'image':
        add(token.content || String(token.attrGet('src') ?? ''));
        break;
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

/** Neighbours in one style become one run. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && last.bold === run.bold && last.italic === run.italic && last.code === run.code)
      last.text += run.text;
    else joined.push({ ...run });
  }
  return joined;
}
