/** Text that only changes the order in which other text is shown: visible in each document, and kept when a Word file comes back. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readPdf } from '../../../shared/documents/pdf/read-pdf.fixture.ts';
import { writePdf } from '../../../shared/documents/pdf/write-pdf.ts';
import { directionReader, spellDirections } from '../../../shared/documents/spelled-characters.ts';
import { printableStandard, printedStandard } from '../../../shared/documents/standards.fixture.ts';
import { applyTo, EditedFile } from './edited-file.fixture.ts';

const HIDDEN = /[\u202a-\u202e\u2066-\u2069]/;
const elements = [
  { address: '1', toc_content: 'Doors \u202eoperable\u202c', kind: 'section' as const },
  {
    address: '1.1',
    content: 'At most \u202e051 mm\u202c wide.\n\n| A | B |\n| --- | --- |\n| \u20661\u2069 | 2 |',
  },
  { address: '1.2', content: 'Plain.\n\n```\na\u2067\u2066b\n```' },
  { address: '1.3', content: 'Written [U+202E] as text.' },
  { address: '1.4', content: '![a\u202eb](image:none.png) seen.' },
];
const standard = printableStandard(elements);
const wordsOf = (outline: { elements: readonly { toc_content: string; content: string }[] }) =>
  outline.elements.map(({ toc_content, content }) => [toc_content, content]);
const written = elements.map(({ toc_content = '', content = '' }) => [toc_content, content]);

describe('characters that change the order of text', () => {
  it('are shown as their numbers in a PDF and in a Word file', async () => {
    const { pages } = await readPdf(writePdf(printedStandard(elements)));
    const { xml } = await EditedFile.of(standard);
    for (const shown of [pages.join('\n'), xml]) {
      assert.doesNotMatch(shown, HIDDEN);
      for (const text of ['[U+202E]operable[U+202C]', '[U+202E]051 mm[U+202C]', 'a[U+2067 U+2066]b'])
        assert.ok(shown.includes(text), text);
    }
  });

  it('are what they were in a Word file that comes back, where other words were edited too', async () => {
    const file = await EditedFile.of(standard);
    assert.deepEqual(wordsOf(applyTo(standard, file.bytes).outline), written);
    file.xml = file.xml.replaceAll('Doors', 'Gates').replaceAll('wide', 'high').replaceAll('Plain', 'Smooth');
    assert.deepEqual(
      wordsOf(applyTo(standard, file.bytes).outline),
      written.map((texts) =>
        texts.map((text) =>
          text.replace('Doors', 'Gates').replace('wide', 'high').replace('Plain', 'Smooth'),
        ),
      ),
    );
  });

  it('are read again from what is shown, whatever stands around them', () => {
    const text = fc
      .array(fc.constantFrom('\u202a', '\u202e', '\u2066', '\u2069', '[', ']', ' ', 'U+', 'a', 'ש'), {
        maxLength: 9,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (one) => {
        const shown = spellDirections(one);
        assert.doesNotMatch(shown, HIDDEN);
        assert.equal(directionReader([one])(shown), one);
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 300) },
    );
  });
});
