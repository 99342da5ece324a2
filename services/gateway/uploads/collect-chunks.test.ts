import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, it } from '@jest/globals';
import { collectChunksOf } from './collect-chunks.ts';

const MEGABYTE = 1024 * 1024;

/** Reads so many megabytes. @returns the collections with the megabytes received before each */
async function collectionsOf(megabytes: number): Promise<[number, unknown][]> {
  const collections: [number, unknown][] = [];
  let received = 0;
  const source = Readable.from(Array.from({ length: megabytes }, () => Buffer.alloc(MEGABYTE)));
  source.on('data', () => {
    received += 1;
  });
  collectChunksOf(source, async (options) => void collections.push([received, options]));
  await pipeline(source, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return collections;
}

describe('the chunks of an upload', () => {
  it('are collected after every eight megabytes, in the young generation (API4)', async () => {
    const minor = { type: 'minor' };
    assert.deepEqual(await collectionsOf(20), [
      [8, minor],
      [16, minor],
    ]);
  });

  it('of a small upload are left to V8 (API4)', async () => {
    assert.deepEqual(await collectionsOf(7), []);
  });
});
