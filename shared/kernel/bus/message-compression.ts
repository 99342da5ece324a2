/** Large messages cross the bus packed: an export is JSON that shrinks tenfold, so it fits what NATS carries. Small ones pay one byte. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const COMPRESS_FROM_BYTES = 512 * 1024;
/** No message of ours is larger when it is unpacked; one that is was made to fill our memory (H31). */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const PLAIN = Buffer.from([0]);
const COMPRESSED = Buffer.from([1]);

/** A message as it crosses the bus. */
export async function compressMessage(data: Buffer): Promise<Buffer> {
  return data.length < COMPRESS_FROM_BYTES
    ? Buffer.concat([PLAIN, data])
    : Buffer.concat([COMPRESSED, await promisify(deflate)(data)]);
}

/** The message that was packed. @throws Error for bytes that are none, or more than any message has */
export async function decompressMessage(packed: Buffer): Promise<Buffer> {
  const data = packed.subarray(1);
  return packed[0] === PLAIN[0] ? data : promisify(inflate)(data, { maxOutputLength: MAX_MESSAGE_BYTES });
}
