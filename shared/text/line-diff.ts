/**
 * Line differences of two texts, bounded in time and size: hunks, counts and a unified diff. Pure.
 */
import { findChanges, type Span } from './list-changes.ts';

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
/** Most lines shown, and characters in them: a larger diff is cut after a whole hunk. */
const MAX_SHOWN_LINES = 20_000;
const MAX_SHOWN_CHARACTERS = 250_000;

type BlockType = 'unchanged' | 'removed' | 'added';
const MARKS = { unchanged: ' ', removed: '-', added: '+' } as const;

/** Lines of one kind that follow each other, without line ends. */
interface LineBlock {
  type: BlockType;
  lines: string[];
}

/** A change with its context. Lines count from 1; a part without lines is named by the line before it. */
interface DiffHunk {
  fromLine: number;
  fromCount: number;
  toLine: number;
  toCount: number;
  blocks: LineBlock[];
}

export interface LineDiff {
  hunks: DiffHunk[];
  stats: { added: number; removed: number };
  /** Hunks as a unified diff; empty for equal texts. */
  patch: string;
  /** Whether a block of lines counts as replaced as a whole, because its comparison was too long. */
  approximate: boolean;
  /** Whether hunks and patch are cut. */
  truncated: boolean;
}

/** The differences of two texts. */
export function diffLines(from: string, to: string): LineDiff {
  const a = splitLines(from);
  const b = splitLines(to);
  const { changes, approximate } = findChanges(a, b);
  const stats = { added: 0, removed: 0 };
  for (const { a: start, aEnd, b: other, bEnd } of changes) {
    stats.removed += aEnd - start;
    stats.added += bEnd - other;
  }
  return { stats, approximate, ...presentHunks(a, b, changes) };
}

/** Lines with their ends, so that a last line without one differs from the same with one. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(at, next));
    at = next;
  }
  return lines;
}

/** Changes whose contexts touch are one hunk. */
function groupChanges(changes: readonly Span[]): Span[][] {
  const groups: Span[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && change.a - last.aEnd <= 2 * CONTEXT_LINES) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function presentHunks(
  a: readonly string[],
  b: readonly string[],
  changes: readonly Span[],
): Pick<LineDiff, 'hunks' | 'patch' | 'truncated'> {
  const hunks: DiffHunk[] = [];
  const patch: string[] = [];
  let lines = 0;
  let characters = 0;
  let truncated = false;
  for (const group of groupChanges(changes)) {
    const { span, parts } = locateParts(group, a.length);
    lines += parts.reduce((sum, { start, end }) => sum + end - start, 0);
    // Not even sliced when it is too long: the texts may be a million lines.
    truncated = lines > MAX_SHOWN_LINES;
    if (truncated) break;
    const blocks = parts.map(({ type, start, end }) => ({
      type,
      lines: (type === 'added' ? b : a).slice(start, end),
    }));
    characters += blocks.reduce((sum, block) => sum + block.lines.join('').length, 0);
    truncated = characters > MAX_SHOWN_CHARACTERS;
    if (truncated) break;
    const hunk = {
      fromLine: firstLine(span.a, span.aEnd),
      fromCount: span.aEnd - span.a,
      toLine: firstLine(span.b, span.bEnd),
      toCount: span.bEnd - span.b,
    };
    patch.push(
      `@@ -${hunk.fromLine},${hunk.fromCount} +${hunk.toLine},${hunk.toCount} @@\n`,
      ...blocks.flatMap((block) => block.lines.map((line) => patchLine(MARKS[block.type], line))),
    );
    hunks.push({ ...hunk, blocks: blocks.map(withoutLineEnds) });
  }
  return { hunks, patch: patch.length === 0 ? '' : `--- from\n+++ to\n${patch.join('')}`, truncated };
}

/** Where the blocks of a hunk are: added lines in the new text, all others in the old one. */
function locateParts(
  group: readonly Span[],
  length: number,
): { span: Span; parts: { type: BlockType; start: number; end: number }[] } {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) throw new Error('a hunk without a change');
  const before = Math.min(CONTEXT_LINES, first.a);
  const after = Math.min(CONTEXT_LINES, length - last.aEnd);
  const span = {
    a: first.a - before,
    aEnd: last.aEnd + after,
    b: first.b - before,
    bEnd: last.bEnd + after,
  };
  const parts: { type: BlockType; start: number; end: number }[] = [];
  let at = span.a;
  for (const { a, aEnd, b, bEnd } of group) {
    parts.push(
      { type: 'unchanged', start: at, end: a },
      { type: 'removed', start: a, end: aEnd },
      { type: 'added', start: b, end: bEnd },
    );
    at = aEnd;
  }
  parts.push({ type: 'unchanged', start: at, end: span.aEnd });
  return { span, parts: parts.filter(({ start, end }) => start < end) };
}

const firstLine = (start: number, end: number): number => (start === end ? start : start + 1);

const patchLine = (mark: string, line: string): string =>
  line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`;

const withoutLineEnds = ({ type, lines }: LineBlock): LineBlock => ({
  type,
  lines: lines.map((line) => (line.endsWith('\n') ? line.slice(0, -1) : line)),
});
