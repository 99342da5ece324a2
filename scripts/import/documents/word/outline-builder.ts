/**
 * Builds the tree of the paragraphs of a Word file: a numbered paragraph or a heading begins an element, everything
 * else belongs to the element before it. Its place follows from the level of its list, else from its heading or
 * style.
 */
import type { ElementKind } from '../../../../shared/revisioning/outline/outline.ts';
import { readSourceNumber } from '../source-number.ts';
import { createNode, type SourceNode } from '../source-outline.ts';

/** A paragraph that begins an element. */
export interface Opening {
  source: string;
  kind: ElementKind;
  /** The printed number; '' for none. */
  sourceNumber: string;
  ordinal: number | null;
  heading: string;
  /** Equal for the paragraphs of one list; null for none. */
  list: string | null;
  /** Level in the list, from 0. */
  level: number;
  /** Level of a heading or a style, from 0; null where nothing says one. */
  rank: number | null;
  /** A list whose numbers are typed stands below the paragraph before it. */
  isTyped: boolean;
}

interface Open extends Pick<Opening, 'list' | 'level' | 'rank' | 'kind'> {
  node: SourceNode;
}

interface Block {
  text: string;
  /** Depth in a list of bullets; null for a paragraph or a table. */
  bullet: number | null;
}

const NUMBER = /^\d+(?:\.\d+)*\.?$/;

export class OutlineBuilder {
  readonly nodes: SourceNode[] = [];
  readonly #blocks = new Map<SourceNode, Block[]>();
  readonly #open: Open[] = [];
  #last: SourceNode | null = null;
  #positions = 0;

  open(opening: Opening): void {
    this.#closeFor(opening);
    const { kind, source, heading, ordinal } = opening;
    const sourceNumber = opening.sourceNumber.replace(/\s*[-–—:]+$/, '');
    const node = this.#add(kind, source);
    node.sourceNumber = sourceNumber === '' ? null : sourceNumber;
    node.ordinal = ordinal ?? ordinalOf(sourceNumber);
    node.heading = heading;
    this.#open.push({ ...opening, node });
  }

  /** Adds a paragraph, a table, or an item of a bulleted list to the last element. */
  addText(text: string, source: string, bullet: number | null = null): void {
    if (text === '') return;
    const last = this.#last === null || this.#last.kind === 'note' ? this.#add('clause', source) : this.#last;
    this.#blocksOf(last).push({ text, bullet });
  }

  /** Adds to the note before, or begins one below the last element. */
  addNote(text: string, source: string): void {
    const note = this.#last?.kind === 'note' ? this.#last : this.#add('note', source);
    this.#blocksOf(note).push({ text, bullet: null });
  }

  /** Writes the texts into the elements. */
  finish(): SourceNode[] {
    for (const [node, blocks] of this.#blocks) node.content = joinBlocks(blocks);
    return this.nodes;
  }

  #closeFor({ list, level, rank, isTyped }: Opening): void {
    const same = this.#open.findIndex((one) => one.list === list && list !== null && one.level >= level);
    const above = this.#open.findLastIndex((one) => one.list === list && list !== null && one.level < level);
    if (same >= 0) this.#open.length = same;
    else if (above >= 0) this.#open.length = above + 1;
    else if (rank !== null) {
      const first = this.#open.findIndex((one) => one.rank === null || one.rank >= rank);
      if (first >= 0) this.#open.length = first;
    } else if (!isTyped) this.#open.length = this.#open.findLastIndex((one) => one.rank !== null) + 1;
  }

  #add(kind: SourceNode['kind'], source: string): SourceNode {
    const node = createNode(kind, source, this.#positions++);
    (this.#open.at(-1)?.node.children ?? this.nodes).push(node);
    this.#last = node;
    return node;
  }

  #blocksOf(node: SourceNode): Block[] {
    const blocks = this.#blocks.get(node) ?? [];
    this.#blocks.set(node, blocks);
    return blocks;
  }
}

function ordinalOf(sourceNumber: string): number | null {
  if (NUMBER.test(sourceNumber)) return Number(/(\d+)\.?$/.exec(sourceNumber)?.[1]);
  const read = readSourceNumber(sourceNumber);
  return read.kind === 'position' ? (read.readings[0]?.ordinal ?? null) : null;
}

function joinBlocks(blocks: readonly Block[]): string {
  let text = '';
  let depth: number | null = null;
  for (const block of blocks) {
    const isItem = block.bullet !== null;
    const between = text === '' ? '' : isItem && depth !== null ? '\n' : '\n\n';
    // Deeper by more than one level it would be a listing.
    depth = block.bullet === null ? null : Math.min(block.bullet, depth === null ? 0 : depth + 1);
    text += between + (depth === null ? block.text : `${'  '.repeat(depth)}- ${block.text}`);
  }
  return text;
}
