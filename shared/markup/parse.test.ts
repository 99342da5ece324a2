/** Tests of the grammar of the markup by example. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { parseMarkup } from './parse.ts';

function elementsOf(text: string): (string | number)[][] {
  const { elements, errors } = parseMarkup(text);
  assert.deepEqual(errors, []);
  return elements.map(({ address, kind, toc_content, content }) => [address, kind, toc_content, content]);
}

function errorsOf(text: string): (string | number | null)[][] {
  return parseMarkup(text).errors.map(({ line, address, rule }) => [line, address, rule]);
}

describe('parseMarkup', () => {
  it('reads sections, clauses and notes by their openings', () => {
    const text = `# 2 Concrete

Applies to all structures.

## 2.1 Materials ##
2.1.1 Cement shall comply.

**2.1.2 Aggregates** Coarse only.

> **Note 2.1.3** See the drawings.
>
> Second paragraph.

> **Note 2.1.4 Advice** Wash them.

2.1.5
`;
    assert.deepEqual(elementsOf(text), [
      ['2', 'section', 'Concrete', 'Applies to all structures.'],
      ['2.1', 'section', 'Materials', ''],
      ['2.1.1', 'clause', '', 'Cement shall comply.'],
      ['2.1.2', 'clause', 'Aggregates', 'Coarse only.'],
      ['2.1.3', 'note', '', 'See the drawings.\n\nSecond paragraph.'],
      ['2.1.4', 'note', 'Advice', 'Wash them.'],
      ['2.1.5', 'clause', '', ''],
    ]);
  });

  it('gives blocks without an address to the element above them', () => {
    const text =
      '# 1 A\n\n1.1 Intro:\n\n- one\n- two\n\n  1.2 still in the list\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\n# 1.3 no heading\n```\n';
    assert.deepEqual(elementsOf(text), [
      ['1', 'section', 'A', ''],
      [
        '1.1',
        'clause',
        '',
        'Intro:\n\n- one\n- two\n\n  1.2 still in the list\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\n# 1.3 no heading\n```',
      ],
    ]);
  });

  it('starts a clause only at a dotted valid address followed by a blank', () => {
    const content = '12 mm bolts\n\n3. third\n\n1.2.3: colon\n\n01.2 zero\n\n1.1.1mm\n\n**12 Bold** text';
    assert.deepEqual(elementsOf(`# 1 A\n\n${content}`), [['1', 'section', 'A', content]]);
  });

  it('ignores how many # a heading has, and reads the kind of a top-level element from its word', () => {
    assert.deepEqual(elementsOf('###### 1 A\n\n# 1.1 B\n\n## Clause 2 C\ntext\n\n# Note 3\n'), [
      ['1', 'section', 'A', ''],
      ['1.1', 'section', 'B', ''],
      ['2', 'clause', 'C', 'text'],
      ['3', 'note', '', ''],
    ]);
  });

  it('takes escapes off: a leading address, #, > and fence', () => {
    const text =
      '# 1 A\n\n1\\.4 text\n\n\\# text\n\n\\> 5 mm\n\n\\```\n\n1.1 \\> 6 mm\n\n1.2 1\\.4 again\n\n> **Note 1.3** \\# text\n';
    assert.deepEqual(elementsOf(text), [
      ['1', 'section', 'A', '1.4 text\n\n# text\n\n> 5 mm\n\n```'],
      ['1.1', 'clause', '', '> 6 mm'],
      ['1.2', 'clause', '', '1.4 again'],
      ['1.3', 'note', '', '# text'],
    ]);
  });

  it('keeps backslashes that are not escapes', () => {
    const content = 'C:\\path \\* \\_ a\\.b\n\n```\n\\# in code\n1\\.4\n```';
    assert.deepEqual(elementsOf(`# 1 A\n\n${content}\n`), [['1', 'section', 'A', content]]);
  });

  it('keeps raw HTML, references and seals as text', () => {
    const seal = '<!-- notice:withheld:9f2c -->';
    const text = `# 1 A\n\n1.1 <script>alert(1)</script> [[lib/concrete#2.1]]\n\n1.2 ${seal}\n\n1.3 [x]: javascript:alert(1)`;
    assert.deepEqual(elementsOf(text), [
      ['1', 'section', 'A', ''],
      ['1.1', 'clause', '', '<script>alert(1)</script> [[lib/concrete#2.1]]'],
      ['1.2', 'clause', '', seal],
      ['1.3', 'clause', '', '[x]: javascript:alert(1)'],
    ]);
  });

  it('reads CRLF, a lone CR and a byte order mark', () => {
    assert.deepEqual(elementsOf('\uFEFF# 1 A\r\n\r\n1.1 a\r\nb\r\rc'), [
      ['1', 'section', 'A', ''],
      ['1.1', 'clause', '', 'a\nb\n\nc'],
    ]);
  });

  it('orders elements by address, whatever their order in the text, and says so', () => {
    const parsed = parseMarkup('# 2 B\n\n# 1 A\n\n1.10 ten\n\n1.9 nine\n');
    assert.deepEqual(
      parsed.elements.map((element) => element.address),
      ['1', '1.9', '1.10', '2'],
    );
    assert.deepEqual(
      parsed.warnings.map(({ line, rule }) => [line, rule]),
      [
        [3, 'out-of-order'],
        [5, 'address-like'],
        [7, 'out-of-order'],
        [7, 'address-like'],
      ],
    );
  });

  it('finds text outside the outline, once for each run of it', () => {
    assert.deepEqual(errorsOf('Hello\n\n- world\n\n# 1 A\n'), [[1, null, 'text-outside-outline']]);
    assert.deepEqual(errorsOf('---\ntitle: T\n---\n\nHello\n'), [[5, null, 'text-outside-outline']]);
  });

  it('finds headings without an address', () => {
    assert.deepEqual(errorsOf('# 1 A\n\n## Materials\n\n## 1. Dot\n\n## 01 Zero\n'), [
      [3, '1', 'heading-without-address'],
      [5, '1', 'heading-without-address'],
      [7, '1', 'heading-without-address'],
    ]);
  });

  it('finds a bold heading and a fence that never end', () => {
    assert.deepEqual(errorsOf('# 1 A\n\n**1.1 Cement\nis grey** text\n\n```\n1.2 lost?\n'), [
      [3, '1.1', 'heading-unclosed'],
      [6, '1.1', 'fence-unclosed'],
    ]);
  });

  it('finds outlines that are not valid, by the line of the element', () => {
    assert.deepEqual(errorsOf('# 1 A\n\n1.1 a\n\n1.1 b\n\n2.1 c\n\n3.1.1 d\n'), [
      [5, '1.1', 'duplicate-address'],
      [7, '2.1', 'missing-parent'],
      [9, '3.1.1', 'skipped-level'],
    ]);
  });

  it('finds a clause with too much text, by its line (S23)', () => {
    const text = (characters: number): string => `# 1 Scope\n\n1.1 ${'a'.repeat(characters)}\n`;
    assert.deepEqual(errorsOf(text(100_000)), []);
    assert.deepEqual(errorsOf(text(100_001)), [[3, '1.1', 'text-too-long']]);
  });

  it('tells how to write a decimal number that reads as an address', () => {
    const [error] = parseMarkup('# 1 A\n\n2.85 is the limit\n').errors;
    assert.match(error?.message ?? '', /write 2\\\.85$/);
  });

  it('warns of what looks like an element and is not one', () => {
    const { warnings, errors } = parseMarkup('# 1 A\n\n1.01 x\n\n1.2. y\n\n> **Note** z\n');
    assert.deepEqual(errors, []);
    assert.deepEqual(
      warnings.map(({ line, rule }) => [line, rule]),
      [
        [3, 'address-like'],
        [5, 'address-like'],
        [7, 'quote-without-note'],
      ],
    );
  });

  it('warns of a numbered line inside a block, which is text of the element above', () => {
    const warned = (text: string) => parseMarkup(text).warnings.map(({ line, rule }) => [line, rule]);
    const text =
      '# 1 GENERAL\n\n1.1 SCOPE\nText of scope.\n1.2 DESIGN CRITERIA\nStrength shall be 3000 psi.\n';
    assert.deepEqual(warned(text), [[5, 'address-inside-block']]);
    assert.deepEqual(warned(text.replace('1.2 D', '1\\.2 D')), []);
    assert.deepEqual(warned(text.replace('1.2 D', '2.5 mm of d')), []);
    assert.deepEqual(warned(text.replace('Strength', '1.3 Strength')), [
      [5, 'address-inside-block'],
      [6, 'address-inside-block'],
    ]);
    assert.deepEqual(warned('# 1 A\n\n- steel\n1.1\u00A0Bolts\n'), [[4, 'address-inside-block']]);
    assert.deepEqual(warned('# 1 A\n\n```\na\n1.2 b\n```\n'), []);
  });

  it('warns of a comment over several lines: what stands in it is in force', () => {
    const { warnings, elements } = parseMarkup(
      '# 1 A\n\n<!-- old\n\n1.1 Deleted clause.\n\n-->\n\n<!-- x -->\n',
    );
    assert.deepEqual(
      warnings.map(({ line, rule }) => [line, rule]),
      [[3, 'comment-is-text']],
    );
    assert.equal(elements.length, 2);
  });

  it('says what keeps a line that starts like an address from being one', () => {
    const [dot, levels, blank, zero, big] = parseMarkup(
      `# 1. Scope\n\n# ${'1.'.repeat(12)}1 Deep\n\n# 1\u00A0Scope\n\n# 1.02 Zero\n\n# 1.10000 Big\n`,
    ).errors;
    assert.match(dot?.message ?? '', /has no valid address: write 1 without "\."/);
    assert.match(levels?.message ?? '', /at most 12 levels/);
    assert.match(blank?.message ?? '', /"1" is followed by the character U\+00A0: write a space/);
    assert.match(zero?.message ?? '', /starts with 1 to 9/);
    assert.match(big?.message ?? '', /at most 9999/);
    const { warnings } = parseMarkup('# 1 A\n\n1.2\u3000Wall.\n\n1.3. Roof.\n\n**1.4\u00A0Floor** x\n');
    assert.deepEqual(
      warnings.map(({ message }) => /^If it is a clause, (.*?)\. /.exec(message)?.[1]),
      [
        '"1.2" is followed by the character U+3000: write a space',
        'write 1.3 without "."; if it is text, write 1\\.3',
        '"1.4" is followed by the character U+00A0: write a space',
      ],
    );
  });

  it('reads an empty text as an empty outline', () => {
    assert.deepEqual(parseMarkup(''), {
      frontmatter: null,
      elements: [],
      fields: [],
      errors: [],
      errorCount: 0,
      warnings: [],
    });
  });
});
