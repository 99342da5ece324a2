/**
 * Parser and serialiser of the first line of an element: kind, address and heading.
 *
 * | kind | below the top | at the top (always a heading) |
 * |---|---|---|
 * | section | `## 2.1 Heading` | `# 2 Heading` |
 * | clause | `2.1.3 text`, `**2.1.3 Heading** text` | `# Clause 2 Heading` |
 * | note | `> **Note 2.1.4** text`, `> **Note 2.1.4 Heading** text` | `# Note 2 Heading` |
 *
 * A printed number stands after the address, in bold where that does: `2.1.3 {label="1.01.A"} text`.
 *
 * The words Clause and Note in a heading are the one extension of the grammar: without them a top-level
 * clause or note could not be distinguished from a section, and parse(serialise(x)) = x would not hold for
 * it.
 */
import { depthOf, isAddress } from '../revisioning/outline/address.ts';
import type { ElementKind } from '../revisioning/outline/outline.ts';
import { escapeStart, readLabel, writeLabel } from './element-label.ts';
import { trimBlanks, trimStartBlanks } from './lines.ts';

export interface ElementStart {
  kind: ElementKind;
  address: string;
  toc_content: string;
  /** The printed number; empty where there is none. */
  label: string;
  /** What stands after the address begins like a printed number and is none. */
  hasBadLabel: boolean;
  /** What follows the opening on its line, without its first blanks. */
  rest: string;
  /** A bold heading that does not end on its line. */
  unclosed: boolean;
}

/** Reads an ATX heading line; null when its text does not start with a valid address. */
export function readHeadingStart(line: string): ElementStart | null {
  const match = /^(?:(Clause|Note)[ \t]+)?(\d[\d.]*)(?=[ \t]|$)/.exec(stripHeadingMarks(line));
  const address = match?.[2] ?? '';
  if (match === null || !isAddress(address)) return null;
  const kind = match[1] === 'Clause' ? 'clause' : match[1] === 'Note' ? 'note' : 'section';
  const { label, rest, isMalformed } = readLabel(stripHeadingMarks(line).slice(match[0].length));
  const toc_content = unescapeClosing(rest);
  return { kind, address, label, hasBadLabel: isMalformed, toc_content, rest: '', unclosed: false };
}

/** The text of an ATX heading line, without its opening and closing marks. */
export function stripHeadingMarks(line: string): string {
  const text = trimBlanks(line.replace(/^ {0,3}#{1,6}/, ''));
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  const isClosing = end < text.length && (end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t');
  return isClosing ? trimBlanks(text.slice(0, end)) : text;
}

/** Reads the first line of a paragraph; null when it does not start a clause. */
export function readParagraphStart(line: string): ElementStart | null {
  const text = trimStartBlanks(line);
  const plain = /^(\d+\.[\d.]*)(?:[ \t]+|$)/.exec(text);
  const address = plain?.[1] ?? '';
  if (plain !== null && isAddress(address)) {
    const { label, rest, isMalformed } = readLabel(text.slice(plain[0].length));
    return {
      kind: 'clause',
      address,
      label,
      hasBadLabel: isMalformed,
      toc_content: '',
      rest,
      unclosed: false,
    };
  }
  return readBoldStart(text, 'clause', /^\*\*(\d+\.[\d.]*)(?=[ \t]|\*\*|$)/);
}

/** Reads the first text line of a block quote, without its `>`; null when it does not start a note. */
export function readQuoteStart(line: string): ElementStart | null {
  return readBoldStart(trimStartBlanks(line), 'note', /^\*\*Note[ \t]+(\d+\.[\d.]*)(?=[ \t]|\*\*|$)/);
}

function readBoldStart(text: string, kind: ElementKind, start: RegExp): ElementStart | null {
  const match = start.exec(text);
  const address = match?.[1] ?? '';
  if (match === null || !isAddress(address)) return null;
  const { label, rest, isMalformed } = readLabel(text.slice(match[0].length));
  // A printed number may have stars.
  const close = rest.indexOf('**');
  const heading = rest.slice(0, close === -1 ? undefined : close);
  return {
    kind,
    address,
    label,
    hasBadLabel: isMalformed,
    toc_content: unescapeStars(trimBlanks(heading)),
    rest: close === -1 ? '' : trimStartBlanks(rest.slice(close + 2)),
    unclosed: close === -1,
  };
}

/** The opening of an element in normal form: everything up to where its content starts. */
export function writeElementStart(element: {
  kind: ElementKind;
  address: string;
  label?: string;
  toc_content: string;
}): string {
  const { kind, toc_content } = element;
  const toc = escapeStart(toc_content);
  const address = element.address + writeLabel(element.label);
  const depth = depthOf(element.address);
  if (kind === 'section' || depth === 1) {
    const word = kind === 'clause' ? 'Clause ' : kind === 'note' ? 'Note ' : '';
    return `${'#'.repeat(Math.min(depth, 6))} ${word}${address}${toc === '' ? '' : ` ${escapeClosing(toc)}`}`;
  }
  if (kind === 'clause') return toc === '' ? address : `**${address} ${escapeStars(toc)}**`;
  return `> **Note ${address}${toc === '' ? '' : ` ${escapeStars(toc)}`}**`;
}

/** True for an element whose opening is a heading line, its content in blocks of their own below. */
export function startsWithHeading(element: { kind: ElementKind; address: string }): boolean {
  return element.kind === 'section' || depthOf(element.address) === 1;
}

/**
 * A heading that ends in `#` marks after a blank would lose them as a closing sequence: they get a backslash.
 */
function escapeClosing(toc: string): string {
  return editClosing(toc, (backslashes) => `${backslashes}\\`, 0);
}

function unescapeClosing(toc: string): string {
  return editClosing(toc, (backslashes) => backslashes.slice(1), 1);
}

function editClosing(toc: string, edit: (backslashes: string) => string, atLeast: number): string {
  let marks = toc.length;
  while (marks > 0 && toc[marks - 1] === '#') marks -= 1;
  let from = marks;
  while (from > 0 && toc[from - 1] === '\\') from -= 1;
  const isClosingSequence =
    marks < toc.length &&
    marks - from >= atLeast &&
    (from === 0 || toc[from - 1] === ' ' || toc[from - 1] === '\t');
  return isClosingSequence ? toc.slice(0, from) + edit(toc.slice(from, marks)) + toc.slice(marks) : toc;
}

/**
 * Two stars in a row would end a bold heading: a backslash separates them. A heading that ends in a star gets
 * a trailing space.
 */
function escapeStars(toc: string): string {
  const separated = toc.replace(/(?<=\*)(\\*)(?=\*)/g, '$1\\');
  return separated.endsWith('*') ? `${separated} ` : separated;
}

function unescapeStars(toc: string): string {
  return toc.replace(/(?<=\*)(\\*)\\(?=\*)/g, '$1');
}
