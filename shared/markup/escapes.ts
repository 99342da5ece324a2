/**
 * Escaping of content lines that would be read as structure, and unescaping (`unescapeLine`).
 *
 * A line is escaped by one backslash before its mark (`\#`, `\>`, `` \``` ``) or before the first dot of its address
 * (`1\.4`). A line that already has such a backslash gets one more, so that removing one always restores the line.
 * A line is escaped only where it would otherwise open a heading, a quote, a clause, a field or an endless fence, or
 * where an import would ask whether it is a clause (`*1.4* …`); `> 5 mm` is text and must not lose its sign. Escapes are
 * removed everywhere outside closed fenced blocks.
 */
import { type Block, scanBlocks } from './blocks.ts';
import { readParagraphStart } from './element-start.ts';
import { findNearClause, NUMBER_ESCAPE, UNSEEN_START } from './near-clause.ts';

const MARK = /^( {0,3})(\\*)(?=#{1,6}(?:[ \t]|$)|>|`{3}|~{3})/;
/** The first characters of such lines, a fast test that excludes most lines. */
const START = new RegExp(`^ {0,3}(?:[\\\\#>\\d]|${UNSEEN_START.source})`, 'u');

interface Escape {
  /** Position of the backslashes. */
  at: number;
  /** Their number, possibly 0. */
  backslashes: number;
}

function findEscape(line: string): Escape | null {
  if (!START.test(line)) return null;
  const match = MARK.exec(line) ?? NUMBER_ESCAPE.exec(line);
  if (match === null) return null;
  return { at: match[1]?.length ?? 0, backslashes: match[2]?.length ?? 0 };
}

/** The line without its escaping backslash, when it has one. */
export function unescapeLine(line: string): string {
  const found = findEscape(line);
  return found === null || found.backslashes === 0
    ? line
    : line.slice(0, found.at) + line.slice(found.at + 1);
}

/** True when the line at `index`, which lies in `block`, would be read as structure. */
function isStructural(line: string, index: number, block: Block): boolean {
  if (block.type === 'quote') return /^ {0,3}>/.test(line);
  if (index !== block.from) return false;
  if (block.type === 'fence') return block.isField || block.unclosed;
  if (block.type !== 'paragraph') return block.type === 'heading';
  return readParagraphStart(line) !== null || findNearClause(line) !== null;
}

/**
 * Passes before every line that can be escaped is: escaping one fence may reveal another, rarely more than
 * once.
 */
const MAX_PASSES = 4;

/**
 * The lines of an element's content in the markup, below its first line, with the fewest escapes that keep
 * every line content. When no such set is found, every line is escaped that can be, so that none parses as
 * structure.
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
    const verbatim = markVerbatimLines(blocks, lines.length);
    const due: [number, Escape][] = [];
    let isSettled = true;
    let at = 0;
    for (const [index, found] of candidates) {
      while ((blocks[at]?.to ?? Number.POSITIVE_INFINITY) <= index) at += 1;
      const block = blocks[at];
      if (isEscaped(index)) isSettled &&= verbatim[index] === 0;
      else if (verbatim[index] === 1 || block === undefined) continue;
      else if (found.backslashes > 0 || isStructural(escaped[index] ?? '', index, block))
        due.push([index, found]);
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
export function markVerbatimLines(blocks: readonly Block[], lineCount: number): Uint8Array {
  const verbatim = new Uint8Array(lineCount);
  for (const block of blocks) {
    if (block.type === 'fence' && !block.unclosed && !block.isField) verbatim.fill(1, block.from, block.to);
  }
  return verbatim;
}
