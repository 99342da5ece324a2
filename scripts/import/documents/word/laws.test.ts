/** Laws of importing Word files: numbers as an independent program counts them, and every word in order. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { parseMarkup } from '../../../../shared/markup/parse.ts';
import { serialiseMarkup } from '../../../../shared/markup/serialise.ts';
import { hashOutlineContent } from '../../../../shared/revisioning/outline/content-hash.ts';
import { readDocument } from '../read-document.ts';
import { inOneLine, renderedText, shownTexts, wordsOf } from '../rendered-text.fixture.ts';
import { CSI, list, paragraph, table, wordFile } from './word-file.fixture.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);
const bullets = list(2, [
  ['bullet', '•'],
  ['bullet', 'o'],
]);
const numbering = CSI.abstract + bullets.abstract + CSI.num + bullets.num;

const word = fc.constantFrom(
  'Slab',
  'a*b',
  '_c_',
  '<d>',
  '&amp;',
  '#',
  '-',
  '|',
  '`e`',
  '[x]',
  '§ 4',
  '1.',
  '~~',
  'ü',
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `W ${words.join(' ')}`);
const numbered = fc.array(fc.record({ level: fc.integer({ min: 0, max: 4 }), text, gap: fc.boolean() }), {
  minLength: 1,
  maxLength: 25,
});

/** Numbers of the list of specifications, counted anew. */
function countNumbers(levels: readonly number[]): string[] {
  const counts: number[] = [];
  return levels.map((level) => {
    while (counts.length < level) counts.push(1);
    if (counts.length > level) counts.length = level + 1;
    counts[level] = (counts[level] ?? 0) + 1;
    const own = counts[level] ?? 1;
    const letter = String.fromCharCode(64 + own);
    return (
      [
        `PART ${own}`,
        `${counts[0]}.${String(own).padStart(2, '0')}`,
        `${letter}.`,
        `${own}.`,
        `${letter.toLowerCase()}.`,
      ][level] ?? ''
    );
  });
}

const block = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('Heading1', 'Heading2', 'Heading3', 'PRT', 'ART', 'PR1', 'PR2', 'CMT', 'Normal'),
      text,
    )
    .map(([style, one]) => ({
      xml: paragraph(one, { style }),
      text: one,
    })),
  text.map((one) => ({ xml: paragraph(one), text: one })),
  fc
    .tuple(fc.integer({ min: 0, max: 1 }), text)
    .map(([level, one]) => ({ xml: paragraph(one, { num: 2, level }), text: one })),
  fc
    .array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((rows) => ({ xml: table(rows), text: rows.flat().join(' ') })),
);

describe('laws of Word files', () => {
  it('each numbered paragraph has the number that Word prints, its text, and its depth', () => {
    fc.assert(
      fc.property(numbered, (items) => {
        const body = items.map(
          ({ level, text: one, gap }) => paragraph(one, { num: 1, level }) + (gap ? paragraph('') : ''),
        );
        const { document } = readDocument({ file: wordFile(body.join(''), { numbering }) });
        const labels = countNumbers(items.map(({ level }) => level));
        assert.equal(document.elements.length, items.length);
        for (const [index, { address, label: printed = '', content }] of document.elements.entries()) {
          const label = labels[index] ?? '';
          // A number that is the address is no label.
          assert.ok(printed === label || (printed === '' && `${address}.` === label), label);
          assert.equal(renderedText(content), inOneLine(items[index]?.text ?? ''));
        }
        // An element stands below the nearest one before it whose level is higher.
        for (const [index, { level }] of items.entries()) {
          const above = items.slice(0, index).findLastIndex((one) => one.level < level);
          const parent = above < 0 ? '' : `${document.elements[above]?.address}.`;
          const address = document.elements[index]?.address ?? '';
          assert.equal(address.slice(0, address.lastIndexOf('.') + 1), parent);
        }
      }),
      { numRuns },
    );
  });

  it('every word of the file is shown, in its order', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 15 }), (blocks) => {
        const { document } = readDocument({
          file: wordFile(blocks.map(({ xml }) => xml).join(''), { numbering }),
        });
        assert.deepEqual(
          wordsOf([renderedText(document.description), ...shownTexts(document)].join(' ')),
          wordsOf(blocks.map((one) => one.text).join(' ')),
        );
      }),
      { numRuns },
    );
  });

  it('the markup gives it back', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 15 }), (blocks) => {
        const { document } = readDocument({
          file: wordFile(blocks.map(({ xml }) => xml).join(''), { numbering }),
        });
        const parsed = parseMarkup(serialiseMarkup(document));
        assert.deepEqual(parsed.errors, []);
        assert.equal(hashOutlineContent(parsed), hashOutlineContent(document));
      }),
      { numRuns },
    );
  });
});
