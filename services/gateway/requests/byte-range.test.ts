/** Unit tests of `Range` and `If-Range` headers: which bytes of a file they name. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readByteRange } from '../responses/file-response.ts';

const content = { size: 10, etag: '"a"' };
const read = (range: string | undefined, more: object = {}) =>
  readByteRange({ headers: { ...(range === undefined ? {} : { range }), ...more } }, content);

describe('a range of bytes', () => {
  it('a single range is read; every other one is ignored (document 3, download)', () => {
    assert.deepEqual(read('bytes=2-4'), { start: 2, end: 4 });
    assert.deepEqual(read('bytes=2-'), { start: 2, end: 9 });
    assert.deepEqual(read('bytes=-3'), { start: 7, end: 9 });
    assert.deepEqual(read('bytes=-99'), { start: 0, end: 9 });
    assert.deepEqual(read('bytes=9-99'), { start: 9, end: 9 });
    for (const ignored of [
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'bytes=-0',
      'bytes=10-',
      'bytes=4-2',
      'bytes=0-1,3-4',
      'Bytes 1-2',
      'bytes=1.5-2',
      'bytes=1-9999999999999999',
    ])
      assert.equal(read(ignored), null, ignored);
    assert.equal(readByteRange({ headers: { range: 'bytes=0-' } }, { size: 0, etag: '"a"' }), null);
  });

  it('If-Range with another version takes the whole (document 3, download)', () => {
    assert.deepEqual(read('bytes=2-4', { 'if-range': '"a"' }), { start: 2, end: 4 });
    assert.equal(read('bytes=2-4', { 'if-range': '"b"' }), null);
  });

  it('a range is never outside the content', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }), (size, from, to) => {
        for (const range of [`bytes=${from}-${to}`, `bytes=${from}-`, `bytes=-${to}`]) {
          const found = readByteRange({ headers: { range } }, { size, etag: '' });
          if (found) assert.ok(found.start >= 0 && found.start <= found.end && found.end < size);
        }
      }),
    );
  });
});
