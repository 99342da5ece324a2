/**
 * Tests of markup texts made to be slow or to be lost. Nothing is timed here: a text that takes more than linear time
 * does not come to an end within the limit of its test.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { parseMarkup } from './parse.ts';
import { serialiseMarkup } from './serialise.ts';

const SIZE = 250_000;

function filled(pattern: string): string {
  return pattern.repeat(Math.floor(SIZE / pattern.length));
}

const HOSTILE: Record<string, string> = {
  '50k [': '['.repeat(50_000),
  '50k *a': '*a '.repeat(50_000),
  '20k ![](': '![]('.repeat(20_000),
  '450 backtick runs': Array.from({ length: 450 }, (_, index) => '`'.repeat(index + 1)).join(' a '),
  '5,000-column table': `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|x'.repeat(5000)}|`,
  '1 MB of newlines': '\n'.repeat(1_000_000),
  '1 MB of lone CR': filled('\r'),
  'deep quotes': filled('>'),
  'deep lists': filled('- '),
  'deep ordered lists': filled('1. '),
  'lists in lists, line by line': Array.from({ length: 1200 }, (_, index) => `${' '.repeat(index)}- a`).join(
    '\n',
  ),
  'many deep lists': filled(`${'- '.repeat(20)}a\n`),
  'many items': filled('-\n'),
  'many quotes': filled(`${'>'.repeat(40)}\n`),
  'lazy lines': filled(`${'> '.repeat(19)}a\n${'b\n'.repeat(40)}`),
  'many headings': filled('#\n'),
  'many clauses': filled('1.1 a\n\n'),
  'many notes': filled('> **Note 1.1**\n\n'),
  'many fences': filled('```\n```\n'),
  'fences that do not close': filled('```a\n'),
  'many fields': filled('```field\n```\n'),
  'a long address': `1${filled('.1')}`,
  'a long number': filled('1'),
  'backslashes before a mark': `${filled('\\')}#`,
  'blanks in a heading': `# 1 a${' '.repeat(SIZE)}b`,
  'marks in a heading': `# 1 ${filled('# ')}`,
  'stars in a bold heading': `**1.1 ${filled('*\\')}`,
  'a rule of a million marks': filled('- - '),
  'almost a rule': `${filled('- ')}x`,
  'many YAML keys': `\`\`\`field\n${Array.from({ length: 60_000 }, (_, index) => `k${index}: a`).join('\n')}\n\`\`\``,
  'YAML in YAML': `\`\`\`field\na: ${filled('[')}\n\`\`\``,
  'a long YAML list': `\`\`\`field\nlabel: a\ntype: select\noptions:\n${filled('- a\n')}\`\`\``,
};

describe('hostile texts', () => {
  it('of a text with an error on each of its half a million lines the first hundred errors are listed, and all are counted (H19)', () => {
    const { errors, errorCount } = parseMarkup('#\n'.repeat(500_000));
    assert.equal(errors.length, 100);
    assert.equal(errorCount, 500_000);
    assert.deepEqual(
      errors.map(({ line }) => line),
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  for (const [name, text] of Object.entries(HOSTILE)) {
    it(`${name}: read, and kept as content`, () => {
      parseMarkup(text);
      const written = serialiseMarkup({
        elements: [
          { address: '1', kind: 'section', toc_content: '', content: text },
          { address: '1.1', kind: 'clause', toc_content: text, content: 'after' },
        ],
        fields: [],
      });
      const parsed = parseMarkup(written);
      // Half a megabyte is more than an element may have, and no other fault.
      assert.deepEqual(
        parsed.errors.filter(({ rule }) => rule !== 'text-too-long'),
        [],
      );
      assert.equal(parsed.elements.length, 2);
      assert.equal(parsed.elements[1]?.content, 'after');
      // Compared as booleans: a failing comparison of a megabyte would be printed in full.
      assert.ok(serialiseMarkup(parsed) === written);
      const visible = (part: string) => part.replace(/[ \t\r\n]/g, '');
      assert.ok(visible(parsed.elements[0]?.content ?? '') === visible(text));
      assert.ok(visible(parsed.elements[1]?.toc_content ?? '') === visible(text));
    });
  }
});
