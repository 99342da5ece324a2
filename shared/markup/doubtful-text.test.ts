/**
 * Tests of the warnings about text that may have been meant as a clause, and about definitions in another clause than
 * their use; and of options that no new field may have.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { parseMarkup } from './parse.ts';

describe('doubtful text', () => {
  it('asks about a number that cannot follow, and counts many of one kind in one line (Y21)', () => {
    const warned = (text: string) =>
      parseMarkup(text).warnings.map(({ line, address, rule }) => [line, address, rule]);
    assert.deepEqual(warned('# 1 A\n\n1.1 a\n\n1.5 mm is the limit\n\n1.6 b\n'), [
      [5, '1.5', 'address-like'],
    ]);
    assert.deepEqual(warned('# 1 A\n\n1.1 a\n\n1.4301 steel\n\n1.2 b\n'), [
      [5, '1.4301', 'address-like'],
      [7, '1.2', 'out-of-order'],
    ]);
    assert.deepEqual(warned('# 1 A\n\n## 1.1 B\n\n1.1.1 a\n\n1.2 b\n\n# 4 C\n\n4.1 d\n'), []);
    const many = Array.from({ length: 12 }, (_, index) => `1.${2 * index + 2} gap`).join('\n\n');
    const [one, ...others] = parseMarkup(`# 1 A\n\n${many}\n`).warnings;
    assert.deepEqual(others, []);
    assert.match(
      one?.message ?? '',
      /clause 1\.2, which does not follow 1\. If it is text, write 1\\\.2\. There are 12 such paragraphs, in the lines 3, 5, 7, 9, 11, 13, 15, 17 …$/,
    );
  });

  it('warns of a numbered paragraph with a dot, behind an invisible character or emphasis; an error in an import (Y21)', () => {
    for (const [line, advice] of [
      ['1.1. Application.', 'without "."'],
      ['**1.1. Application** x', 'without "."'],
      ['\u200B1.1 Application', 'without "U+200B" before it'],
      ['\u00A01.1 Application', 'without "U+00A0" before it'],
      ['\u2060\u00AD 1.1 Application', 'without "U+2060 U+00AD" before it'],
      ['*1.1* Application', 'without "*" before it'],
      ['__1.1 Application__', 'without "__" before it'],
      ['***1.1 Application***', 'without "***" before it'],
      ['<b>1.1</b> Application', 'without "<b>" before it'],
      ['1.1.', 'without "."'],
    ] as const) {
      const text = `# 1 A\n\n${line}\n`;
      const [warning] = parseMarkup(text).warnings;
      assert.equal(warning?.rule, 'address-like', line);
      assert.ok(
        warning.message.startsWith(`If it is a clause, write 1.1 ${advice}; if it is text, write 1\\.1.`),
        warning.message,
      );
      assert.deepEqual(parseMarkup(text).errors, []);
      assert.deepEqual(
        parseMarkup(text, 'import').errors.map(({ line: at, rule }) => [at, rule]),
        [[3, 'address-like']],
      );
      const escaped = parseMarkup(text.replace('1.1', '1\\.1'), 'import');
      assert.deepEqual([escaped.errors, escaped.warnings], [[], []]);
      assert.equal(escaped.elements[0]?.content, line, 'the escape is taken off');
    }
  });

  it('leaves text with numbers alone (Y21)', () => {
    for (const line of [
      '12 mm bolts',
      '*text* 1.1',
      '(1.1) x',
      '1. one',
      '- *1.1* x',
      '`x` 1.1',
      '1.1mm thick',
      '*1.1mm*',
    ])
      assert.deepEqual(parseMarkup(`# 1 A\n\n${line}\n`, 'import').errors, [], line);
  });

  it('warns of a footnote or a link definition that stands in another clause than its use', () => {
    const text = `# 1 A

1.1 Mortar[^1], [ISO 712][iso] and [here][].

1.2 Sand[^1].

[here]: https://example.org/here

# 2 B

2.1 End[^2].

[^1]: Made within two hours.
[^2]: Its own.
[ISO]: https://example.org/iso
[unused]: x

\`\`\`
[^1]: code
\`\`\`
`;
    const { warnings } = parseMarkup(text);
    assert.deepEqual(
      warnings.map(({ line, address, rule, message }) => [line, address, rule, message.split('. ')[0]]),
      [
        [7, '1.2', 'definition-elsewhere', 'The link definition [here] stands in 1.2 and is used in 1.1'],
        [13, '2.1', 'definition-elsewhere', 'The footnote [^1] stands in 2.1 and is used in 1.1 and 1 more'],
        [15, '2.1', 'definition-elsewhere', 'The link definition [ISO] stands in 2.1 and is used in 1.1'],
      ],
    );
  });

  it('options that no new field may have are errors of a standard, not of a page that is stored (Y19)', () => {
    const text = '# 1 A\n\n```field\nlabel: L\ntype: select\noptions: [a, a]\n```\n';
    assert.deepEqual(
      parseMarkup(text, 'standard').errors.map(({ line, address, rule }) => [line, address, rule]),
      [[3, '1', 'repeated-option']],
    );
    assert.deepEqual(parseMarkup(text, 'page').errors, []);
    assert.deepEqual(parseMarkup(text, 'import').errors, []);
  });
});
