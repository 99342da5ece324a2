/** Tests of the table of words: it stays bounded, and no comparison depends on those before. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { TextLikeness } from './text-likeness.ts';
import { WordTable } from './word-table.ts';

const TEXTS = ['the wall is 200 mm thick', 'the wall is 250 mm thick', 'the roof is pitched'] as const;
const likeness = (words: TextLikeness): number =>
  words.likeness(words.weigh(TEXTS[0]), words.weigh(TEXTS[1]));

test('a table with too many words is replaced, and a comparison gives the same with either (Y10)', () => {
  const [begun, ended] = [new TextLikeness(() => TEXTS), new TextLikeness(() => TEXTS)];
  const before = likeness(ended);
  const table = WordTable.forComparison();
  begun.weigh(TEXTS[0]);
  for (let from = 0; table.size < 100_000; from += 1_000)
    table.wordsOf(Array.from({ length: 1_000 }, (_, at) => `w${'xyz'[at % 3]} ${from + at}`).join(' '));
  assert.notEqual(WordTable.forComparison(), table);
  assert.deepEqual([likeness(begun), likeness(new TextLikeness(() => TEXTS))], [before, before]);
  assert.ok(before > 0.5 && before < 1, String(before));
});
