/** Tests of when an idle process collects its garbage. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createIdleGarbageCollection } from './idle-garbage-collection.ts';

describe('a process that has nothing to do', () => {
  it('collects its garbage once after its start and after each busy time', () => {
    let collections = 0;
    const endWindow = createIdleGarbageCollection(() => {
      collections += 1;
    });
    const collectionsAfter = [0.9, 0.1, 0.01, 0.01, 0.1, 0.02, 0.3, 0.1, 0.01].map((share) => {
      endWindow(share);
      return collections;
    });
    assert.deepEqual(collectionsAfter, [0, 0, 1, 1, 1, 1, 1, 1, 2]);
  });
});
