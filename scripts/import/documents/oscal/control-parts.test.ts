/** Tests of the parts of an OSCAL control: which become clauses, and which notes. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { readDocument } from '../read-document.ts';

/** The elements of a catalogue of one control with these parts. */
function elementsOf(...parts: object[]): string[][] {
  const controls = [{ id: 'C', title: 'C', parts }];
  const { document } = readDocument({ file: Buffer.from(JSON.stringify({ catalog: { controls } })) });
  return document.elements.map(({ address, kind, toc_content, content }) => [
    address,
    kind,
    toc_content,
    content,
  ]);
}

const item = (prose: string, ...parts: object[]): object => ({ name: 'item', prose, parts });

describe('the parts in a statement', () => {
  it('are clauses where they say what is required, and else notes of the clause they stand in', () => {
    assert.deepEqual(
      elementsOf({
        name: 'statement',
        prose: 'The Board is responsible.',
        parts: [
          { name: 'footnote', prose: 'The Board of a foreign one is its senior officer.' },
          item('Item a.', { name: 'guidance', title: 'VLANs', prose: 'You may use one.' }, item('Item 1.')),
          { name: 'statement', prose: 'And more.' },
        ],
      }),
      [
        ['1', 'clause', 'C', 'The Board is responsible.'],
        ['1.1', 'clause', '', 'Item a.'],
        ['1.1.1', 'clause', '', 'Item 1.'],
        ['1.1.2', 'note', 'Guidance: VLANs', 'You may use one.'],
        ['1.2', 'clause', '', 'And more.'],
        ['1.3', 'note', 'Footnote', 'The Board of a foreign one is its senior officer.'],
      ],
    );
  });

  it('about assessment share a note of their clause', () => {
    const objective = (prose: string): object => ({ name: 'assessment-objective', prose });
    assert.deepEqual(
      elementsOf({ name: 'statement', prose: 'Do.', parts: [objective('A'), objective('B')] }),
      [
        ['1', 'clause', 'C', 'Do.'],
        ['1.1', 'note', 'Assessment', '**Assessment objective**\n\nA\n\n**Assessment objective**\n\nB'],
      ],
    );
  });
});

describe('the parts in a note', () => {
  it('have their names where these differ from the one around them', () => {
    const [, note] = elementsOf({
      name: 'guidance',
      title: 'Guidance on VLANs',
      prose: 'Use one.',
      parts: [
        item('First.', { name: 'footnote', title: 'On the first', prose: 'Or none.' }),
        { name: 'guidance', prose: 'Second.' },
        { name: 'example', prose: 'VLAN 7.' },
      ],
    });
    assert.deepEqual(note, [
      '1.1',
      'note',
      'Guidance on VLANs',
      [
        'Use one.',
        '',
        '- First.',
        '  - **Footnote: On the first** Or none.',
        '- Second.',
        '- **Example** VLAN 7.',
      ].join('\n'),
    ]);
  });
});
