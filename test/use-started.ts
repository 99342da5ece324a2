/** Starts something shared before the tests of a file or `describe`, and stops it after them. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll } from '@jest/globals';

/** @returns a function that gives the started value while the tests run */
export function useStarted<T extends { stop(): Promise<void> }>(start: () => Promise<T>): () => T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.stop());
  return () => {
    assert.ok(started, 'it is used before the tests run');
    return started;
  };
}
