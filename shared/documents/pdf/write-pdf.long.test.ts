/**
 * Tests of the PDFs of standards, read back: numbers and texts in order, tags, bookmarks, equal bytes; texts are
 * never run.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { loadCorpus } from '../../../scripts/import/documents/load-corpus.ts';
import { jpegOf, pngOf, SMALL_SVG } from '../../images/images.fixture.ts';
import { imageNameOf } from '../../markup/image-references.ts';
import { textOf } from '../clause-blocks.ts';
import { compareDocuments } from '../compare-documents.ts';
import { printedStandard } from '../standards.fixture.ts';
import { readPdf } from './read-pdf.fixture.ts';
import { writePdf } from './write-pdf.ts';

const HASH = 'ab'.repeat(32);
const [PNG, JPEG, SVG] = ['png', 'jpg', 'svg'].map((extension) => imageNameOf('Plan', HASH, extension));
const image = (mediaType: string, bytes: Buffer) => ({ mediaType, bytes });
const IMAGES = new Map([
  [PNG ?? '', image('image/png', pngOf(900, 30))],
  [JPEG ?? '', image('image/jpeg', jpegOf())],
  [SVG ?? '', image('image/svg+xml', Buffer.from(SMALL_SVG))],
]);

/** Without blanks and hyphens, which lines and typesetting change. */
const letters = (text: string): string => text.normalize('NFKC').replace(/[\s\u00ad\u200b\u2010-]/g, '');

