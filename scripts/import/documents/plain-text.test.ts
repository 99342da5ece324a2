/** Tests of plain text written as CommonMark: it is shown as it was, whatever marks it has. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { joinLines, toMarkdownLine, toMarkdownTable } from './plain-text.ts';
import { inOneLine, renderedText } from './rendered-text.fixture.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 2_000);
const piece = fc.constantFrom(
  ...[
    '*',
    '_',
    '`',
    '~~',
    '[',
    ']',
    '(',
    ')',
    ':',
    '!',
    '<',
    '>',
    '&',
    '&amp;',
    '&#35;',
    '#',
    '-',
    '+',
    '=',
    '\\',
    '|',
  ],
  ...[
    'a',
    'b1',
    '1.',
    '12)',
    ' ',
    '  ',
    '.',
    '"',
    "'",
    '^',
    '_____',
    'https://x.y',
    '<b>',
    '<!--',
    '§',
    'ü',
    '–',
  ],
);
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

describe('plain text as CommonMark', () => {
  it('a line is shown as it is', () => {
    fc.assert(
      fc.property(text, (line) => assert.equal(renderedText(toMarkdownLine(line)), inOneLine(line))),
      { numRuns },
    );
  });

  it('lines and cells are shown as they are', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (lines) => {
        const shown = inOneLine(lines.join(' '));
        assert.equal(renderedText(joinLines(lines.map(toMarkdownLine))), shown);
        const table = toMarkdownTable([['Head', 'x'], lines.map(toMarkdownLine)]);
        assert.equal(renderedText(table), inOneLine(`Head x ${shown}`));
      }),
      { numRuns },
    );
  });

  it('a definition does not reach over lines', () => {
    const lines = ['[', ']:', '*'];
    assert.equal(renderedText(joinLines(lines.map(toMarkdownLine))), '[ ]: *');
  });

  it('text without marks is not touched', () => {
    const plain = 'Slope 1:48 (2 %), 3-5/8 in. [15] [20] part_no; [ and frames], ~60 m & more';
    assert.equal(toMarkdownLine(plain), plain);
  });
});
