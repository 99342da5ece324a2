/** Large messages cross the bus packed: an export is JSON that shrinks tenfold, so it fits what NATS carries. Small ones pay one byte. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const FROM_BYTES = 512 * 1024;
/** No message of ours is larger when it is unpacked; one that is was made to fill our memory (H31). */
const MOST_BYTES = 64 * 1024 * 1024;
const PLAIN = Buffer.from([0]);
const PACKED = Buffer.from([1]);

/** A message as it crosses the bus. */
export async function packMessage(data: Buffer): Promise<Buffer> {
  return data.length < FROM_BYTES ? Buffer.concat([PLAIN, data]) : Buffer.concat([PACKED, await promisify(deflate)(data)]);
}

/** The message that was packed. @throws Error for bytes that are none, or more than any message has */
export async function unpackMessage(packed: Buffer): Promise<Buffer> {
  const data = packed.subarray(1);
  return packed[0] === PLAIN[0] ? data : promisify(inflate)(data, { maxOutputLength: MOST_BYTES });
}
