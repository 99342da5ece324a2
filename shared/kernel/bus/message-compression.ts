/**
 * Compression of bus messages from 512 KB on, for `reliable-nats.ts`, so that an export fits the limit of
 * NATS; smaller ones only get a marker byte.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

const COMPRESS_FROM_BYTES = 512 * 1024;
/** No message of ours is larger; a larger one is an attack on memory (H31). */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const PLAIN = Buffer.from([0]);
const COMPRESSED = Buffer.from([1]);

export async function compressMessage(data: Buffer): Promise<Buffer> {
  return data.length < COMPRESS_FROM_BYTES
    ? Buffer.concat([PLAIN, data])
    : Buffer.concat([COMPRESSED, await promisify(deflate)(data)]);
}

/** @throws Error for bytes that are not a compressed message, or more than `MAX_MESSAGE_BYTES` */
export async function decompressMessage(packed: Buffer): Promise<Buffer> {
  const data = packed.subarray(1);
  return packed[0] === PLAIN[0] ? data : promisify(inflate)(data, { maxOutputLength: MAX_MESSAGE_BYTES });
}
