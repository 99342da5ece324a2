/** Tests of the images that a document takes along: those up to the first that does not fit, each read once. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { MAX_IMAGE_BYTES_PER_DOCUMENT } from '../contracts/standards/images.ts';
import { takeImages } from './take-images.ts';

const HALF = MAX_IMAGE_BYTES_PER_DOCUMENT / 2;

describe('the images that a document takes along', () => {
  const take = async (...wanted: [name: string, bytes: number | null][]) => {
    const read: string[] = [];
    const images = wanted.map(([name, bytes]) => ({
      name,
      read: async () => {
        read.push(name);
        return bytes === null ? null : { mediaType: 'image/png', bytes: new Uint8Array(bytes) };
      },
    }));
    return { taken: [...(await takeImages(images)).keys()], read };
  };

  it('are those of its first bytes: none after the first that does not fit', async () => {
    assert.deepEqual((await take(['a', HALF], ['b', HALF], ['c', 1])).taken, ['a', 'b']);
    const { taken, read } = await take(['a', HALF], ['b', HALF + 1], ['c', 1]);
    assert.deepEqual([taken, read], [['a'], ['a', 'b']]);
  });

  it('are read and counted once, and again where they could not be had', async () => {
    const { taken, read } = await take(['a', HALF], ['b', null], ['a', HALF], ['b', HALF]);
    assert.deepEqual(
      [taken, read],
      [
        ['a', 'b'],
        ['a', 'b', 'b'],
      ],
    );
  });
});
