/** Tests of writing and reading Excel files: laws over generated sheets, files as Excel writes them, hostile ones. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { dateText, decimalText } from './number-formats.ts';
import { readXlsx } from './read-xlsx.ts';
import { nameSheets } from './sheet-names.ts';
import { columnIndex, columnLetters, UnreadableTableError } from './table.ts';
import { LISTS_SHEET, writeXlsx } from './write-xlsx.ts';

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed().replaceAll('\r\n', '\n')),
  fc.constantFrom('', '=1+1', '+5', '-5', '@A1', '_x000D_', 'a\rb', 'a\nb', ' a ', '28.50', '<b>&amp;</b>'),
);

describe('what is written is read again', () => {
  it('every text of every sheet, at its place', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), (rows) => {
        const columns = Array.from({ length: 6 }, () => ({ width: 10 }));
        const [sheet] = readXlsx(writeXlsx([{ name: 'One', columns, rows, header: 2, frozenColumns: 1 }]));
        const expected = rows
          .map((cells, index) => ({
            line: index + 1,
            cells: cells.slice(0, cells.findLastIndex((text) => text !== '') + 1),
          }))
          .filter(({ cells }) => cells.length > 0);
        assert.deepEqual(sheet?.rows, expected);
      }),
    );
  });

  it('lists to choose from are on a hidden sheet, each once, and the bytes are the same twice', () => {
    const choices = ['a, b', 'x'.repeat(300)];
    const write = () =>
      writeXlsx([
        {
          name: 'One',
          columns: [{ width: 10 }, { width: 10, choices }, { width: 10, choices }],
          rows: [['id'], ['Id'], ['1']],
          header: 2,
          frozenColumns: 1,
        },
      ]);
    assert.deepEqual(write(), write());
    const [, lists] = readXlsx(write());
    assert.deepEqual(lists, {
      name: LISTS_SHEET,
      isHidden: true,
      rows: choices.map((text, index) => ({ line: index + 1, cells: [text] })),
      remarks: [],
    });
  });
});

it('names of sheets are valid and differ in every letter case', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 50 })), (titles) => {
      const names = nameSheets(titles, [LISTS_SHEET]);
      assert.equal(
        new Set([LISTS_SHEET, ...names].map((name) => name.toLowerCase())).size,
        titles.length + 1,
      );
      for (const name of names) assert.match(name, /^(?!')[^[\]:*?/\\]{1,31}(?<!')$/u);
    }),
  );
  assert.deepEqual(nameSheets(['Concrete', 'CONCRETE', 'a/b', '', 'Lists'], [LISTS_SHEET]), [
    'Concrete',
    'CONCRETE (2)',
    'a b',
    'Sheet',
    'Lists (2)',
  ]);
});

it('letters of columns and their places are inverse', () => {
  assert.deepEqual([0, 25, 26, 701, 702, 16_383].map(columnLetters), ['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
  fc.assert(fc.property(fc.nat(16_383), (index) => assert.equal(columnIndex(columnLetters(index)), index)));
});

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
/** A workbook of one sheet, as programs write it. */
const workbook = (cells: string, parts: Record<string, string> = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="S&amp;P" sheetId="1" r:id="rId7"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId7" Target="/xl/worksheets/s.xml"/></Relationships>',
        'xl/sharedStrings.xml':
          '<sst><si><t>plain</t></si><si><r><t xml:space="preserve">two </t></r><r><t>runs</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="0.00&quot;mm day&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs></styleSheet>',
        'xl/worksheets/s.xml': `<worksheet ${MAIN}><sheetData><row r="3">${cells}</row></sheetData></worksheet>`,
        ...parts,
      }).map(([path, text]) => [path, strToU8(text)]),
    ),
  );

