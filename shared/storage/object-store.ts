/**
 * Interface of the object stores for file bytes. The gateway writes the bytes to the store, and the files service
 * stores a record with the key; bytes never cross the bus.
 */
import type { Readable } from 'node:stream';
import type { MeasuringStream, StoredObject } from './measuring-stream.ts';

export interface PresignOptions {
  /** The whole header value, e.g. `attachment; filename="a.pdf"`. */
  contentDisposition: string;
  mimeType: string;
  /** Lifetime of the URL. */
  expiresInSeconds: number;
}

/** The first and the last byte, both included. */
export interface StoredRange {
  start: number;
  end: number;
}

export interface ObjectStore {
  /** Creates the folders or the bucket. */
  prepare(): Promise<void>;
  /** @throws while the store is unavailable */
  check(): Promise<void>;
  /**
   * Stores a stream under a key, completely or not at all. @throws errors of the stream and of the store
   * @param measure a new stream, where the caller wants the first bytes
   */
  put(key: string, bytes: Readable, measure?: MeasuringStream): Promise<StoredObject>;
  /** The bytes of a key, or a range of them. @throws when the key does not exist */
  open(key: string, range?: StoredRange): Promise<Readable>;
  /** The size in bytes; null when the key does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** A URL that serves the bytes without a credential; null when the store has none. */
  presign(key: string, presentation: PresignOptions): Promise<string | null>;
  /** Removes a key and unfinished uploads to it, if they exist. */
  remove(key: string): Promise<void>;
  /** Every key of the store and of its unfinished uploads, in no particular order. */
  keys(): AsyncIterable<string>;
}
