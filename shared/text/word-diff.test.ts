/** Tests of the word differences of two texts. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { diffWords } from './word-diff.ts';

const textOf = (runs: ReturnType<typeof diffWords>, other: 'removed' | 'added'): string =>
  runs.flatMap(({ type, text }) => (type === other ? [] : [text])).join('');

test('a changed word is removed and added in its place', () => {
  assert.deepEqual(diffWords('Cement shall be grey.', 'Cement shall be white and dry.'), [
    { type: 'unchanged', text: 'Cement shall be ' },
    { type: 'removed', text: 'grey' },
    { type: 'added', text: 'white and dry' },
    { type: 'unchanged', text: '.' },
  ]);
});

test('the runs give both texts, whatever is in them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (from, to) => {
      const runs = diffWords(from, to);
      assert.equal(textOf(runs, 'added'), from);
      assert.equal(textOf(runs, 'removed'), to);
    }),
  );
});
