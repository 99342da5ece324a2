/** Tests of when received buffers are collected. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createBufferGarbageCollection } from './buffer-garbage-collection.ts';

const MEGABYTE = 1024 * 1024;

/** Uses so many buffers of a megabyte. @returns the collections with the megabytes used before each */
function collectionsOf(megabytes: number): [number, unknown][] {
  const collections: [number, unknown][] = [];
  let used = 0;
  const collectGarbageIfDue = createBufferGarbageCollection(
    async (options) => void collections.push([used, options]),
  );
  for (used = 1; used <= megabytes; used += 1) collectGarbageIfDue(MEGABYTE);
  return collections;
}

describe('received buffers', () => {
  it('are collected after every eight megabytes, in the young generation (API4)', () => {
    const minor = { type: 'minor' };
    assert.deepEqual(collectionsOf(20), [
      [8, minor],
      [16, minor],
    ]);
  });

  it('are left to V8 where they are few (API4)', () => {
    assert.deepEqual(collectionsOf(7), []);
  });
});
