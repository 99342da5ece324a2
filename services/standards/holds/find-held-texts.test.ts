/** Unit tests of finding a held text within a longer one. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { findsTexts, textsIn } from './find-held-texts.ts';

const anyText = fc
  .array(fc.constantFrom('Sand.', 'Sand. Water.', 'Water.'), { minLength: 1, maxLength: 4 })
  .map((paragraphs) => paragraphs.join('\n\n'));

describe('a held text in a longer one', () => {
  it('is found as whole paragraphs at any place, and nothing else is (W13)', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { maxLength: 3 }), anyText, (held, content) => {
        const expected = held.some((text) => `\n\n${content}\n\n`.includes(`\n\n${text}\n\n`));
        assert.equal(findsTexts(new Set(held))(content), expected);
      }),
    );
  });

  it('is named once, and not where it lies in a longer one (W13)', () => {
    const find = textsIn(new Set(['Sand.', 'Water.', 'Sand.\n\nWater.', 'Ice.']));
    assert.deepEqual(find('Sand.\n\nWater.'), ['Sand.\n\nWater.']);
    assert.deepEqual(find('Own.\n\nSand.\n\nWater.'), ['Sand.\n\nWater.']);
    assert.deepEqual(find('Sand.\n\nSand.\n\nWater.\n\nSand.'), ['Sand.\n\nWater.', 'Sand.']);
    assert.deepEqual(find('Own.\n\nWater. Sand.'), []);
  });

  // Nothing is timed: what takes time in proportion to the length of the texts does not end within the limit.
  it('is not found in the longest clause among texts made to be slow (W13)', () => {
    const repeated = (count: number) => Array.from({ length: count }, () => 'a').join('\n\n');
    const texts = new Set(Array.from({ length: 300 }, (_, at) => `${repeated(15_000 + at)}\n\nb`));
    assert.equal(findsTexts(texts)(repeated(33_000)), false);
  });
});
