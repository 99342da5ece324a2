/** Pictures of Word files: where their references stand, which are left out, and what becomes of their names. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { readBlocks } from '../../../../shared/documents/clause-blocks.ts';
import { writeDocx } from '../../../../shared/documents/docx/write-docx.ts';
import { printStandard } from '../../../../shared/documents/print-standard.ts';
import type { PrintedImages } from '../../../../shared/documents/printed-document.ts';
import { printableStandard } from '../../../../shared/documents/standards.fixture.ts';
import { sha256 } from '../../../../shared/hash.ts';
import { jpegOf, pngOf, SMALL_SVG } from '../../../../shared/images/images.fixture.ts';
import { imageMarkdownOf, imageNameOf } from '../../../../shared/markup/image-references.ts';
import { applyTo, EditedFile } from '../../into/edited-file.fixture.ts';
import { readDocument } from '../read-document.ts';
import { settleImages } from '../source-images.ts';
import { drawing, paragraph, pictureParts, run, table, wordFile } from './word-file.fixture.ts';

const PLAN = pngOf(9, 3);
const PHOTO = jpegOf();
const nameOf = (bytes: Uint8Array, extension: string, stem = 'image'): string =>
  imageNameOf(stem, sha256(bytes), extension);
const plan = nameOf(PLAN, 'png');
const photo = nameOf(PHOTO, 'jpg');
const read = (body: string, pictures: Record<string, Uint8Array> = { p: PLAN, q: PHOTO }) =>
  readDocument({ file: wordFile(body, { others: pictureParts(pictures) }) });
const leftOut = ({ changes }: ReturnType<typeof read>) =>
  changes.filter(({ rule }) => rule === 'left-out').map(({ name, from }) => [name, from]);

describe('pictures of a Word file', () => {
  it('are references in the text, in tables, and below a heading; each is one image', () => {
    const body = [
      paragraph({ xml: `${run('PART 1 DOORS')}${drawing('p')}` }),
      paragraph({ xml: `${run('1.01\tSee_a ')}${drawing('p', 'A [plan] of *doors*')}${run(' *and* b.')}` }),
      table([['a', 'b']]).replace(
        '</w:t></w:r></w:p></w:tc></w:tr>',
        `</w:t></w:r>${drawing('q')}</w:p></w:tc></w:tr>`,
      ),
    ].join('');
    const { document, images, changes } = read(body);
    assert.deepEqual(
      document.elements.map(({ toc_content, content }) => [toc_content, content]),
      [
        ['DOORS', imageMarkdownOf(plan, '')],
        [
          '',
          `See\\_a ${imageMarkdownOf(plan, 'A plan of doors')} \\*and\\* b.\n\n| a | b${imageMarkdownOf(photo, '')} |\n| --- | --- |`,
        ],
      ].map(([heading = '', content = '']) => [heading, content.replace('See\\_a', 'See_a')]),
    );
    assert.deepEqual(images.map(({ name }) => name).sort(), [plan, photo].sort());
    assert.deepEqual(
      changes.filter(({ rule }) => rule === 'left-out'),
      [],
    );
  });

  it('are left out and reported: other formats, links, claims of too many pixels, more than 2 MB, above the first number', () => {
    const body = [
      paragraph({ xml: drawing('p', 'Logo') }),
      paragraph('PART 1 A'),
      paragraph({ xml: `${run('Text. ')}${['huge', 'long', 'gone'].map((id) => drawing(id, id)).join('')}` }),
    ].join('');
    const long = Buffer.concat([PHOTO, Buffer.alloc(2 * 1024 * 1024)]);
    const huge = pngOf(1, 1, { width: 60_000, height: 60_000 });
    const found = read(body, { p: PLAN, huge, long });
    const tooLarge = 'image of more than 2 MB or 25 million pixels, or beyond 50 MB in all';
    assert.deepEqual(leftOut(found), [
      [tooLarge, 'huge'],
      [tooLarge, 'long'],
      ['image', 'gone'],
      ['image above the first number', imageMarkdownOf(plan, 'Logo')],
    ]);
    assert.equal(found.document.elements[0]?.content, 'Text.');
    assert.deepEqual(found.images, []);
  });

  it('a linked picture is left out, and the report says that links are not followed', () => {
    const rows = [
      'Type="x/image" Target="media/p.png"',
      'Type="x/image" Target="file:///plan.png" TargetMode="External"',
    ];
    const others = {
      ...pictureParts({ p: PLAN }),
      'word/_rels/document.xml.rels': `<Relationships>${rows.map((row, at) => `<Relationship Id="r${at}" ${row}/>`).join('')}</Relationships>`,
    };
    const linked = drawing('r1', 'Linked').replace('r:embed', 'r:link');
    const both = drawing('r0', 'Both').replace('r:embed', 'r:link="r1" r:embed');
    const xml = `${run('Text. ')}${linked}${both}`;
    const found = readDocument({ file: wordFile(paragraph('PART 1 A') + paragraph({ xml }), { others }) });
    assert.deepEqual(leftOut(found), [
      ['linked image: links to pictures outside of the file are not followed', 'Linked'],
    ]);
    assert.equal(found.document.elements[0]?.content, `Text. ${imageMarkdownOf(plan, 'Both')}`);
  });

  it('what looks like a reference to an image that is not there becomes text', () => {
    const typed = imageMarkdownOf(nameOf(Buffer.from('other'), 'png'), 'x');
    const { document, images } = read(paragraph('PART 1 A') + paragraph(typed));
    assert.equal(settleImages(document, images).document.elements[0]?.content, typed.replace('![', '!\\['));
    assert.equal(settleImages(document, images, [typed]).document.elements[0]?.content, typed);
    const short = imageMarkdownOf('other.png', 'x');
    const [heading] = read(paragraph({ xml: `${run(`PART 1 SEE ${short}`)}${drawing('p')}` })).document
      .elements;
    assert.deepEqual([heading?.toc_content, heading?.content], [`SEE ${short}`, imageMarkdownOf(plan, '')]);
  });
});

describe('a document with images that comes back', () => {
  const door = nameOf(PLAN, 'png', 'Plan of a door');
  const drawn = nameOf(Buffer.from(SMALL_SVG), 'svg', 'Section');
  const images: PrintedImages = new Map([
    [door, { mediaType: 'image/png', bytes: PLAN }],
    [photo, { mediaType: 'image/jpeg', bytes: PHOTO }],
    [drawn, { mediaType: 'image/svg+xml', bytes: Buffer.from(SMALL_SVG) }],
  ]);
  const content = `Doors ![A "plan"](image:${door}) **open**. ![](image:${drawn})\n\n| A | B |\n|---|---|\n| ![](image:${photo}) | ![x](image:${door}) |`;
  const standard = printableStandard(
    [
      { address: '1', toc_content: 'Doors', kind: 'section' },
      { address: '1.1', content },
      { address: '1.2', content: `![](image:${door})` },
    ],
    [],
    images,
  );
  const fileOf = async () => new EditedFile(await writeDocx(printStandard(standard)));

  it('changes nothing, and has its images by their names', async () => {
    const file = await fileOf();
    const { base, outline } = applyTo(standard, file.bytes);
    assert.deepEqual(outline, base);
    const again = readDocument({ file: file.bytes });
    assert.deepEqual(again.images.map(({ name }) => name).sort(), [door, photo].sort());
    const known = standard.elements.map((element) => element.content);
    const settled = settleImages(again.document, again.images, known);
    assert.deepEqual(
      settled.document.elements.map((element) => element.content),
      ['', content.replace('|---|---|', '| --- | --- |'), `![](image:${door})`],
    );
    assert.deepEqual(settled.images, []);
  });

  it('keeps marks, links, lists and code around its images', async () => {
    const contents = [
      `[![Plan](image:${door})](https://example.org/plan), [see ![](image:${door})](#a)`,
      `**See ![x](image:${door}) and ![](image:${drawn})**, *![](image:${door}) is* it, *a*![](image:${door})b`,
      `- ![x](image:${door})\n- b ![](image:${drawn})\n  1. ![](image:${photo})\n\n> Quoted ![x](image:${door})`,
      `![A plan\nof a door ](image:${door})`,
      `Type \`![x](image:${door})\`:\n\n\`\`\`\n![x](image:${door})\n\`\`\``,
    ];
    const elements = contents.flatMap((one, index) => [
      { address: `${index + 1}`, kind: 'section' as const, content: one },
      { address: `${index + 1}.1`, content: one },
    ]);
    const marked = printableStandard(elements, [], images);
    const { bytes } = await EditedFile.of(marked);
    const { base, outline } = applyTo(marked, bytes);
    assert.deepEqual(outline, base);
    const again = readDocument({ file: bytes });
    assert.deepEqual(
      again.document.elements.map((element) => readBlocks(element.content)),
      elements.map((element) => readBlocks(element.content)),
    );
    assert.deepEqual(again.changes, []);
  });

  it('an edited word changes nothing else, and a picture that is put in or taken out is that change', async () => {
    const edited = await fileOf();
    edited.replace(edited.paragraphOf(2), 'Doors ', 'All doors ');
    const words = applyTo(standard, edited.bytes).outline.elements.map((element) => element.content);
    assert.deepEqual(words, ['', content.replace('Doors ', 'All doors '), `![](image:${door})`]);
    const file = await fileOf();
    const before = file.paragraphOf(3);
    const picture = /<w:r>(?:<w:rPr[^>]*>)?<w:drawing>.*?<\/w:r>/s.exec(before)?.[0] ?? '';
    file.put(before, before.replace(picture, `${picture}${run(' to_scale_ ')}${picture}`));
    const two = applyTo(standard, file.bytes).outline.elements.at(-1)?.content;
    assert.equal(
      two,
      `![](image:${door}) to\\_scale\\_ ![](image:${door})`.replace('to\\_scale', 'to_scale'),
    );
    const gone = await fileOf();
    gone.put(
      gone.paragraphOf(2),
      gone.paragraphOf(2).replace(/<w:r>(?:<w:rPr[^>]*>)?<w:drawing>.*?<\/w:r>/s, ''),
    );
    assert.match(
      applyTo(standard, gone.bytes).outline.elements[1]?.content ?? '',
      /^Doors {1,2}\*\*open\*\*\./,
    );
  });
});
