import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { findsTexts } from './find-texts.ts';

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

  it('is found in the longest clause among the most texts in little time (W13)', () => {
    const texts = new Set(Array.from({ length: 30_000 }, (_, at) => `Text ${at}.`));
    const find = findsTexts(texts);
    const long = Array.from({ length: 20_000 }, (_, at) => `Own ${at}.`).join('\n\n');
    const start = performance.now();
    assert.equal(find(long), false);
    assert.ok(performance.now() - start < 1_000);
  });
});
