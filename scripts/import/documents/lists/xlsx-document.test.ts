/**
 * Tests of importing lists in Excel files: read as their readers see them; formulas, hidden rows and the like are
 * reported.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { writeXlsx } from '../../../../shared/spreadsheets/write-xlsx.ts';
import { readDocument } from '../read-document.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 100);
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook with the sheets List and Notes. Style 1 is `0.00`. */
const workbook = (rows: string, rest = ''): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="List" r:id="r1"/><sheet name="Notes" r:id="r2"/></sheets></workbook>`,
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="r1" Target="worksheets/1.xml"/><Relationship Id="r2" Target="worksheets/2.xml"/></Relationships>',
          'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="2"/></cellXfs></styleSheet>',
          'xl/worksheets/1.xml': `<worksheet ${MAIN}><sheetData><row r="1">${text('A1', 'Number')}${text('B1', 'Heading')}${text('C1', 'Text')}</row>${rows}</sheetData>${rest}</worksheet>`,
          'xl/worksheets/2.xml': `<worksheet ${MAIN}><sheetData><row r="1">${text('A1', 'number')}${text('B1', 'text')}</row><row r="2">${text('A2', '1')}${text('B2', 'Other')}</row></sheetData></worksheet>`,
        }).map(([path, content]) => [path, strToU8(content)]),
      ),
    ),
  );
const read = (rows: string, rest = '') => readDocument({ file: workbook(rows, rest), fileName: 'Doors' });
const doubts = (changes: ReturnType<typeof read>['changes']) =>
  changes
    .filter(({ rule }) => rule === 'cell-doubtful')
    .map(({ source, name, from, to }) => [source, name, from, to]);

describe('lists in Excel files', () => {
  it('1.10 stays 1.10 as a text and by its format; a number without a format is doubtful', () => {
    const one = `<row r="2">${text('A2', '1')}${text('B2', 'Doors')}</row>`;
    const number = (place: string, style: number, value: string) =>
      `<c r="${place}" s="${style}"><v>${value}</v></c>`;
    const { document, changes, format } = read(
      `${one}<row r="3">${number('A3', 1, '1.1')}${text('C3', 'ten')}</row><row r="4">${number('A4', 0, '1.2')}${text('C4', 'two')}</row><row r="5">${text('A5', '1.30')}${text('C5', 'thirty')}</row>`,
    );
    assert.equal(format, 'xlsx');
    assert.deepEqual(
      document.elements.map(({ address, content }) => [address, content]),
      [
        ['1', ''],
        ['1.2', 'two'],
        ['1.10', 'ten'],
        ['1.30', 'thirty'],
      ],
    );
    assert.deepEqual(doubts(changes), [['A4', 'number', '1.2', '1.2']]);
  });

  it('formulas, errors, merged cells, hidden rows and columns and other sheets are reported, and their texts kept', () => {
    const { document, changes } = read(
      `<row r="2">${text('A2', '1')}<c r="B2" t="str"><f>A9</f><v>Doors</v></c>${text('C2', 'Wide')}</row><row r="3" hidden="1">${text('A3', '2')}<c r="C3" t="e"><v>#REF!</v></c></row>`,
      '<cols/><mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
    );
    assert.deepEqual(
      document.elements.map(({ toc_content, content }) => [toc_content, content]),
      [
        ['Doors', 'Wide'],
        ['', '#REF!'],
      ],
    );
    assert.deepEqual(doubts(changes), [
      ['B2', 'formula', '=A9', 'Doors'],
      ['row 3', 'hidden row', 'hidden', null],
      ['C3', 'error', '#REF!', '#REF!'],
      ['B2', 'merged cells', 'B2:B3', 'Doors'],
    ]);
    assert.ok(changes.some(({ rule, source }) => rule === 'left-out' && source === 'sheet "Notes"'));
  });

  it('a sheet is named; one that is not there, or for another format, is refused', () => {
    const file = workbook('');
    assert.deepEqual(
      readDocument({ file, sheet: 'Notes' }).document.elements.map(({ content }) => content),
      ['Other'],
    );
    assert.throws(() => readDocument({ file, sheet: 'X' }), /no sheet "X"\. Its sheets are "List", "Notes"/);
    assert.throws(
      () => readDocument({ file: Buffer.from('number,text\n1,a\n'), sheet: 'X' }),
      /Only an Excel file/,
    );
  });

  it('a value of another file is refused', () => {
    assert.throws(
      () => read('<row r="2"><c r="A2" t="str"><f>[1]Sheet1!A1</f><v>1</v></c></row>'),
      /cell A2 has a value of another file/,
    );
  });
});

const cell = fc
  .array(fc.constantFrom('a', 'b c', '=1', '"', '\n', '*', '_x_', '|', '#', 'ü', '1.10'), { maxLength: 4 })
  .map((parts) => parts.join(''));

it('a list reads the same from Excel and from CSV', () => {
  const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), (some) => {
      const rows = [
        ['number', 'heading', 'text', 'label'],
        ...some.map(([heading, content, label], index) => [
          String(index + 1),
          heading,
          `${content} [${index}]`,
          label,
        ]),
      ];
      const columns = rows[0]?.map(() => ({ width: 10 })) ?? [];
      const xlsx = readDocument({
        file: Buffer.from(writeXlsx([{ name: 'List', columns, rows, header: 1, frozenColumns: 0 }])),
      });
      const csv = readDocument({
        file: Buffer.from(rows.map((cells) => cells.map(quote).join(',')).join('\n')),
      });
      assert.deepEqual(xlsx.document, csv.document);
    }),
    { numRuns },
  );
});
