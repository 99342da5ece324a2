/**
 * Escaping of content lines that would be read as structure. Source: decisions M.
 *
 * A line is escaped by one backslash before its mark (`\#`, `\> **Note`, `` \``` ``) or before the first dot of its address
 * (`1\.4`). A line that already has such a backslash gets one more, so that taking one off always gives the line back.
 * Escapes are written only where the line would otherwise open an element, a field or a block that never ends, and are
 * taken off everywhere outside closed fenced blocks.
 */
import { type Block, scanBlocks } from './blocks.ts';
import { readClause, readNote } from './openings.ts';

const MARK = /^( {0,3})(\\*)(?=#{1,6}(?:[ \t]|$)|>[ \t]*\*\*Note[ \t]|`{3}|~{3})/;
const ADDRESS = /^( {0,3}(?:\*\*)?\d+)(\\*)(?=\.\d[\d.]*(?:[ \t]|\*\*|$))/;
/** What such a line can begin with: most lines are told by their first characters. */
const START = /^ {0,3}[\\#>`~*\d]/;

interface Escape {
  /** Where the backslashes stand, or would. */
  at: number;
  /** How many there are. */
  backslashes: number;
}

function findEscape(line: string): Escape | null {
  if (!START.test(line)) return null;
  const match = MARK.exec(line) ?? ADDRESS.exec(line);
  if (match === null) return null;
  return { at: match[1]?.length ?? 0, backslashes: match[2]?.length ?? 0 };
}

/** The line with one escaping backslash taken off, when it has one. */
export function unescapeLine(line: string): string {
  const found = findEscape(line);
  return found === null || found.backslashes === 0 ? line : line.slice(0, found.at) + line.slice(found.at + 1);
}

/** Index of the line of a block quote that would carry its `**Note`: its first line that is not empty. */
export function noteLine(lines: readonly string[], quote: Block): number {
  for (let i = quote.from; i < quote.to; i++) if (/^ {0,3}>[ \t]*[^ \t]/.test(lines[i] ?? '')) return i;
  return quote.from;
}

/** A line of a block quote without its `>` and the blank after it; a lazy line, which has none, stays as it is. */
export function unquoteLine(line: string): string {
  return line.replace(/^ {0,3}>[ \t]?/, '');
}

/** The line of `block` that would be read as structure, or -1. */
function structuralLine(lines: readonly string[], block: Block): number {
  const first = lines[block.from] ?? '';
  if (block.type === 'heading') return block.from;
  if (block.type === 'fence') return block.isField || block.unclosed ? block.from : -1;
  if (block.type === 'paragraph') return readClause(first) === null ? -1 : block.from;
  if (block.type !== 'quote') return -1;
  const note = noteLine(lines, block);
  return readNote(unquoteLine(lines[note] ?? '')) === null ? -1 : note;
}

/** Passes before every line that can be escaped is: a fence laid open by one escape may show the next, seldom twice. */
const MAX_PASSES = 4;

/**
 * The lines of a content as they stand in the markup below an opening: as few escapes as keep every line content.
 * When that does not settle, every line that can be escaped is, which leaves nothing that could be read as structure.
 */
export function escapeContent(lines: readonly string[]): string[] {
  const candidates = new Map<number, Escape>();
  for (const [index, line] of lines.entries()) {
    const found = findEscape(line);
    if (found !== null) candidates.set(index, found);
  }
  const escaped = [...lines];
  if (candidates.size === 0) return escaped;
  const isEscaped = (index: number) => escaped[index] !== lines[index];
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const blocks = scanBlocks(escaped);
    const verbatim = verbatimLines(blocks, lines.length);
    const structural = new Set(blocks.map((block) => structuralLine(escaped, block)));
    const due: [number, Escape][] = [];
    let isSettled = true;
    for (const [index, found] of candidates) {
      if (isEscaped(index)) isSettled &&= verbatim[index] === 0;
      else if (verbatim[index] === 0 && (found.backslashes > 0 || structural.has(index))) due.push([index, found]);
    }
    if (!isSettled) break;
    if (due.length === 0) return escaped;
    for (const [index, { at }] of due) escaped[index] = insertBackslash(lines[index] ?? '', at);
  }
  return lines.map((line, index) => insertBackslash(line, candidates.get(index)?.at));
}

function insertBackslash(line: string, at: number | undefined): string {
  return at === undefined ? line : `${line.slice(0, at)}\\${line.slice(at)}`;
}

/** One number a line: 1 inside closed fenced blocks that are content, where nothing is escaped. */
export function verbatimLines(blocks: readonly Block[], lineCount: number): Uint8Array {
  const verbatim = new Uint8Array(lineCount);
  for (const block of blocks) {
    if (block.type === 'fence' && !block.unclosed && !block.isField) verbatim.fill(1, block.from, block.to);
  }
  return verbatim;
}
