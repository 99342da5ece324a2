/**
 * Tests of the Word files of standards, read back: numbers as Word counts them, texts in order, bookmarks, equal
 * bytes.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { loadCorpus } from '../../../scripts/import/documents/load-corpus.ts';
import { jpegOf, pngOf, SMALL_SVG } from '../../images/images.fixture.ts';
import { imageNameOf } from '../../markup/image-references.ts';
import { textOf } from '../clause-blocks.ts';
import { compareDocuments } from '../compare-documents.ts';
import type { PrintedDocument } from '../printed-document.ts';
import { printedStandard } from '../standards.fixture.ts';
import { type Counting, ReadDocx } from './read-docx.fixture.ts';
import { writeDocx } from './write-docx.ts';

const HASH = 'ab'.repeat(32);
const COUNTINGS: Counting[] = ['by list', 'by definition', 'by definition, own level'];
const outline = (addresses: readonly string[]): PrintedDocument =>
  printedStandard(addresses.map((address) => ({ address, toc_content: `At ${address}` })));

const numbersIn = (docx: ReadDocx, counting: Counting): string[] =>
  docx.paragraphs(counting).flatMap(({ number, text }) => (number === null ? [] : [`${number} ${text}`]));

describe('a standard as a Word file', () => {
  it('has every number and text of the 2010 ADA Standards in order, however a program counts', async () => {
    const { elements, fields } = loadCorpus('ada-2010-standards', 'ada-2010-dimensions');
    const printed = printedStandard(elements, fields);
    const bytes = await writeDocx(printed);
    const docx = new ReadDocx(bytes);
    const expected = (printed.parts[0]?.elements ?? []).flatMap(({ address, heading, blocks }) => {
      const [lead, ...rest] = blocks.flatMap((block) =>
        block.type === 'table'
          ? block.rows.flat().map(textOf)
          : block.type === 'code'
            ? [block.text]
            : [`${block.marker === '' ? '' : `${block.marker} `}${textOf(block.runs)}`],
      );
      const isLead = heading.length === 0 && blocks[0]?.type === 'paragraph' && blocks[0].marker === '';
      return isLead
        ? [`${address} ${lead}`, ...rest]
        : [`${address} ${textOf(heading)}`, ...(lead === undefined ? [] : [lead]), ...rest];
    });
    for (const counting of COUNTINGS) {
      const shown = docx
        .paragraphs(counting)
        .map(({ number, text }) => (number === null ? text : `${number} ${text}`));
      assert.deepEqual(shown.slice(-expected.length), expected, counting);
    }
    assert.equal(expected.filter((line) => /^\d/.test(line)).length >= 1_896, true);
  });

  it('counts gaps, restarts, missing parents and levels deeper than Word has', async () => {
    const deep = '1.1.1.1.1.1.1.1.1';
    const addresses = [
      ['3', '3.2', '3.2.1', '3.3', '4', '4.1', '4.2', '4.2.7', '4.2.8', '4.3', '5', '5.1', '5.2'],
      ['7', '7.5', '7.5.5', '7.5.5.1', '7.6', '8', '8.1', '8.1.1', '8.1.1.4', '8.1.1.5', '8.1.2', '8.2'],
      ['9', '9.2.3', '9.2.4', '9.3', '10', '10.1'],
    ].flat();
    const levels = deep.split('.').map((_, index, numbers) => numbers.slice(0, index + 1).join('.'));
    const all = [
      ...levels,
      `${deep}.1`,
      `${deep}.1.2`,
      `${deep}.1.2.3`,
      `${deep}.4`,
      '1.2',
      '2',
      ...addresses,
    ];
    const docx = new ReadDocx(await writeDocx(outline(all)));
    for (const counting of COUNTINGS)
      assert.deepEqual(
        numbersIn(docx, counting),
        all.map((address) => `${address} At ${address}`),
        counting,
      );
  });

  it('counts on behind printed numbers, and in the next standard, which are not counted', async () => {
    const some = (addresses: readonly string[], labels: readonly string[]) =>
      printedStandard(
        addresses.map((address) => ({
          address,
          toc_content: `At ${address}`,
          ...(labels.includes(address) ? { label: `No. ${address}` } : {}),
        })),
      );
    const first = some(['1', '1.1', '2', '2.3', '2.4', '3', '3.1', '3.1.1'], ['2', '3.1']);
    const second = some(['2.1', '2.2', '4'], []);
    const docx = new ReadDocx(await writeDocx({ ...first, parts: [...first.parts, ...second.parts] }));
    for (const counting of COUNTINGS)
      assert.deepEqual(
        numbersIn(docx, counting),
        ['1', '1.1', '2.3', '2.4', '3', '3.1.1', '2.1', '2.2', '4'].map((one) => `${one} At ${one}`),
        counting,
      );
  });

  it('is one list where the numbers follow each other', async () => {
    const docx = new ReadDocx(await writeDocx(outline(['1', '1.1', '1.1.1', '1.2', '2', '2.1', '3'])));
    assert.equal(docx.text('word/numbering.xml').match(/<w:num /g)?.length, 1);
  });

  it('has styles by name, a bookmark at each clause, and the revision in its properties', async () => {
    const printed = printedStandard([
      { address: '1', kind: 'section', toc_content: 'Doors' },
      { address: '1.1', content: 'Doors open.' },
      { address: '1.1.1', kind: 'note', content: 'Mind the step.' },
    ]);
    const docx = new ReadDocx(await writeDocx(printed));
    const numbered = docx.paragraphs().filter(({ number }) => number !== null);
    assert.deepEqual(
      numbered.map(({ style, bookmarks }) => [style, bookmarks]),
      [
        ['Heading1', ['css_1']],
        ['Clause', ['css_2']],
        ['ClauseNote', ['css_3']],
      ],
    );
    assert.match(docx.text('docProps/custom.xml'), /name="css_revision_id"[^>]*><vt:lpwstr>7</);
    assert.match(docx.text('word/styles.xml'), /w:styleId="Clause"><w:name w:val="Clause"/);
  });

  it('has tables as tables, lists and marked words, and the text of no markup is lost', async () => {
    const content =
      'Use **steel**:\n\n1. bolts\n2. nuts & <pins>\n\n| Size | Use |\n|---|---|\n| M8 | frames |\n\n[a]: /b';
    const docx = new ReadDocx(await writeDocx(printedStandard([{ address: '1', content }])));
    const texts = docx.paragraphs().map(({ text }) => text);
    assert.deepEqual(texts.slice(-8), [
      'Use steel:',
      '1. bolts',
      '2. nuts & <pins>',
      'Size',
      'Use',
      'M8',
      'frames',
      '[a]: /b',
    ]);
    assert.match(docx.text('word/document.xml'), /<w:tbl>[\s\S]*<w:tblHeader\/>/);
    assert.match(docx.text('word/document.xml'), /<w:b\/>(?:<w:bCs\/>)?<\/w:rPr><w:t[^>]*>steel/);
  });

  it('has pictures where the text refers to them, also in tracked changes, and the reference to any other', async () => {
    const [png, jpeg, svg, huge] = ['png', 'jpg', 'svg', 'gone'].map((end) => imageNameOf('Plan', HASH, end));
    const images = new Map([
      [png ?? '', { mediaType: 'image/png', bytes: pngOf(1_200, 30) }],
      [jpeg ?? '', { mediaType: 'image/jpeg', bytes: jpegOf() }],
      [svg ?? '', { mediaType: 'image/svg+xml', bytes: Buffer.from(SMALL_SVG) }],
      [huge ?? '', { mediaType: 'image/png', bytes: pngOf(1, 1, { width: 60_000, height: 60_000 }) }],
    ]);
    const content = `Doors ![A "plan"](image:${png}) open.\n\n![](image:${jpeg}) ![](image:${svg}) ![x](image:${huge})`;
    const printed = printedStandard([{ address: '1', content }], [], images);
    const bytes = await writeDocx(printed);
    const docx = new ReadDocx(bytes);
    assert.deepEqual(
      docx
        .paragraphs()
        .slice(-2)
        .map(({ text }) => text),
      ['Doors  open.', ` ![](image:${svg}) ![x](image:${huge})`],
    );
    assert.deepEqual(
      docx.paths.filter((path) => path.startsWith('word/media/')).map((path) => path.split('.').at(-1)),
      ['jpg', 'png'],
    );
    const xml = docx.text('word/document.xml');
    assert.match(xml, new RegExp(`<wp:docPr id="1" name="image:${png}" descr="A &quot;plan&quot;"`));
    // As wide as the text, and in proportion: 600 × 15 pixels.
    assert.match(xml, /<wp:extent cx="5715000" cy="142875"\/>/);
    assert.deepEqual(await writeDocx(printed), bytes);
    const before = printedStandard([{ address: '1', content: 'Doors open.' }], [], images);
    const changes = new ReadDocx(await writeDocx(compareDocuments(before, printed))).text(
      'word/document.xml',
    );
    assert.match(changes, /<w:ins [^>]*><w:r>(?:<w:rPr[^>]*>)?<w:drawing>/);
  });

  it('is the same bytes for the same content, and takes characters that XML has not', async () => {
    const printed = printedStandard([{ address: '1', toc_content: 'A\u0000B \ud800', content: 'x\ufffe' }]);
    const first = await writeDocx(printed);
    assert.deepEqual(await writeDocx(printed), first);
    const { paths } = new ReadDocx(first);
    assert.deepEqual(paths, [...paths].sort());
  });
});
