/**
 * Test of `runtime.cjs`: Node itself loads the test files, so that objects of its core have the same classes as in
 * production.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';

describe('a test file', () => {
  it('gets errors of the core that are instances of Error', () => {
    assert.throws(() => readFileSync('/nowhere/at/all'), Error);
  });

  it('has the stacks of Node, which name its sources', () => {
    assert.equal(Error.prepareStackTrace, undefined);
    assert.match(new Error('here').stack ?? '', /runtime\.test\.ts:\d+:\d+\)?\n/);
  });

  it('finds lists and objects of the core equal to its own', () => {
    const own = { list: [1], map: new Map([['a', new Set([1])]]), at: new Date(1) };
    assert.deepEqual(structuredClone(own), own);
  });
});
