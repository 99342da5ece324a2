/** Tests of the messages of failed comparisons. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';

/** Without the bound Node would need 3 GB to show how two of them differ. */
const large = (first: number) => ({ rows: Array.from({ length: 15_000 }, (_, index) => index + first) });

describe('a failed comparison', () => {
  it('of large values says where the first difference is', () => {
    assert.throws(() => assert.deepEqual(large(0), large(20_000), 'all rows'), {
      code: 'ERR_ASSERTION',
      message: /^all rows\n\.rows\.0: received 0, expected 20000\nReceived \{/,
    });
    const text = (word: string) => `${word}\n`.repeat(15_000);
    assert.throws(() => assert.equal(text('a'), text('b')), /^AssertionError.*: The value: received 'a/);
  });

  it('of small values shows their whole difference', () => {
    assert.throws(() => assert.deepEqual({ a: [1, 2] }, { a: [1, 3] }), /\+ {5}2\n- {5}3/);
    assert.throws(() => assert.equal(1, 2, 'not the same number'), { actual: 1, expected: 2 });
  });

  it('is none when the values are the same', () => {
    assert.deepEqual(large(0), large(0));
    assert.equal(Number.NaN, Number.NaN);
  });
});
