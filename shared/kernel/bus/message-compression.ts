/**
 * Wire format of a bus message: one marker byte, then the message, which is compressed from 512 KB on so that an export
 * fits the limit of NATS. The nodes and the bus client of programs both use it, so a change of it needs both.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const COMPRESS_FROM_BYTES = 512 * 1024;
/** No message of ours is larger; a larger one is an attack on memory. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** Compressed messages are larger; the usual 16 KB would be hundreds of buffers. */
const INFLATE_CHUNK_BYTES = 1024 * 1024;
const PLAIN = Buffer.from([0]);
const COMPRESSED = Buffer.from([1]);

export async function packMessage(data: Buffer): Promise<Buffer> {
  return data.length < COMPRESS_FROM_BYTES
    ? Buffer.concat([PLAIN, data])
    : Buffer.concat([COMPRESSED, await promisify(deflate)(data)]);
}

/** Whether a message is compressed, so that it may be larger than it looks. */
export const isCompressed = (packed: Uint8Array): boolean => packed[0] === COMPRESSED[0];

/**
 * The content of a message; inflating stops at the limit.
 * @throws Error for bytes that are not a message, and for more than `maxBytes`
 */
export async function unpackMessage(packed: Buffer, maxBytes = MAX_MESSAGE_BYTES): Promise<Buffer> {
  const data = packed.subarray(1);
  if (isCompressed(packed))
    return promisify(inflate)(data, { maxOutputLength: maxBytes, chunkSize: INFLATE_CHUNK_BYTES });
  if (packed[0] !== PLAIN[0]) throw new Error('the first byte is neither 0 nor 1');
  if (data.length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
  return data;
}
