/** Text that looks like a reference to an image, in a Word file that this service wrote and that comes back. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { printableStandard } from '../../../../shared/documents/standards.fixture.ts';
import { sha256 } from '../../../../shared/hash.ts';
import { pngOf } from '../../../../shared/images/images.fixture.ts';
import { imageMarkdownOf, imageNameOf } from '../../../../shared/markup/image-references.ts';
import { applyTo, EditedFile, paragraphLike } from '../../into/edited-file.fixture.ts';
import { readDocument } from '../read-document.ts';
import { settleImages } from '../source-images.ts';

const PLAN = pngOf(9, 3);
const door = imageMarkdownOf(imageNameOf('door', sha256(PLAN), 'png'), 'x');
const gone = imageMarkdownOf(imageNameOf('gone', sha256(Buffer.from('gone')), 'png'), 'x');
const typed = (reference: string): string => reference.replace('![', '!\\[');
const elements = [
  { address: '1', toc_content: `Head ${door} tail`, kind: 'section' as const },
  { address: '1.1', content: `Word ${typed(gone)} tail` },
  { address: '1.2', content: `Word \`${gone}\` tail` },
  { address: '1.3', content: `Word \`${door}\` tail` },
  { address: '1.4', content: `Word\n\n\`\`\`\n${gone}\n\`\`\`\n\ntail` },
  { address: '1.5', content: `Word ${door} tail` },
  { address: '1.6', toc_content: `Head ${gone}`, content: 'Word tail' },
  { address: '1.7', content: `Word ${typed(door)} tail` },
  { address: '2', toc_content: gone, kind: 'section' as const },
];
const images = new Map([[imageNameOf('door', sha256(PLAN), 'png'), { mediaType: 'image/png', bytes: PLAN }]]);
const standard = printableStandard(elements, [], images);
const wordsOf = (list: readonly { toc_content: string; content: string }[]) =>
  list.map(({ toc_content, content }) => [toc_content, content]);
const written = elements.map(({ toc_content = '', content = '' }) => [toc_content, content]);

describe('text that looks like a reference to an image', () => {
  it('is no picture in the file, and an edit of other words leaves it text', async () => {
    const file = await EditedFile.of(standard);
    assert.equal(file.xml.match(/<w:drawing>/g)?.length, 1);
    assert.deepEqual(wordsOf(applyTo(standard, file.bytes).outline.elements), written);
    file.xml = file.xml.replaceAll('Word', 'Sword').replaceAll('tail', 'tails').replaceAll('Head', 'Heading');
    assert.deepEqual(
      wordsOf(applyTo(standard, file.bytes).outline.elements),
      written.map((texts) =>
        texts.map((text) =>
          text.replace('Word', 'Sword').replace('tail', 'tails').replace('Head', 'Heading'),
        ),
      ),
    );
  });

  it('becomes text where somebody types it, also in code and in a heading', async () => {
    const file = await EditedFile.of(standard);
    const below = file.paragraphOf(6);
    const [heading, code] = [file.paragraphOf(1), /<w:p><w:pPr><w:pStyle w:val="ClauseCode".*?<\/w:p>/s];
    const other = imageMarkdownOf('typed.png', '');
    file.replace(heading, ' tail', ` ${other}`);
    file.replace(code.exec(file.xml)?.[0] ?? '', gone, other);
    file.put(below, `${below}${paragraphLike(below, `See ${other}`)}`);
    const contents = applyTo(standard, file.bytes).outline.elements;
    assert.deepEqual(
      [contents[0]?.toc_content, contents[4]?.content, contents[6]?.content],
      [
        `Head ${door} ${other}`,
        `Word\n\n\`\`\`\n${other}\n\`\`\`\n\ntail`,
        `See ${typed(other).replace(']', '\\]')}`,
      ],
    );
  });

  it('stays where it is in a file that is read as a document of its own', async () => {
    const { bytes } = await EditedFile.of(standard);
    const read = readDocument({ file: bytes });
    const { document } = settleImages(read.document, read.images);
    // What the same file has as a picture is taken for one.
    assert.deepEqual(
      wordsOf(document.elements).filter((_, index) => index !== 7),
      written.filter((_, index) => index !== 7),
    );
  });
});
