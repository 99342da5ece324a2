/**
 * The top-level blocks of a text (heading, paragraph, quote, fence) by line ranges, found with markdown-it.
 *
 * Content is stored as source, so there is no inline parsing and no HTML, and the rules that would turn a paragraph
 * into a table, setext heading or reference definition are off.
 */
import MarkdownIt from 'markdown-it';
import { isBlankLine } from './lines.ts';

export interface Block {
  type: 'heading' | 'paragraph' | 'quote' | 'fence' | 'other';
  /** Index of the first line. */
  from: number;
  /** Index after the last line. */
  to: number;
  /** A fence that is opened and never closed. */
  unclosed: boolean;
  /** A fence of backticks whose info is exactly `field`. */
  isField: boolean;
}

const scanner = new MarkdownIt({ html: false, linkify: false });
scanner.block.ruler.disable(['table', 'lheading', 'reference', 'html_block']);

type Token = ReturnType<InstanceType<typeof scanner.block.State>['push']>;

/**
 * A scanner state that records the extents of top-level tokens only. Nested blocks are scanned, because they
 * decide where a list or a quote ends, but all top-level blocks share one token and all nested ones another:
 * a token and a copy of the text for each of half a million headings or list items would take most of the
 * time.
 */
class TopLevelState extends scanner.block.State {
  readonly #lines: readonly string[];
  readonly #blocks: Block[] = [];
  readonly #top = new this.Token('', '', 0);
  readonly #nested = new this.Token('', '', 0);

  constructor(lines: readonly string[]) {
    super(lines.map(limitNesting).join('\n'), scanner, {}, []);
    this.#lines = lines;
  }

  /** The top-level blocks, once the state has been read. */
  readBlocks(): Block[] {
    scanner.block.tokenize(this, this.line, this.lineMax);
    this.#finishBlock();
    return this.#blocks;
  }

  override push(type: string, _tag: string, nesting: -1 | 0 | 1): Token {
    const isTop = this.level === 0 && nesting !== -1;
    this.level += nesting;
    if (!isTop) return this.#nested;
    this.#finishBlock();
    const token = this.#top;
    token.type = type;
    token.map = null;
    token.markup = '';
    token.info = '';
    return token;
  }

  override getLines(): string {
    return '';
  }

  /** What the last top-level token says: it is complete when the next one begins. */
  #finishBlock(): void {
    const { type: name, map, markup, info } = this.#top;
    if (map === null) return;
    const [from, to] = map;
    const type = TYPES[name] ?? 'other';
    const isFence = type === 'fence';
    this.#blocks.push({
      type,
      from,
      to,
      unclosed: isFence && !isClosed(this.#lines, from, to, markup),
      isField: isFence && markup.startsWith('`') && info.trim() === 'field',
    });
  }
}

const TYPES: Partial<Record<string, Block['type']>> = {
  heading_open: 'heading',
  paragraph_open: 'paragraph',
  blockquote_open: 'quote',
  fence: 'fence',
};

/** The top-level blocks of `lines`, in order. Lines between them are blank. */
export function scanBlocks(lines: readonly string[]): Block[] {
  return new TopLevelState(lines).readBlocks();
}

/** True when the last line of a fence is its closing line. */
function isClosed(lines: readonly string[], from: number, to: number, markup: string): boolean {
  if (to - from < 2) return false;
  const match = /^ {0,3}(`{3,}|~{3,})/.exec(lines[to - 1] ?? '');
  const marks = match?.[1] ?? '';
  return (
    marks[0] === markup[0] &&
    marks.length >= markup.length &&
    isBlankLine((lines[to - 1] ?? '').slice(match?.[0].length))
  );
}

/**
 * Columns of indentation and container marks that are looked at: enough for 10 lists or 20 quotes in each
 * other.
 */
const DEPTH_COLUMNS = 20;
const DEEP_NESTING = /^[ \t>*+\-\d.)]{21}/;
const HORIZONTAL_RULE = /^([ \t]*)([-*_])(?:[ \t]*\2){2,}[ \t]*$/;

/**
 * The line for the scanner, cut where it would nest deeper than any real text: past its nesting limit
 * markdown-it skips to the end of the text, and every level costs another pass over each line. The extent of
 * top-level blocks does not depend on such depths.
 */
function limitNesting(line: string): string {
  if (line.length <= DEPTH_COLUMNS || !DEEP_NESTING.test(line)) return line;
  if (isBlankLine(line)) return '';
  const rule = HORIZONTAL_RULE.exec(line);
  if (rule !== null) return `${(rule[1] ?? '').slice(0, DEPTH_COLUMNS)}***`;
  return `${line.slice(0, DEPTH_COLUMNS)}x`;
}
