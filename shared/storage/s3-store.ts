/**
 * Object store in a bucket of an S3 server, with presigned download URLs, for a deployment of several
 * machines (decisions E1; document 3, presigned addresses).
 */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'minio';
import type { S3Settings } from '../kernel/node/config.ts';
import { isStorageKey } from '../storage-key.ts';
import { MeasuringStream } from './measuring-stream.ts';
import type { ObjectStore, PresignOptions, StoredObject, StoredRange } from './object-store.ts';

/** Bytes in memory per upload, and the size of one part of a longer one (10,000 parts at most). */
const PART_BYTES = 8 * 1024 * 1024;

export class S3Store implements ObjectStore {
  readonly #settings: S3Settings;
  readonly #client: Client;
  readonly #bucket: string;
  /** Signs links for callers; created with the region of the bucket, which it could not ask for from here. */
  #signer: Promise<Client> | null = null;

  constructor(settings: S3Settings) {
    this.#settings = settings;
    this.#bucket = settings.bucket;
    this.#client = createClient(settings.endpoint, settings);
  }

  async prepare(): Promise<void> {
    if (await this.#client.bucketExists(this.#bucket)) return;
    await this.#client.makeBucket(this.#bucket);
  }

  async check(): Promise<void> {
    if (!(await this.#client.bucketExists(this.#bucket)))
      throw new Error(`the bucket ${this.#bucket} does not exist`);
  }

  async put(key: string, bytes: Readable): Promise<StoredObject> {
    const name = objectName(key);
    const measure = new MeasuringStream();
    const measured = new PassThrough({ highWaterMark: PART_BYTES });
    // The client does not report errors of its source, so the end of the source is awaited as well.
    const received = pipeline(bytes, measure, measured);
    received.catch(() => undefined);
    try {
      const first = await readFirstPart(measured);
      if (first.isWhole) await this.#client.putObject(this.#bucket, name, first.bytes);
      else await Promise.all([this.#client.putObject(this.#bucket, name, first.rest), received]);
      await received;
      return measure.summary();
    } catch (error) {
      bytes.destroy();
      // Either may fail when there is nothing to remove; the sweeper removes the rest.
      await this.#client.removeIncompleteUpload(this.#bucket, name).catch(() => undefined);
      await this.#client.removeObject(this.#bucket, name).catch(() => undefined);
      throw error;
    }
  }

  open(key: string, range?: StoredRange): Promise<Readable> {
    const name = objectName(key);
    if (!range) return this.#client.getObject(this.#bucket, name);
    const { start, end } = range;
    return this.#client.getPartialObject(this.#bucket, name, start, end - start + 1);
  }

  async sizeOf(key: string): Promise<number | null> {
    try {
      const { size } = await this.#client.statObject(this.#bucket, objectName(key));
      return size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async presign(
    key: string,
    { contentDisposition, mimeType, expiresInSeconds }: PresignOptions,
  ): Promise<string> {
    const signer = await this.#openSigner();
    return signer.presignedGetObject(this.#bucket, objectName(key), expiresInSeconds, {
      'response-content-disposition': contentDisposition,
      'response-content-type': mimeType,
    });
  }

  #openSigner(): Promise<Client> {
    this.#signer ??= this.#client
      .getBucketRegionAsync(this.#bucket)
      .then((region) => {
        const { endpoint, publicEndpoint } = this.#settings;
        return createClient(publicEndpoint ?? endpoint, this.#settings, region);
      })
      .catch((error: unknown) => {
        // The next link tries again.
        this.#signer = null;
        throw error;
      });
    return this.#signer;
  }

  async remove(key: string): Promise<void> {
    await this.#client.removeObject(this.#bucket, objectName(key));
  }

  async *keys(): AsyncIterable<string> {
    for await (const item of this.#client.listObjectsV2(this.#bucket, '', true)) {
      const name: unknown = item.name;
      if (typeof name === 'string' && isStorageKey(name)) yield name;
    }
  }
}

function createClient(endpoint: string, { accessKey, secretKey }: S3Settings, region?: string): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname,
    port: port === '' ? (useSSL ? 443 : 80) : Number(port),
    useSSL,
    accessKey,
    secretKey,
    partSize: PART_BYTES,
    ...(region === undefined ? {} : { region }),
  });
}

function objectName(key: string): string {
  if (!isStorageKey(key)) throw new Error('not a storage key');
  return key;
}

type FirstPart = { isWhole: true; bytes: Buffer } | { isWhole: false; rest: Readable };

/** Reads up to one part: a file that fits is sent in a single request, a longer one as a stream. */
async function readFirstPart(source: Readable): Promise<FirstPart> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next();
    if (next.done) return { isWhole: true, bytes: Buffer.concat(chunks, size) };
    chunks.push(next.value);
    size += next.value.length;
    if (size >= PART_BYTES) break;
  }
  async function* all(): AsyncIterable<Buffer> {
    yield Buffer.concat(chunks.splice(0), size);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { isWhole: false, rest: Readable.from(all(), { objectMode: false }) };
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'NotFound' || error.code === 'NoSuchKey');
