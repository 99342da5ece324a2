/** Keeps the bytes of one small upload in memory, for a service that takes them on the bus. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MeasuringStream, type StoredObject } from '../../../shared/storage/measuring-stream.ts';
import type { UploadStore } from './receive-upload.ts';

export class UploadMemory implements UploadStore {
  readonly #contents = new Map<string, Buffer>();

  async put(key: string, bytes: Readable, measure = new MeasuringStream()): Promise<StoredObject> {
    const chunks: Buffer[] = [];
    await pipeline(bytes, measure, async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) chunks.push(chunk);
    });
    this.#contents.set(key, Buffer.concat(chunks));
    return measure.summary();
  }

  async remove(key: string): Promise<void> {
    this.#contents.delete(key);
  }

  /** The bytes of a key; empty when it does not exist. */
  bytesOf(key: string): Buffer {
    return this.#contents.get(key) ?? Buffer.alloc(0);
  }
}
