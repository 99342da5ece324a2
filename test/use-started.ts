/** What the tests of a file or `describe` share. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll } from '@jest/globals';

/** Started before the tests and stopped after them. @returns it, as long as the tests run */
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
