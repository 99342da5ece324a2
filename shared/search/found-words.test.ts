/** Tests of the words of a text that a query asks for: in other forms, numbers as a whole, no small words. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import fc from 'fast-check';
import { findWords } from './found-words.ts';

const foundIn = (text: string, query: string): string[] =>
  findWords(text, query).flatMap(({ text: word, isFound }) => (isFound ? [word] : []));

it('finds words in other forms and letter cases, and no others that begin alike', () => {
  const text =
    'Handrails at sloped Openings; the slope, opened. Constant steel, steep glass and the doorstop of a door.';
  assert.deepEqual(foundIn(text, 'handrail SLOPES opening'), [
    'Handrails',
    'sloped',
    'Openings',
    'slope',
    'opened',
  ]);
  assert.deepEqual(foundIn(text, 'the construction of steels, glasses and doors'), [
    'steel',
    'glass',
    'door',
  ]);
});

it('finds a number as a whole, and small words only where nothing else is asked for', () => {
  assert.deepEqual(foundIn('404.2.3 in 404.2.30, 2 of 36 in.', '404.2.3 36'), ['404.2.3', '36']);
  assert.deepEqual(foundIn('To be or not', 'to be'), ['To', 'be']);
});

it('gives the whole text back, of any query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      assert.equal(
        findWords(text, query)
          .map((run) => run.text)
          .join(''),
        text,
      );
    }),
    { numRuns: 300 },
  );
});
