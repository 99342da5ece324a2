/** `environment.mjs`: Errors, arrays and objects of Node count as those of the test file. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';

/** What Node's core throws, made outside the realm of this file. */
function errorOfCore(): unknown {
  try {
    return readFileSync('/nowhere/at/all');
  } catch (error) {
    return error;
  }
}

class OwnError extends Error {}

describe('the realm of a test file', () => {
  it('treats an error of the core as an Error, as in production, and as nothing else', () => {
    const error = errorOfCore();
    assert.ok(error instanceof Error);
    assert.ok(!(error instanceof TypeError));
    assert.ok(!(error instanceof OwnError));
    assert.ok(new OwnError() instanceof OwnError);
    assert.ok(new OwnError() instanceof Error);
    assert.ok(!(Object('text') instanceof Error));
  });

  it('finds lists and objects of the core equal to its own, wherever they stand', () => {
    const names = readdirSync('.').filter((name) => name === 'package.json');
    assert.deepEqual(names, ['package.json']);
    assert.deepEqual({ names: structuredClone({ list: [1] }) }, { names: { list: [1] } });
    assert.deepEqual(structuredClone(new Map([['a', new Set([1])]])), new Map([['a', new Set([1])]]));
    assert.deepEqual({ at: structuredClone(new Date(1)) }, { at: new Date(1) });
  });

  it('still distinguishes different values', () => {
    const differs = (actual: unknown, expected: unknown) =>
      assert.throws(() => assert.deepEqual(actual, expected), { code: 'ERR_ASSERTION' });
    differs(structuredClone([1]), [2]);
    differs(structuredClone({ a: undefined }), {});
    differs(structuredClone({ a: 1 }), Object.create(null, { a: { value: 1, enumerable: true } }));
    differs(structuredClone([1]), { 0: 1 });
    differs(structuredClone(new Date(1)), new Date(2));
    differs(new OwnError('same'), new Error('same'));
  });

  it('treats values that differ by their realm only as equal', () => {
    const same = (actual: unknown, expected: unknown) =>
      assert.throws(() => assert.notDeepEqual(actual, expected), {
        code: 'ERR_ASSERTION',
        operator: 'notDeepStrictEqual',
      });
    same(structuredClone([1]), [1]);
    same({ names: structuredClone({ list: [1] }) }, { names: { list: [1] } });
    assert.notDeepEqual(structuredClone([1]), [2]);
    assert.notDeepStrictEqual(structuredClone({ a: 1 }), { a: 2 });
  });
});
