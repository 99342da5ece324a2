/**
 * Object store in a bucket of an S3 server, with presigned download URLs, for a deployment of several
 * machines.
 */
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'minio';
import { hasSystemCode } from '../kernel/errors/system-code.ts';
import type { S3Settings } from '../kernel/node/config.ts';
import { isStorageKey } from '../storage-key.ts';
import { MeasuringStream, type StoredObject } from './measuring-stream.ts';
import type { ObjectStore, PresignOptions, StoredRange } from './object-store.ts';
import { limitSilence, MAX_SILENCE_MS } from './s3-transport.ts';
import { uploadObject } from './s3-upload.ts';
import { isStorageUnavailable } from './storage-unavailable.ts';

export class S3Store implements ObjectStore {
  readonly #settings: S3Settings;
  readonly #client: Client;
  readonly #bucket: string;
  /** Signs links for callers; created with the region of the bucket, which it could not ask for from here. */
  #signer: Promise<Client> | null = null;

  /** @param maxSilenceMs after which a request to a server that does not respond fails; for tests */
  constructor(settings: S3Settings, maxSilenceMs = MAX_SILENCE_MS) {
    this.#settings = settings;
    this.#bucket = settings.bucket;
    this.#client = createClient(settings.endpoint, settings, { maxSilenceMs });
  }

  async prepare(): Promise<void> {
    if (await this.#client.bucketExists(this.#bucket)) return;
    await this.#client.makeBucket(this.#bucket);
  }

  async check(): Promise<void> {
    if (!(await this.#client.bucketExists(this.#bucket)))
      throw new Error(`the bucket ${this.#bucket} does not exist`);
  }

  async put(key: string, bytes: Readable, measure = new MeasuringStream()): Promise<StoredObject> {
    const destination = { client: this.#client, bucket: this.#bucket, name: objectName(key) };
    try {
      await pipeline(bytes, measure, (source: AsyncIterable<Buffer>) => uploadObject(destination, source));
      return measure.summary();
    } catch (error) {
      bytes.destroy();
      // What cannot be removed now is removed by the sweeper. A silent server would be waited for twice.
      if (!isStorageUnavailable(error)) await this.remove(key).catch(() => undefined);
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
        return createClient(publicEndpoint ?? endpoint, this.#settings, { region });
      })
      .catch((error: unknown) => {
        // The next link tries again.
        this.#signer = null;
        throw error;
      });
    return this.#signer;
  }

  async remove(key: string): Promise<void> {
    const name = objectName(key);
    await this.#client.removeObject(this.#bucket, name);
    for await (const { uploadId } of this.#listUnfinishedUploads(name))
      await this.#client.abortMultipartUpload(this.#bucket, name, uploadId).catch(ignoreMissing);
  }

  async *keys(): AsyncIterable<string> {
    for await (const item of this.#client.listObjectsV2(this.#bucket, '', true)) {
      const name: unknown = item.name;
      if (typeof name === 'string' && isStorageKey(name)) yield name;
    }
    for await (const { key } of this.#listUnfinishedUploads('')) if (isStorageKey(key)) yield key;
  }

  /**
   * Multipart uploads that are running, and those that a killed process has left. An old MinIO server lists them
   * by their whole name alone, and removes them after a day.
   */
  async *#listUnfinishedUploads(prefix: string): AsyncIterable<{ key: string; uploadId: string }> {
    let [keyMarker, uploadIdMarker] = ['', ''];
    for (;;) {
      const page = await this.#client.listIncompleteUploadsQuery(
        this.#bucket,
        prefix,
        keyMarker,
        uploadIdMarker,
        '',
      );
      yield* page.uploads;
      if (!page.isTruncated) return;
      [keyMarker, uploadIdMarker] = [page.nextKeyMarker, page.nextUploadIdMarker];
    }
  }
}

/** A client with a region sends no request to sign an address. */
function createClient(
  endpoint: string,
  { accessKey, secretKey }: S3Settings,
  { region, maxSilenceMs = MAX_SILENCE_MS }: { region?: string; maxSilenceMs?: number },
): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname,
    port: port === '' ? (useSSL ? 443 : 80) : Number(port),
    useSSL,
    transport: limitSilence(useSSL ? https : http, maxSilenceMs),
    accessKey,
    secretKey,
    ...(region === undefined ? {} : { region }),
  });
}

function objectName(key: string): string {
  if (!isStorageKey(key)) throw new Error('not a storage key');
  return key;
}

const isMissing = (error: unknown): boolean => hasSystemCode(error, 'NotFound', 'NoSuchKey', 'NoSuchUpload');

/** Another process may have removed the same upload. */
function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
