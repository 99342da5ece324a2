/** Tests of importing lists in CSV: every cell is in the outline or in the report. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { findOutlineProblems } from '../../../../shared/revisioning/outline/outline-rules.ts';
import { readDocument } from '../read-document.ts';
import { inOneLine, renderedText } from '../rendered-text.fixture.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);
const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readDocument({ file: Buffer.from(text, encoding), fileName: 'Doors' });
const elementsOf = (text: string) =>
  read(text).document.elements.map(({ address, kind, toc_content, content }) => [
    address,
    kind,
    toc_content,
    content,
  ]);

describe('lists in CSV', () => {
  it('rows are elements by their number, columns in any order and separator', () => {
    const expected = [
      ['1', 'section', 'Doors', ''],
      ['1.1', 'clause', 'Size', 'Wide, "high"\\\nand *\\**'.replace('*\\**', '\\*')],
    ];
    assert.deepEqual(
      elementsOf('Number,Heading,Text\n1,Doors,\n1.1,Size,"Wide, ""high""\nand *"\n'),
      expected,
    );
    assert.deepEqual(
      elementsOf('sep=;\r\ntext;TITLE;address\r\n;Doors;1\r\n"Wide, ""high""\nand *";Size;1.1\r\n'),
      expected,
    );
    assert.deepEqual(elementsOf('number\theading\n1\tDoors\n'), [['1', 'section', 'Doors', '']]);
    assert.equal(read('number,heading\n1,A\n').document.title, 'Doors');
    assert.equal(read('number,heading\n1,A\n').format, 'csv');
  });

  it('a list of Excel in Windows-1252 is read', () => {
    assert.deepEqual(
      read('number;text\n1;Gr\u00f6\u00dfe\n', 'latin1').document.elements.map(({ content }) => content),
      ['Größe'],
    );
  });

  it('a row with a label is a field of its element, or of the one above', () => {
    const { document } = read(
      'number,text,label,type,options,unit,min,max,default\n1,Doors,Width,,,mm,800,,\n1,,Swing,,left|right,,,,left\n,,Height,,,mm,2000,2400,\n,,Finish,text,,,,,\n',
    );
    assert.deepEqual(
      document.fields.map(({ label, input_type, options, unit, constraint, default_value }) => [
        label,
        input_type,
        options.join('|'),
        unit,
        constraint,
        default_value,
      ]),
      [
        ['Width', 'range', '', 'mm', 'min', '800'],
        ['Swing', 'select', 'left|right', null, null, 'left'],
        ['Height, lower limit', 'range', '', 'mm', 'min', '2000'],
        ['Height, upper limit', 'range', '', 'mm', 'max', '2400'],
        ['Finish', 'text', '', null, null, null],
      ],
    );
    assert.equal(document.elements.length, 1);
  });

  it('columns that are not known are reported with their names', () => {
    const { changes } = read('number,text,Cost\n1,A,5\n2,B,\n');
    assert.deepEqual(
      changes.map(({ rule, source, name, from }) => [rule, source, name, from]),
      [['left-out', 'line 2', 'Cost', '5']],
    );
  });

  it('a column of addresses beside one of numbers is that of places', () => {
    const { document, changes } = read('Number,Text,Address\n1,Acme Doors,"1 Main Street, USA"\n');
    assert.deepEqual(
      document.elements.map(({ address, content }) => [address, content]),
      [['1', 'Acme Doors']],
    );
    assert.deepEqual(
      changes.map(({ rule, name, from }) => [rule, name, from]),
      [['left-out', 'Address', '1 Main Street, USA']],
    );
  });

  for (const [title, text, message] of [
    ['a quotation mark without end', 'number,text\n1,"a\n', /begins in line 2 of the CSV has no end/],
    ['a row with more cells', 'number,text\n1,a,b\n', /Line 2 has 3 cells and the first row 2/],
    ['a column twice', 'number,text,content\n1,a,b\n', /"text" and "content" both say the text/],
    ['columns without names', 'a,b\n1,2\n', /is a table \(CSV with commas\).*number, heading, text/],
    ['no rows', 'number,text\n', /no elements/],
  ] as const)
    it(`${title} is refused with a sentence`, () => {
      assert.throws(() => read(text), message);
    });
});

const cell = fc
  .array(fc.constantFrom('a', 'b c', ',', ';', '"', '\n', '*', '_x_', '|', '#', '§', 'ü', '\t', "'"), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
const rows = fc.array(fc.record({ heading: cell, text: cell, label: cell, unit: cell }), {
  minLength: 1,
  maxLength: 8,
});
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('laws of lists', () => {
  it('headings and texts are shown as they are, in the order of the rows', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), (all, mark, end) => {
        const lines = all.map(({ heading, text, label, unit }, index) =>
          [String(index + 1), heading, `${text} [${index}]`, label, unit].map(quote).join(mark),
        );
        const { document } = read(
          [['number', 'heading', 'text', 'label', 'unit'].join(mark), ...lines].join(end),
        );
        assert.deepEqual(findOutlineProblems(document), []);
        const written = document.elements.filter(({ kind }) => kind !== 'note');
        assert.deepEqual(
          written.map(({ toc_content, content }) => [inOneLine(toc_content), renderedText(content)]),
          all.map(({ heading, text }, index) => [inOneLine(heading), inOneLine(`${text} [${index}]`)]),
        );
      }),
      { numRuns },
    );
  });

  it('every label and unit is in a field or in the report', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const lines = all.map(({ label, unit }, index) =>
          [String(index + 1), 't', label, unit].map(quote).join(','),
        );
        const { document, changes } = read(['number,text,label,unit', ...lines].join('\n'));
        const said = [
          ...document.fields.flatMap(({ label, unit }) => [label, unit ?? '']),
          ...changes.map(({ from }) => from ?? ''),
        ].map(inOneLine);
        for (const { label, unit } of all) {
          assert.ok(said.includes(inOneLine(label)) || inOneLine(label) === '', label);
          assert.ok(said.includes(inOneLine(unit)) || inOneLine(unit) === '', unit);
        }
      }),
      { numRuns },
    );
  });
});
