/** Tests of the markup that is written for an outline. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { ElementContent } from '../revisioning/outline/content-hash.ts';
import { parseMarkup } from './parse.ts';
import { serialiseMarkup } from './serialise.ts';

function clause(content: string, toc_content = ''): ElementContent {
  return { address: '1.1', kind: 'clause', toc_content, content };
}

const SECTION: ElementContent = { address: '1', kind: 'section', toc_content: 'A', content: '' };

/** The text of one element below section 1; it must read back as it was. */
function written(element: ElementContent): string {
  const text = serialiseMarkup({ elements: [SECTION, element], fields: [] });
  const [, read] = parseMarkup(text).elements;
  assert.deepEqual(read, { ...element, line: 3 });
  return text.slice('# 1 A\n\n'.length, -1);
}

describe('serialiseMarkup', () => {
  it('writes paragraphs behind their address and other blocks below it', () => {
    assert.equal(written(clause('Cement.')), '1.1 Cement.');
    assert.equal(written(clause('Cement.\n\n- a', 'Head')), '**1.1 Head** Cement.\n\n- a');
    assert.equal(written(clause('- a\n- b', 'Head')), '**1.1 Head**\n\n- a\n- b');
    assert.equal(written(clause('')), '1.1');
    assert.equal(written(clause('| a | b |\n|---|---|')), '1.1\n\n| a | b |\n|---|---|');
    assert.equal(written(clause('Title\n===')), '1.1\n\nTitle\n===');
    assert.equal(written(clause('    code')), '1.1\n\n    code');
  });

  it('writes a note as a block quote', () => {
    const note: ElementContent = { address: '1.1', kind: 'note', toc_content: '', content: 'See.\n\n- a' };
    assert.equal(written(note), '> **Note 1.1** See.\n>\n> - a');
    assert.equal(written({ ...note, toc_content: 'Head', content: '' }), '> **Note 1.1 Head**');
  });

  it('escapes what would be read as structure, and nothing else', () => {
    assert.equal(written(clause('1.4 is a number')), '1.1 1\\.4 is a number');
    assert.equal(written(clause('# 5 bars')), '1.1 \\# 5 bars');
    assert.equal(written(clause('> 5 mm\n> 6 mm')), '1.1 \\> 5 mm\n\\> 6 mm');
    assert.equal(written(clause('```\nopen')), '1.1 \\```\nopen');
    assert.equal(written(clause('a\n\n```field\nlabel: x\n```')), '1.1 a\n\n\\```field\nlabel: x\n\\```');
    assert.equal(written(clause('```sh\n# comment\n1.4 x\n```')), '1.1\n\n```sh\n# comment\n1.4 x\n```');
    assert.equal(written(clause('`code` first')), '1.1 `code` first');
    assert.equal(written(clause('12 mm')), '1.1 12 mm');
    assert.equal(written(clause('a\n1.4 goes on')), '1.1 a\n1.4 goes on');
  });

  it('escapes its own escapes', () => {
    assert.equal(written(clause('\\# text')), '1.1 \\\\# text');
    assert.equal(written(clause('1\\.4 text')), '1.1 1\\\\.4 text');
  });

  it('writes top-level elements of any kind as headings', () => {
    const elements: ElementContent[] = [
      { address: '1', kind: 'section', toc_content: 'A', content: 'text' },
      { address: '2', kind: 'clause', toc_content: 'B', content: 'text' },
      { address: '3', kind: 'note', toc_content: '', content: '' },
    ];
    assert.equal(
      serialiseMarkup({ elements, fields: [] }),
      '# 1 A\n\ntext\n\n# Clause 2 B\n\ntext\n\n# Note 3\n',
    );
  });

  it('keeps headings with stars and closing marks', () => {
    assert.equal(written(clause('', 'a ** b')), '**1.1 a *\\* b**');
    assert.equal(written(clause('', 'ends *')), '**1.1 ends * **');
    assert.equal(
      written({ address: '1.1', kind: 'section', toc_content: 'C #', content: '' }),
      '## 1.1 C \\#',
    );
  });

  it('writes at most six # and elements in numeric order', () => {
    const addresses = ['1.1.1.1.1.1.1', '1.1.1.1.1.1', '1.1.1.1.1', '1.1.1.1', '1.1.1', '1.1', '1'];
    const elements = addresses.map((address): ElementContent => ({ ...SECTION, address }));
    const lines = serialiseMarkup({ elements, fields: [] }).split('\n\n');
    assert.equal(lines[0], '# 1 A');
    assert.equal(lines[6], '###### 1.1.1.1.1.1.1 A\n');
  });

  it('writes a sealed clause as its seal', () => {
    assert.equal(written(clause('<!-- notice:withheld:9f2c -->')), '1.1 <!-- notice:withheld:9f2c -->');
  });

  it('brings what it is given into normal form', () => {
    const text = serialiseMarkup({
      elements: [{ ...SECTION, toc_content: ' A\r\nB ', content: '\n \r\na\r\nb\n\n' }],
      fields: [],
    });
    assert.equal(text, '# 1 A B\n\na\nb\n');
  });

  it('writes nothing for an empty outline', () => {
    assert.equal(serialiseMarkup({ elements: [], fields: [] }), '');
  });
});
