/**
 * The markup parser: elements, fields, frontmatter and faults of a text.
 *
 * A block that opens an element or contains a field ends the element before it; every other line belongs to the
 * element above it. So no line is dropped silently. The parser never throws.
 */
import { compareAddresses } from '../revisioning/outline/address.ts';
import { labelMember } from '../revisioning/outline/outline.ts';
import { adviseAddress, findNextAddress } from './address-advice.ts';
import { type Block, scanBlocks } from './blocks.ts';
import {
  type ElementStart,
  readHeadingStart,
  readParagraphStart,
  readQuoteStart,
  stripHeadingMarks,
} from './element-start.ts';
import { markVerbatimLines, unescapeLine } from './escapes.ts';
import { FaultList } from './fault-list.ts';
import { readFieldBlock } from './field-block.ts';
import { readFrontmatter, readLooseFrontmatter } from './frontmatter.ts';
import { findControlCharacter, isBlankLine, trimBlankLines, unifyLineEndings } from './lines.ts';
import { createFault, excerpt, type MarkupRuleId } from './markup-rules.ts';
import { LinkDefinitions } from './misplaced-definitions.ts';
import { normaliseLabel } from './normalise.ts';
import { NumberedParagraphs } from './numbered-paragraphs.ts';
import type { ParsedElement, ParsedField, ParsedMarkup } from './parsed-markup.ts';
import { validateOutline } from './validate-outline.ts';

/**
 * What a text is read for. A wiki page must have a valid frontmatter; that of a standard is ignored. In an
 * import a paragraph that is nearly a clause is an error.
 */
export type MarkupPurpose = 'page' | 'standard' | 'import';

/** Reads a text in the specification markup. Never throws; takes time linear in its length. */
export function parseMarkup(text: string, purpose: MarkupPurpose = 'page'): ParsedMarkup {
  const lines = unifyLineEndings(text).split('\n');
  const { frontmatter, end, ...found } =
    purpose === 'page' ? { ...readFrontmatter(lines), warnings: [] } : readLooseFrontmatter(lines);
  const errors = new FaultList();
  const warnings = new FaultList();
  for (const error of found.errors) errors.add(error);
  for (const warning of found.warnings) warnings.add(warning);
  const body = new BodyParser(lines.slice(end), end, { errors, warnings, isImport: purpose === 'import' });
  body.parse();
  const checkedFrom = purpose === 'page' ? 0 : end;
  for (const [index, line] of lines.entries()) {
    if (index < checkedFrom) continue;
    const control = findControlCharacter(line);
    if (control !== null)
      errors.add(createFault('control-character', index + 1, null, `${control} is not allowed here`));
  }
  const elements = body.elements.map(({ pieces, ...element }) => ({
    ...element,
    content: joinPieces(pieces),
  }));
  for (const warning of body.definitions.findMisplaced(elements)) warnings.add(warning);
  for (const warning of body.paragraphs.warnings) warnings.add(warning);
  const checksOptions = purpose === 'standard';
  return validateOutline({ frontmatter, elements, fields: body.fields, errors, warnings, checksOptions });
}

/** The parts of an element's content between its fields, separated by blank lines. */
function joinPieces(pieces: readonly string[][]): string {
  return pieces
    .map((piece) => trimBlankLines(piece).join('\n'))
    .filter((piece) => piece !== '')
    .join('\n\n');
}

/** Index of the line of a block quote that would carry its `**Note`: its first line that is not empty. */
function findNoteLine(lines: readonly string[], quote: Block): number {
  for (let i = quote.from; i < quote.to; i++) if (/^ {0,3}>[ \t]*[^ \t]/.test(lines[i] ?? '')) return i;
  return quote.from;
}

/**
 * A line of a block quote without its `>` and the blank after it; a lazy line, which has none, is unchanged.
 */
function unquoteLine(line: string): string {
  return line.replace(/^ {0,3}>[ \t]?/, '');
}

type UnfinishedElement = Omit<ParsedElement, 'content'> & { pieces: string[][] };

/** The text below the frontmatter while it is read, block by block. */
class BodyParser {
  readonly elements: UnfinishedElement[] = [];
  readonly fields: ParsedField[] = [];
  readonly definitions = new LinkDefinitions();
  readonly paragraphs: NumberedParagraphs;
  readonly #warnings: FaultList;
  readonly #lines: readonly string[];
  readonly #offset: number;
  readonly #errors: FaultList;
  readonly #blocks: Block[];
  readonly #verbatim: Uint8Array;
  #current: UnfinishedElement | null = null;
  /** Index of the first line that belongs to nothing yet. */
  #next = 0;

  constructor(
    lines: readonly string[],
    offset: number,
    { errors, warnings, isImport }: { errors: FaultList; warnings: FaultList; isImport: boolean },
  ) {
    this.#lines = lines;
    this.#offset = offset;
    this.#errors = errors;
    this.#warnings = warnings;
    this.paragraphs = new NumberedParagraphs(isImport ? (fault) => errors.add(fault) : null);
    this.#blocks = scanBlocks(lines);
    this.#verbatim = markVerbatimLines(this.#blocks, lines.length);
  }