describe('files of other programs', () => {
  const rowOf = (cells: string) => readXlsx(workbook(cells))[0]?.rows[0]?.cells;

  it('a number in a cell of text, or with an exponent, is no day', () => {
    const ids = [0, 14, 22, 45, 47, 48, 49, 50];
    const cells = ids.map((_, at) => `<c r="${columnLetters(at)}3" s="${at}"><v>3</v></c>`).join('');
    const styles = `<styleSheet><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const [sheet] = readXlsx(workbook(cells, { 'xl/styles.xml': styles }));
    assert.deepEqual(
      sheet?.rows[0]?.cells.map((text) => text === '3'),
      [true, false, false, false, false, true, true, false],
    );
  });

  it('a cell is read as it is seen: texts, days, percentages, results of formulas, errors', () => {
    const [sheet] = readXlsx(
      workbook(
        '<c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c><c r="D3"><v>304.79999999999995</v></c><c r="E3" s="1"><v>46081</v></c><c r="F3" s="2"><v>0.055</v></c><c r="G3" s="3"><v>28.5</v></c><c r="H3"><f>12*25.4</f><v>304.8</v></c><c r="I3"><f>1+1</f></c><c r="J3" t="e"><v>#REF!</v></c><c r="K3" t="b"><v>1</v></c><c r="L3" t="str"><f>A1</f><v>text</v></c>',
      ),
    );
    assert.equal(sheet?.name, 'S&P');
    assert.deepEqual(sheet?.rows, [
      {
        line: 3,
        cells: [
          '',
          'plain',
          'two runs',
          '304.8',
          '2026-02-28',
          '5.5%',
          '28.5',
          '304.8',
          '=1+1',
          '#REF!',
          'TRUE',
          'text',
        ],
      },
    ]);
  });

  it('cells without places follow each other; prefixes of names do not matter', () => {
    assert.deepEqual(rowOf('<x:c><x:v>1</x:v></x:c><c t="inlineStr"><is><t>b</t></is></c>'), ['1', 'b']);
  });

  it('numbers have no exponent and the digits of Excel; days count from both calendars', () => {
    assert.deepEqual([1e21, 1.5e-7, -2e-8, 0.1 + 0.2, 100].map(decimalText), [
      '1000000000000000000000',
      '0.00000015',
      '-0.00000002',
      '0.3',
      '100',
    ]);
    assert.deepEqual(
      [
        dateText(1, 1900),
        dateText(61, 1900),
        dateText(0, 1904),
        dateText(0.5, 1900),
        dateText(46081.25, 1900),
      ],
      ['1900-01-01', '1900-03-01', '00:00:00', '12:00:00', '2026-02-28 06:00:00'],
    );
  });
});

describe('files that are refused', () => {
  const refuses = (bytes: Uint8Array, why: RegExp): void =>
    assert.throws(
      () => readXlsx(bytes),
      (error: unknown) => error instanceof UnreadableTableError && why.test(error.message),
    );

  it('macros, document types, unknown entities, damaged parts, other files', () => {
    refuses(workbook('', { 'xl/vbaProject.bin': 'x' }), /macros/);
    refuses(
      workbook('', { 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst/>' }),
      /document type/,
    );
    refuses(workbook('<c r="A3" t="inlineStr"><is><t>&b;</t></is></c>'), /damaged/);
    refuses(workbook('', { 'xl/worksheets/s.xml': '<worksheet><sheetData>' }), /damaged/);
    refuses(zipSync({ 'word/document.xml': strToU8('<a/>') }), /no Excel workbook/);
    refuses(workbook('').slice(0, 400), /damaged/);
    refuses(strToU8('name;value'), /damaged/);
  });

  it('a cell whose shared text is not there, by its name; one without any is empty (D12)', () => {
    const cell = (value: string) => `<c r="C3"><v>7</v></c><c t="s"><v>${value}</v></c>`;
    for (const value of ['999999999', '2', '-1', '0.5', 'x']) {
      refuses(workbook(cell(value)), /damaged: the text of 'S&P'!D3 is not in it/);
    }
    assert.deepEqual(readXlsx(workbook(cell('')))[0]?.rows, [{ line: 3, cells: ['', '', '7'] }]);
    assert.deepEqual(readXlsx(workbook(cell('0')))[0]?.rows[0]?.cells, ['', '', '7', 'plain']);
  });

  it('bombs and sheets that are too wide', () => {
    refuses(workbook('', { 'xl/sharedStrings.xml': `<sst>${' '.repeat(5_000_000)}</sst>` }), /too large/);
    refuses(workbook('<c r="ZZZ3"><v>1</v></c>'), /too many cells/);
    const wide = Array.from(
      { length: 70 },
      (_, row) => `<row r="${row + 1}"><c r="XFD${row + 1}"><v>${row}</v></c></row>`,
    );
    refuses(
      workbook('', {
        'xl/worksheets/s.xml': `<worksheet><sheetData>${wide.join('')}</sheetData></worksheet>`,
      }),
      /too many cells/,
    );
  });
});
