/** Tests of the line differences of two texts, by example and as laws. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { diffLines, type LineDiff } from './line-diff.ts';

/** The new text, from the old one and the hunks. */
function applyHunks(from: string, { hunks }: LineDiff): string {
  const lines = from.split('\n');
  const result: string[] = [];
  let at = 0;
  for (const { fromLine, fromCount, toCount, blocks } of hunks) {
    const start = fromCount === 0 ? fromLine : fromLine - 1;
    result.push(...lines.slice(at, start));
    const kept = blocks.filter(({ type }) => type !== 'removed').flatMap((block) => block.lines);
    assert.equal(kept.length, toCount);
    const old = blocks.filter(({ type }) => type !== 'added').flatMap((block) => block.lines);
    assert.deepEqual(old, lines.slice(start, start + fromCount), 'what stays and goes is the old text');
    result.push(...kept);
    at = start + fromCount;
  }
  return [...result, ...lines.slice(at)].join('\n');
}

const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'long line', 'x1', 'x2', 'x3', 'x4'), { maxLength: 40 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

describe('the line differences of two texts', () => {
  it('hunks give the new text from the old one, and counts are those of the changed lines (H20)', () => {
    fc.assert(
      fc.property(texts, texts, (from, to) => {
        const diff = diffLines(from, to);
        assert.equal(applyHunks(from, diff), to);
        const count = (type: string): number =>
          diff.hunks
            .flatMap(({ blocks }) => blocks)
            .filter((block) => block.type === type)
            .reduce((sum, { lines }) => sum + lines.length, 0);
        assert.deepEqual(diff.stats, { added: count('added'), removed: count('removed') });
        assert.equal(diff.approximate || diff.truncated, false);
        assert.equal(diff.patch === '', from === to);
      }),
      { numRuns: 500 },
    );
  });

  it('a change in the middle is one hunk with three unchanged lines around it (document 2)', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);
    const diff = diffLines(lines.join(''), lines.with(9, 'another\n').join(''));
    assert.equal(
      diff.patch,
      '--- from\n+++ to\n@@ -7,7 +7,7 @@\n line 7\n line 8\n line 9\n-line 10\n+another\n line 11\n line 12\n line 13\n',
    );
    assert.deepEqual(
      diff.hunks.map(({ blocks }) => blocks),
      [
        [
          { type: 'unchanged', lines: ['line 7', 'line 8', 'line 9'] },
          { type: 'removed', lines: ['line 10'] },
          { type: 'added', lines: ['another'] },
          { type: 'unchanged', lines: ['line 11', 'line 12', 'line 13'] },
        ],
      ],
    );
  });

  it('a lost end of the last line is a difference, and the patch says so', () => {
    assert.equal(
      diffLines('a\n', 'a').patch,
      '--- from\n+++ to\n@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n',
    );
    assert.deepEqual(diffLines('', 'a\n').hunks[0], {
      fromLine: 0,
      fromCount: 0,
      toLine: 1,
      toCount: 1,
      blocks: [{ type: 'added', lines: ['a'] }],
    });
  });

  it('texts with nothing in common, or of blank lines, are bounded: coarse, cut, and still counted (H20)', () => {
    const words = (word: string): string =>
      Array.from({ length: 100_000 }, (_, index) => `${word} ${index % 700}\n`).join('');
    const disjoint = diffLines(words('old'), words('new'));
    assert.deepEqual(disjoint.stats, { added: 100_000, removed: 100_000 });
    assert.deepEqual([disjoint.approximate, disjoint.truncated, disjoint.hunks], [true, true, []]);
    const blank = diffLines('\n'.repeat(1_000_000), '\n'.repeat(999_999));
    assert.deepEqual(blank.stats, { added: 0, removed: 1 });
    assert.equal(blank.truncated, false);
    // Many lines that occur often, in another order.
    const shuffled = (step: number): string =>
      Array.from({ length: 60_000 }, (_, index) => `${(index * step) % 997}\n`).join('');
    const { stats, patch } = diffLines(shuffled(7), shuffled(11));
    assert.equal(stats.added, stats.removed);
    assert.ok(patch.length < 1_000_000);
  });
});
