/**
 * Upload of bytes of unknown length to an S3 bucket with the memory of one part, in place of the client's own upload
 * of a stream: that makes two buffers for each part, which outlive the collections of the young generation, so
 * that an upload of 100 MiB took 185 MB.
 */
import { createHash } from 'node:crypto';
import type { Client } from 'minio';

/** The least that S3 accepts for a part but the last. An upload has 10,000 parts at most: 52 GB. */
const PART_BYTES = 5 * 1024 * 1024;
const FIRST_BYTES = 64 * 1024;

/** Where an object is stored. */
interface Destination {
  client: Client;
  bucket: string;
  name: string;
}

/**
 * Stores an object: in a single request when it is smaller than a part, else as a multipart upload, one part after the
 * other. Nothing is visible under the name before the end of the source; after an error a multipart upload may
 * be left to remove. @throws errors of the source and of the server
 */
export async function uploadObject(
  { client, bucket, name }: Destination,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  let uploadId: string | null = null;
  const etags: { part: number; etag: string }[] = [];
  for await (const bytes of partsOf(source)) {
    if (uploadId === null && bytes.length < PART_BYTES) {
      await client.putObject(bucket, name, bytes);
      return;
    }
    uploadId ??= await client.initiateNewMultipartUpload(bucket, name, {});
    const part = etags.length + 1;
    const headers = { 'Content-MD5': createHash('md5').update(bytes).digest('base64') };
    const { etag } = await client.uploadPart(
      { bucketName: bucket, objectName: name, uploadID: uploadId, partNumber: part, headers },
      bytes,
    );
    etags.push({ part, etag });
  }
  if (uploadId !== null) await client.completeMultipartUpload(bucket, name, uploadId, etags);
}

/**
 * The source in parts of `PART_BYTES` with a shorter one at the end, at least one. They share their memory: a part
 * is valid until the next is asked for.
 */
async function* partsOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let size = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      if (size === PART_BYTES) {
        yield part;
        size = 0;
      }
      if (size === part.length) part = enlarge(part);
      const copied = chunk.copy(part, size, at);
      at += copied;
      size += copied;
    }
  }
  yield part.subarray(0, size);
}

/** So that a small file does not take the memory of a part. */
function enlarge(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, 2 * buffer.length));
  buffer.copy(larger);
  return larger;
}
