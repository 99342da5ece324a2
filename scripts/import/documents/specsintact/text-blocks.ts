/**
 * Collects the text of one element of a SpecsIntact section while it is read: paragraphs of plain lines, tables and
 * listings, to which text that stands between elements is added. Rendered at the end, when its brackets are complete.
 * Also `collapse`, a text in one line with single blanks.
 */
import { toMarkdownText } from '../plain-text.ts';
import type { SourceField, SourceNode } from '../source-outline.ts';
import { readChoices } from './choices.ts';

type Block =
  /** Lines of plain text. */
  { kind: 'text'; lines: string[] } | { kind: 'markdown'; text: string; fields: SourceField[] };

export class TextBlocks {
  readonly #node: SourceNode;
  readonly #blocks: Block[] = [];
  #isHeading: boolean;

  /** @param isHeading whether text at first belongs to the heading, as that of a section does */
  constructor(node: SourceNode, isHeading: boolean) {
    this.#node = node;
    this.#isHeading = isHeading;
  }

  /** Adds to the last line; of a section without text, to its heading. */
  append(text: string): void {
    if (this.#isHeading) {
      this.#node.heading += text;
      return;
    }
    const last = this.#blocks.at(-1);
    if (last?.kind === 'text') last.lines.push(`${last.lines.pop() ?? ''}${text}`);
    else this.#blocks.push({ kind: 'text', lines: [text] });
  }

  breakLine(): void {
    const last = this.#blocks.at(-1);
    if (last?.kind === 'text') last.lines.push('');
  }

  beginParagraph(): void {
    this.#isHeading = false;
    this.#blocks.push({ kind: 'text', lines: [''] });
  }

  addMarkdown(text: string, fields: SourceField[]): void {
    this.#isHeading = false;
    this.#blocks.push({ kind: 'markdown', text, fields });
  }

  /** Writes heading, content and the fields of the choices into the node. */
  finish(): void {
    const node = this.#node;
    node.heading = collapse(node.heading);
    const offersChoices = node.kind !== 'note';
    if (offersChoices && node.heading !== '') node.fields.push(...readChoices(node.heading, node.source));
    const paragraphs: string[] = [];
    for (const block of this.#blocks) {
      if (block.kind === 'markdown') paragraphs.push(block.text);
      else paragraphs.push(toMarkdownText(block.lines));
      if (!offersChoices) continue;
      if (block.kind === 'markdown') node.fields.push(...block.fields);
      else node.fields.push(...readChoices(collapse(block.lines.join(' ')), node.source));
    }
    node.content = paragraphs.filter((text) => text !== '').join('\n\n');
  }
}

/** A text in one line, with single blanks. */
export const collapse = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ').trim();
