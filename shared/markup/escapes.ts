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

function findEscape(line: string): { at: number; backslashes: number } | null {
  const match = MARK.exec(line) ?? ADDRESS.exec(line);
  if (match === null) return null;
  return { at: match[1]?.length ?? 0, backslashes: match[2]?.length ?? 0 };
}

/** The line with one backslash more, when it is one that can be escaped. */
function escapeLine(line: string): string {
  const found = findEscape(line);
  return found === null ? line : `${line.slice(0, found.at)}\\${line.slice(found.at)}`;
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
  const candidates = lines.flatMap((line, index) => (findEscape(line) === null ? [] : [index]));
  if (candidates.length === 0) return [...lines];
  const escaped = new Set<number>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const written = lines.map((line, index) => (escaped.has(index) ? escapeLine(line) : line));
    const blocks = scanBlocks(written);
    const verbatim = verbatimLines(blocks);
    if (candidates.some((index) => escaped.has(index) && verbatim.has(index))) break;
    const structural = new Set(blocks.map((block) => structuralLine(written, block)));
    const due = candidates.filter((index) => {
      if (escaped.has(index) || verbatim.has(index)) return false;
      return structural.has(index) || unescapeLine(lines[index] ?? '') !== lines[index];
    });
    if (due.length === 0) return written;
    for (const index of due) escaped.add(index);
  }
  return lines.map(escapeLine);
}

/** Indexes of the lines inside closed fenced blocks that are content: nothing is escaped there. */
export function verbatimLines(blocks: readonly Block[]): Set<number> {
  const verbatim = new Set<number>();
  for (const block of blocks) {
    if (block.type !== 'fence' || block.unclosed || block.isField) continue;
    for (let i = block.from; i < block.to; i++) verbatim.add(i);
  }
  return verbatim;
}