describe('a standard as a PDF', () => {
  it('has every number and text of the 2010 ADA Standards in order, with tags, bookmarks and PDF/A-3', async () => {
    const { elements, fields } = loadCorpus('ada-2010-standards', 'ada-2010-dimensions');
    const printed = printedStandard(elements, fields);
    const { pages, outline, isTagged, metadata } = await readPdf(writePdf(printed));
    // Heads and numbers of pages stand between the texts.
    const shown = letters(
      pages
        .map((page, index) =>
          page.replace(`${printed.title}${printed.header}`, '').replace(new RegExp(`${index + 1}\\s*$`), ''),
        )
        .join(''),
    );
    let at = shown.indexOf('Contents');
    const missing = (printed.parts[0]?.elements ?? []).flatMap(({ number, heading, blocks }) => {
      const [lead] = blocks;
      const words = heading.length > 0 ? heading : lead?.type === 'paragraph' ? lead.runs : [];
      const found = shown.indexOf(letters(`${number} ${textOf(words)}`).slice(0, 60), at);
      if (found < 0) return [number];
      at = found;
      return [];
    });
    assert.deepEqual(missing, []);
    assert.equal(isTagged, true);
    assert.ok(outline.length >= 10);
    assert.match(String(metadata?.getRaw()), /<pdfaid:part>3<[\s\S]*<pdfaid:conformance>A</);
  });

  it('has what PDF/UA-1 asks of its tags, headings and tables', async () => {
    const content = 'See below.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n- one\n- two\n\n```\nx = 1\n```';
    const printed = printedStandard([
      { address: '1', toc_content: 'Doors', kind: 'section' },
      { address: '1.1.1', toc_content: 'Gates', content },
      { address: '2', content, kind: 'note' },
    ]);
    const { metadata } = await readPdf(writePdf(printed, 'ua-1'));
    assert.match(String(metadata?.getRaw()), /<pdfuaid:part>1</);
  });

  it('draws images in the line, in tables and where they were inserted or deleted, each described', async () => {
    const now = `Doors ![Plan](image:${PNG}) open. ![](image:${SVG})\n\n| A | B |\n|---|---|\n| ![](image:${JPEG}) | 2 |`;
    const printed = printedStandard([{ address: '1', content: now }], [], IMAGES);
    const before = printedStandard(
      [{ address: '1', content: `Doors ![Photo](image:${JPEG}) open.` }],
      [],
      IMAGES,
    );
    const bytes = writePdf(printed, 'ua-1');
    const { pages, images } = await readPdf(bytes);
    assert.equal(images, 2);
    assert.doesNotMatch(pages.join(), /image:/);
    assert.deepEqual(writePdf(printed, 'ua-1'), bytes);
    assert.equal((await readPdf(writePdf(compareDocuments(before, printed)))).images, 3);
  });

  it('shows an image that is damaged, missing, or claims too many pixels as its reference', async () => {
    const names = ['whole', 'damaged', 'missing', 'huge', 'unreadable'].map((name) =>
      imageNameOf(name, HASH, 'png'),
    );
    const [whole = '', damaged = '', , huge = '', unreadable = ''] = names;
    const withoutFont = SMALL_SVG.replace('<rect', '<text y="9">\ue123</text><rect');
    const images = new Map([
      [whole, image('image/png', pngOf(4, 4))],
      [damaged, image('image/png', pngOf(4, 4).subarray(0, 60))],
      [huge, image('image/png', pngOf(1, 1, { width: 60_000, height: 60_000 }))],
      [unreadable, image('image/svg+xml', Buffer.from(withoutFont))],
    ]);
    const content = names.map((name) => `![](image:${name})`).join('\n\n');
    const read = await readPdf(writePdf(printedStandard([{ address: '1', content }], [], images)));
    assert.equal(read.images, 1);
    const shown = letters(read.pages.join(''));
    for (const name of ['damaged', 'missing', 'huge', 'unreadable'])
      assert.ok(shown.includes(`![](image:${name}.`), name);
    assert.ok(!shown.includes('image:whole'));
  });

  it('is the same bytes for the same content', () => {
    const printed = printedStandard([
      { address: '1', toc_content: 'Doors', content: '| A | B |\n|---|---|\n| 1 | 2 |' },
    ]);
    assert.deepEqual(writePdf(printed), writePdf(printed));
  });

  it('takes half a character and words longer than a line, and copies a hash as it is', async () => {
    const hash = 'ab12'.repeat(16);
    const content = `x\ud800y ${hash} ${'long'.repeat(2_000)}`;
    const text = (await readPdf(writePdf(printedStandard([{ address: '1', content }])))).pages.join('');
    assert.ok(text.includes(hash));
    assert.ok(text.includes('x\ufffdy'));
  });

  it('shows a text that looks like code of the typesetter as it is', async () => {
    const content = '#eval("1+1") #read("/etc/passwd") $x^2$ @label <mark> ```x``` `#panic()`';
    const { pages } = await readPdf(writePdf(printedStandard([{ address: '1', content }])));
    assert.match(letters(pages.join('')), /#eval\("1\+1"\)#read\("\/etc\/passwd"\)\$x\^2\$@label<mark>/);
  });

  it('writes characters that no font has as their numbers, and names the clauses on the cover', async () => {
    const printed = printedStandard([
      { address: '1', toc_content: '门 doors', content: 'Ελλάδα, Україна, שלום, مرحبا, नमस्ते' },
      { address: '2', content: 'Fire `防火门` 😀 \ue123 สวัสดี, \ue000\uf0b7 of a private area' },
      { address: '3', content: 'Plain.' },
    ]);
    const { pages, metadata } = await readPdf(writePdf(printed));
    const shown = pages.join('\n');
    for (const expected of ['1 [U+95E8] doors', 'Ελλάδα, Україна', '[U+9632 U+706B U+95E8]', '[U+1F600]'])
      assert.ok(shown.includes(expected), `${expected} is not in ${shown}`);
    assert.match(shown, /\[U\+E123\] \[U\+0E2A U\+0E27/);
    // Of the private area a file of PDF/A has none, also where a font has it.
    assert.match(shown, /\[U\+E000 U\+F0B7\] of a private area/);
    assert.match(shown, /Characters without a font: [^\]]*\][\s\S]*Clauses: 1, 2\./);
    assert.match(String(metadata?.getRaw()), /<pdfaid:part>3</);
  });

  it('no function of its template names the whole document, which would be hashed with each of its calls', () => {
    const template = readFileSync(new URL('./document.typ', import.meta.url), 'utf8');
    const statements = template.replaceAll(/^\/\/.*$/gm, '').split(/^#/m);
    const functions = statements.filter((statement) => /^let [\w-]+\(/.test(statement));
    assert.ok(functions.length > 8, `${functions.length} functions`);
    assert.deepEqual(
      functions.filter((statement) => /\bdoc\b/.test(statement)),
      [],
    );
  });

  it('takes any text, with a character or its number for each', () => {
    const numRuns = Number(process.env.LAW_RUNS ?? 10);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (content) => {
        const bytes = writePdf(printedStandard([{ address: '1', toc_content: content, content }]));
        assert.match(Buffer.from(bytes).toString('latin1'), /<pdfaid:part>3</);
      }),
      { numRuns },
    );
  });
});
