/** Tests of labels (printed numbers) of elements in the markup. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { ElementContent } from '../revisioning/outline/content-hash.ts';
import { parseMarkup } from './parse.ts';
import { serialiseMarkup } from './serialise.ts';

const read = (text: string) => {
  const { elements, errors } = parseMarkup(text, 'standard');
  return {
    elements: elements.map(({ line: _, ...element }) => element),
    errors: errors.map(({ line, rule }) => [line, rule]),
  };
};
const write = (...elements: ElementContent[]) => serialiseMarkup({ elements, fields: [] });
const SECTION: ElementContent = { address: '1', kind: 'section', toc_content: '', content: '' };

describe('the printed number of an element', () => {
  it('stands behind its number, in each kind of opening (Y11)', () => {
    const text = [
      '# 1 {label="PART 1"} General',
      '1.1 {label="1.01.A"} Cement shall be grey.',
      '**1.2 {label="1.02"} Water** Water shall be clean.',
      '> **Note 1.2.1 {label="*"} See** the appendix.',
      '1.3 {label="B."}',
      '# Clause 2 {label="§ 2"} Scope',
      '# Note 3 {label="i"}',
    ].join('\n\n');
    const { elements, errors } = read(text);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      elements.map(({ address, label, toc_content, content }) => [address, label, toc_content, content]),
      [
        ['1', 'PART 1', 'General', ''],
        ['1.1', '1.01.A', '', 'Cement shall be grey.'],
        ['1.2', '1.02', 'Water', 'Water shall be clean.'],
        ['1.2.1', '*', 'See', 'the appendix.'],
        ['1.3', 'B.', '', ''],
        ['2', '§ 2', 'Scope', ''],
        ['3', 'i', '', ''],
      ],
    );
    assert.equal(write(...elements), `${text}\n`);
  });

  it('may have quotes, backslashes and stars (Y11)', () => {
    for (const label of ['"', '\\', 'a\\"}b', '**', '1 ** 2', '{label="x"}', 'a #'])
      for (const [address, toc_content] of [
        ['1', 'x'],
        ['1.1', 'x'],
        ['1.1', ''],
      ] as const) {
        const element: ElementContent = { address, kind: 'clause', toc_content, content: '', label };
        const outline = address === '1' ? [element] : [SECTION, element];
        assert.deepEqual(read(write(...outline)), { elements: outline, errors: [] });
      }
  });

  it('is composed, without white space at its ends; an empty one is none (Y11)', () => {
    const { elements } = read('# 1 {label=" e\u0301\u00a0 "} A\n\n# 2 {label=""} B\n\n# 3 {label=" "}');
    assert.deepEqual(
      elements.map(({ label }) => label),
      ['é', undefined, undefined],
    );
  });

  it('is not taken from a text or heading that begins like one (Y11)', () => {
    for (const words of ['{label="a"} text', '{label=', '\\{label="a"}', '{label = 1', '\\\\{label=']) {
      const outline: ElementContent[] = [
        { ...SECTION, toc_content: words },
        { address: '1.1', kind: 'clause', toc_content: '', content: words },
        { address: '1.2', kind: 'clause', toc_content: '', content: words, label: 'A.' },
        { address: '1.3', kind: 'clause', toc_content: words, content: words },
        { address: '1.3.1', kind: 'note', toc_content: '', content: words },
        { address: '1.4', kind: 'note', toc_content: words, content: words },
      ];
      assert.deepEqual(read(write(...outline)), { elements: outline, errors: [] });
    }
    assert.match(
      write(SECTION, { ...SECTION, address: '1.1', kind: 'clause', content: '{label="a"} b' }),
      /^1\.1 \\\{label/m,
    );
  });

  it('that is not written so, or is too long, is an error with its line (Y11)', () => {
    for (const bad of [
      '{label=1.01} x',
      '{label="1.01} x',
      '{label="1.01"}x',
      "{label='a'} x",
      '{label = "a"} x',
    ])
      for (const opening of [`# 2 ${bad}`, `1.1 ${bad}`, `**1.1 ${bad}** y`, `> **Note 1.1 ${bad}** y`])
        assert.deepEqual(read(`# 1 A\n\n${opening}`).errors, [[3, 'label-malformed']], opening);
    const long = (count: number) => read(`# 1 {label="${'😀'.repeat(count)}"} A`).errors;
    assert.deepEqual(long(60), []);
    assert.deepEqual(long(61), [[1, 'label-too-long']]);
  });
});
