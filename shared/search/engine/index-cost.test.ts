/** Test of the size of the index: a long heading is not repeated for each clause below it. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { skipIf } from '../../../test/skip-if.ts';
import { toSearchRows } from './search-rows.ts';
import { FETCHED_MODEL_FOLDER } from './word-vector-files.ts';
import { WordVectors } from './word-vectors.ts';

const words = WordVectors.load(FETCHED_MODEL_FOLDER);

describe('what the index of a content costs', () => {
  it('a long heading is not repeated in every row below it (hardening H9)', () => {
    const clause = (element_id: number, address: string, toc_content: string) => ({
      element_id,
      address,
      content: 'x',
      toc_content,
      depth: address.split('.').length,
      attributes: {},
    });
    const below = Array.from({ length: 100 }, (_, at) => clause(at + 2, `1.${at + 1}`, ''));
    const rows = toSearchRows([clause(1, '1', 'plain words '.repeat(8_000)), ...below], [], new Set());
    assert.equal(rows.length, 101);
    assert.ok(rows.every(({ path }) => path.length <= 300));
    assert.equal(rows[0]?.heading.length, 96_000, 'its own heading is searched as a whole');
    assert.ok(rows[1]?.path.startsWith('plain words plain'));
  });

  skipIf(words === null && 'the word vectors are not there').it(
    'of an endless word only the beginning has a meaning (hardening H9)',
    () => {
      const [short, long] = ['a', 'b'].map((end) => words?.embed(`${'qwertz'.repeat(11)}${end.repeat(100)}`));
      assert.ok(short && long);
      assert.deepEqual([...short], [...long]);
    },
  );
});
