/** Tests of what the console unpacks of a PDF: as Node does, with its checksum, and never more than allowed. */
import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { inflateSync } from '../../console/src/verifying/node-zlib.ts';

const LIMIT = { maxOutputLength: 1_000_000 };

describe('what the console unpacks', () => {
  it('is what was packed, of any length', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), fc.integer({ min: 0, max: 9 }), (bytes, level) => {
        assert.deepEqual(Uint8Array.from(inflateSync(deflateSync(bytes, { level }), LIMIT)), bytes);
      }),
      { numRuns: 100 },
    ));

  it('is refused where the checksum is of other bytes, and where it is cut', () => {
    const packed = deflateSync(Buffer.from('Cement shall be dry.'.repeat(1_000)));
    for (const at of [1, 2, 3, 4]) {
      const changed = Uint8Array.from(packed);
      changed[packed.length - at] = (packed.at(-at) ?? 0) ^ 1;
      assert.throws(() => inflateSync(changed, LIMIT), /data check/);
    }
    for (const length of [0, 1, 5, packed.length - 5])
      assert.throws(() => inflateSync(packed.subarray(0, length), LIMIT));
  });

  it('is refused above the limit, before all of it is in memory', () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000));
    const before = process.memoryUsage().arrayBuffers;
    assert.throws(() => inflateSync(bomb, LIMIT), RangeError);
    assert.ok(process.memoryUsage().arrayBuffers - before < 50_000_000);
    const most = deflateSync(Buffer.alloc(LIMIT.maxOutputLength));
    assert.equal(inflateSync(most, LIMIT).length, LIMIT.maxOutputLength);
  });
});