  parse(): void {
    for (const block of this.#blocks) {
      if (block.type === 'heading') this.#readHeading(block);
      else if (block.type === 'paragraph') this.#readParagraph(block);
      else if (block.type === 'quote') this.#readQuote(block);
      else if (block.type === 'fence') this.#readFence(block);
      if (block.type !== 'heading' && block.type !== 'fence') this.#warnOfLines(block);
    }
    this.#appendLines(this.#lines.length);
  }

  /** Lines of a block that a reader could take for the start of a clause, or for what is not in force. */
  #warnOfLines(block: Block): void {
    let previous = this.#current?.address ?? null;
    for (let index = block.from; index < block.to; index += 1) {
      const line = this.#line(index);
      const next = index === block.from || previous === null ? null : findNextAddress(line, previous);
      if (next !== null) {
        this.#warn('address-inside-block', index);
        previous = next;
      }
      if (/^ {0,3}<!--/.test(line) && !line.includes('-->')) this.#warn('comment-is-text', index);
    }
  }

  #readHeading(block: Block): void {
    const line = this.#line(block.from);
    const opening = readHeadingStart(line);
    this.#appendLines(block.from);
    this.#next = block.to;
    if (opening !== null) {
      this.#startElement(opening, block.from, []);
      return;
    }
    const text = stripHeadingMarks(line);
    const advice = adviseAddress(text);
    const detail = `The heading ${JSON.stringify(excerpt(text))} has no valid address`;
    this.#report('heading-without-address', block.from, advice === null ? detail : `${detail}: ${advice}`);
  }

  #readParagraph(block: Block): void {
    const line = this.#line(block.from);
    const opening = readParagraphStart(line);
    if (opening !== null) {
      this.#appendLines(block.from);
      this.#startElement(opening, block.from, [unescapeLine(opening.rest)], true);
    } else this.paragraphs.readText(line, this.#lineNumber(block.from), this.#current?.address ?? null);
  }

  #readQuote(block: Block): void {
    const from = findNoteLine(this.#lines, block);
    const line = unquoteLine(this.#line(from));
    const opening = readQuoteStart(line);
    if (opening === null) {
      this.#warn('quote-without-note', from);
      return;
    }
    this.#appendLines(block.from);
    const inside = [opening.rest, ...this.#lines.slice(from + 1, block.to).map(unquoteLine)];
    const verbatim = markVerbatimLines(scanBlocks(inside), inside.length);
    const content = inside.map((text, index) => (verbatim[index] === 1 ? text : unescapeLine(text)));
    this.#startElement(opening, from, content);
    this.#next = block.to;
  }

  #readFence(block: Block): void {
    if (block.unclosed) {
      this.#report('fence-unclosed', block.from);
      return;
    }
    if (!block.isField) return;
    this.#appendLines(block.from);
    this.#next = block.to;
    this.#current?.pieces.push([]);
    const body = this.#lines.slice(block.from + 1, block.to - 1);
    const line = this.#lineNumber(block.from);
    const { field, errors } = readFieldBlock(body, line, this.#current?.address ?? null);
    for (const error of errors) this.#errors.add(error);
    if (field !== null) this.fields.push({ ...field, line });
  }

  /**
   * Starts an element whose content begins with `lines`; the lines after `index` follow.
   */
  #startElement(opening: ElementStart, index: number, lines: string[], isParagraph = false): void {
    const { kind, address, toc_content } = opening;
    const label = labelMember(normaliseLabel(opening.label));
    const previous = this.#current?.address;
    if (previous !== undefined && compareAddresses(address, previous) < 0)
      this.#warn('out-of-order', index, address);
    this.#current = {
      address,
      kind,
      toc_content,
      ...label,
      pieces: [lines],
      line: this.#lineNumber(index),
    };
    this.elements.push(this.#current);
    this.paragraphs.readElement(address, this.#lineNumber(index), isParagraph);
    for (const [at, text] of lines.entries())
      this.definitions.readLine(text, this.#lineNumber(index + at), address);
    if (opening.unclosed) this.#report('heading-unclosed', index);
    if (opening.hasBadLabel) this.#report('label-malformed', index);
    this.#next = index + 1;
  }

  /** Gives the lines before `end` that belong to nothing yet to the element above. */
  #appendLines(end: number): void {
    const from = this.#next;
    this.#next = end;
    const piece = this.#current?.pieces.at(-1);
    if (piece !== undefined) {
      for (let i = from; i < end; i++) {
        const isVerbatim = this.#verbatim[i] === 1;
        piece.push(isVerbatim ? this.#line(i) : unescapeLine(this.#line(i)));
        if (!isVerbatim)
          this.definitions.readLine(this.#line(i), this.#lineNumber(i), this.#current?.address ?? '');
      }
      return;
    }
    for (let i = from; i < end; i++) {
      if (isBlankLine(this.#line(i))) continue;
      this.#report('text-outside-outline', i);
      return;
    }
  }

  #report(rule: MarkupRuleId, index: number, detail?: string): void {
    this.#errors.add(createFault(rule, this.#lineNumber(index), this.#current?.address ?? null, detail));
  }

  #warn(rule: MarkupRuleId, index: number, address = this.#current?.address ?? null): void {
    this.#warnings.add(createFault(rule, this.#lineNumber(index), address));
  }

  #line(index: number): string {
    return this.#lines[index] ?? '';
  }

  /** Line number over the whole text. */
  #lineNumber(index: number): number {
    return this.#offset + index + 1;
  }
}
