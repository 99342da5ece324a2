/** Tests of replacing the choices in a text by the chosen values: only where one field and one place match. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { PLAIN_FIELD } from '../../test/plain-field.ts';
import { type ChosenField, showChosenValues } from './chosen-in-text.ts';
import { readBlocks } from './clause-blocks.ts';
import { printProject } from './print-project.ts';
import type { Block } from './printed-document.ts';
import { printableStandard } from './standards.fixture.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);
const field = (label: string, options: string[], value: string): ChosenField => ({ label, options, value });
const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.type === 'code'
        ? block.text
        : (block.type === 'table' ? block.rows.flat() : [block.runs])
            .map((runs) => runs.map(({ text }) => text).join(''))
            .join('|'),
    )
    .join('\n');
const shown = (text: string, ...fields: ChosenField[]) => textOf(showChosenValues(readBlocks(text), fields));
const strength = (value: string) => field('Strength', ['35 MPa', '41 MPa'], value);

describe('chosen values in the text', () => {
  for (const [title, text, fields, expected] of [
    ['a choice', 'Use [35 MPa] [41 MPa] concrete.', [strength('41 MPa')], 'Use 41 MPa concrete.'],
    ['a choice with a blank', 'Use [35 MPa][41 MPa][_____].', [strength('50 MPa')], 'Use 50 MPa.'],
    ['a choice beside empty brackets', 'Type [I][ ].', [field('Type', ['I'], 'I')], 'Type I.'],
    [
      'a blank, by the words around it',
      'Cure for [_____] days.',
      [field('Cure for … days', [], '7')],
      'Cure for 7 days.',
    ],
    [
      'a text that may be left out',
      'Doors[ and frames].',
      [field('Optional: and frames', ['and frames'], 'and frames')],
      'Doors and frames.',
    ],
    [
      'one of two choices that are joined by a word',
      'Plates[ galvanized][ or ][painted].',
      [field('Plates', ['galvanized', 'painted'], 'painted')],
      'Plates painted.',
    ],
    [
      'a blank between other choices, named without their words',
      'Provide[ wide][ narrow] embedment of [\\_\\_] mm ([\\_\\_] in).',
      [field('Provide embedment of … mm', [], '50'), field('Provide embedment of mm (… in)', [], '2')],
      'Provide[ wide][ narrow] embedment of 50 mm (2 in).',
    ],
    ['a cell of a table', '| a |\n| --- |\n| [35 MPa] [41 MPa] |', [strength('35 MPa')], 'a|35 MPa'],
  ] as const)
    it(`${title} is the value`, () => assert.equal(shown(text, ...fields), expected));

  for (const [title, text, fields] of [
    ['no value', 'Use [35 MPa] [41 MPa].', [strength('')]],
    ['other options', 'Use [35 MPa] [50 MPa].', [strength('35 MPa')]],
    ['the choice twice', '[35 MPa] [41 MPa] or [35 MPa] [41 MPa]', [strength('35 MPa')]],
    ['two fields', '[35 MPa] [41 MPa]', [strength('35 MPa'), strength('41 MPa')]],
    ['a blank by other words', 'Colour: [_____].', [field('Maker', [], 'Acme')]],
    ['both of two joined choices', '[a][ or ][b]', [field('x', ['a', 'b'], 'a; b')]],
    ['code', '`[35 MPa] [41 MPa]`', [strength('35 MPa')]],
  ] as const)
    it(`the text stays with ${title}`, () =>
      assert.deepEqual(showChosenValues(readBlocks(text), fields), readBlocks(text)));

  it('a manual has the one value that is specified, with its unit, and the field below', () => {
    const { elements, fields } = printableStandard(
      [{ address: '1', content: 'Use [35] [41] concrete.' }],
      [
        {
          ...PLAIN_FIELD,
          element_address: '1',
          label: 'Strength',
          input_type: 'select',
          options: ['35', '41'],
          unit: 'MPa',
        },
      ],
    );
    const manual = (...values: { user_value: string; disposition: 'specified' | 'tbd' }[]) =>
      printProject({
        head: {
          id: 1,
          name: 'Hall',
          summary: '',
          lines: [],
          revision: {
            id: 1,
            code: '1.0.0',
            is_draft: false,
            date: '2026-01-02T03:04:05.000Z',
            author: 'Ada',
          },
        },
        parts: [
          {
            kind: 'standard',
            id: 1,
            level: 0,
            name: 'Concrete',
            description: '',
            revision_id: 7,
            code: '1.0.0',
            content_hash: 'ab',
            datasheets: ['Hall'],
            elements,
            fields: [...fields],
            values: new Map([
              [
                1,
                values.map((value) => ({
                  ...value,
                  datasheet: 'Hall',
                  label: 'Strength',
                  unit: 'MPa',
                  disposition_note: null,
                })),
              ],
            ]),
          },
        ],
        certificate: null,
        attachments: [],
        images: new Map(),
      }).parts.flatMap((part) => part.elements.map(({ blocks }) => textOf(blocks)));
    const specified = { user_value: '41', disposition: 'specified' } as const;
    assert.deepEqual(manual(specified), ['Use 41 MPa concrete.\nStrength: 41 MPa']);
    for (const values of [[], [specified, specified], [{ ...specified, disposition: 'tbd' } as const]])
      assert.match(String(manual(...values)), /^Use \[35\] \[41\] concrete\./);
  });

  it('no other text changes', () => {
    const piece = fc.constantFrom(
      'a',
      'b c',
      '[',
      ']',
      '[x]',
      '[y]',
      '[x] [y]',
      '[_____]',
      ' ',
      '\n\n',
      '**',
      '| ',
      '\\[',
      '- ',
    );
    const value = '\u{E000}value\u{E000}';
    const fields = fc.array(
      fc.record({
        label: fc.constantFrom('a', 'b c … a', '… a'),
        options: fc.constantFrom([], ['x'], ['x', 'y']),
        value: fc.constantFrom('', value),
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fields, (pieces, some) => {
        const blocks = readBlocks(pieces.join(''));
        const parts = textOf(showChosenValues(blocks, some)).split(value);
        let rest = textOf(blocks);
        for (const [index, part] of parts.entries()) {
          if (index > 0) {
            const choices = /^\[[^[\]]*\](?:[^\S\n]*\[[^[\]]*\])*/.exec(rest)?.[0];
            assert.ok(choices !== undefined, rest);
            rest = rest.slice(choices.length);
          }
          assert.ok(rest.startsWith(part));
          rest = rest.slice(part.length);
        }
        assert.equal(rest, '');
        assert.ok(parts.length - 1 <= some.length, 'each field once');
      }),
      { numRuns },
    );
  });
});
