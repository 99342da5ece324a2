/** Tests of giving a document the look of another Word file: styles, headers, page setup; the text stays as it is. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import {
  Document,
  Footer,
  Header,
  ImageRun,
  type IStylesOptions,
  LevelFormat,
  Packer,
  Paragraph,
  TextRun,
} from 'docx';
import { printedStandard } from '../standards.fixture.ts';
import { applyReference, UnusableReferenceError } from './apply-reference.ts';
import { ReadDocx } from './read-docx.fixture.ts';
import { writeDocx } from './write-docx.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const STYLES: IStylesOptions = {
  default: { heading1: { run: { color: 'AA0000' } } },
  paragraphStyles: [{ id: 'Absatz', name: 'Clause', basedOn: 'Normal', run: { color: '00BB00' } }],
};

const letterhead = async (): Promise<Uint8Array> =>
  Packer.toBuffer(
    new Document({
      styles: STYLES,
      numbering: {
        config: [{ reference: 'x', levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1)' }] }],
      },
      sections: [
        {
          properties: { titlePage: true, page: { size: { width: 12_240, height: 15_840 } } },
          headers: {
            default: new Header({ children: [new Paragraph('Harbour Works Ltd')] }),
            first: new Header({
              children: [
                new Paragraph({
                  children: [
                    new ImageRun({ type: 'png', data: PIXEL, transformation: { width: 9, height: 9 } }),
                    new TextRun('Quay 1'),
                  ],
                }),
              ],
            }),
          },
          footers: { default: new Footer({ children: [new Paragraph('IBAN')] }) },
          children: [
            new Paragraph({ text: 'Body of the letterhead', numbering: { reference: 'x', level: 0 } }),
          ],
        },
      ],
    }),
  );

const standard = () =>
  writeDocx(
    printedStandard([
      { address: '1', toc_content: 'Doors', kind: 'section' },
      { address: '1.1', content: 'Doors open.' },
    ]),
  );

describe('a document with the look of a reference', () => {
  it('has its styles by name, headers with pictures, footers and pages, and keeps text, numbers and bookmarks', async () => {
    const ours = new ReadDocx(await standard());
    const made = new ReadDocx(applyReference(await standard(), await letterhead()));
    const shown = (file: ReadDocx) =>
      file.paragraphs().map(({ number, text, bookmarks }) => [number, text, bookmarks]);
    assert.deepEqual(shown(made), shown(ours));
    const styles = made.text('word/styles.xml');
    assert.match(styles, /AA0000[\s\S]*00BB00/);
    assert.equal(made.paragraphs().find(({ text }) => text === 'Doors open.')?.style, 'Absatz');
    assert.match(styles, /w:styleId="ClauseField"/);
    assert.match(made.text('word/reference-header-default.xml'), /Harbour Works Ltd/);
    assert.match(made.text('word/reference-footer-default.xml'), /IBAN/);
    assert.match(made.text('word/_rels/reference-header-first.xml.rels'), /Target="media\/reference-/);
    assert.ok(made.paths.some((path) => path.startsWith('word/media/reference-')));
    assert.match(
      made.text('word/document.xml'),
      /<w:pgSz w:w="12240"[^>]*>[\s\S]*<w:titlePg\/>[\s\S]*<\/w:sectPr>/,
    );
    assert.doesNotMatch(made.text('word/document.xml'), /Body of the letterhead/);
    assert.match(made.text('docProps/custom.xml'), /css_revision_id/);
  });

  it('keeps our header where the reference has none, and is the same bytes each time', async () => {
    const plain = await Packer.toBuffer(new Document({ sections: [{ children: [] }] }));
    const made = applyReference(await standard(), plain);
    assert.match(
      new ReadDocx(made).text('word/document.xml'),
      /<w:headerReference w:type="default" r:id="rId6"\/>/,
    );
    assert.deepEqual(made, applyReference(await standard(), plain));
  });

  it('refuses what is no Word file', async () => {
    const file = await standard();
    for (const reference of [new Uint8Array(), Buffer.from('no zip'), file.subarray(0, 500)])
      assert.throws(() => applyReference(file, reference), UnusableReferenceError);
  });
});
