/**
 * Where the bytes of files live: one port, two real stores (architecture §6; hardening B1 "Saga", H23). File bytes never cross the
 * bus, so the gateway writes them here and the files service keeps the record that names the key.
 */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What a store learned about the bytes while they passed. */
export interface StoredObject {
  size: number;
  /** SHA-256, 64 hexadecimal digits. */
  sha256: string;
}

/** How a browser is to treat a presigned address. */
export interface PresignOptions {
  /** The whole header value, e.g. `attachment; filename="a.pdf"`. */
  contentDisposition: string;
  mimeType: string;
  /** How long the address works. */
  expiresInSeconds: number;
}

export interface ObjectStore {
  /** Makes the store ready: folders or the bucket. */
  prepare(): Promise<void>;
  /** @throws while the store is away */
  check(): Promise<void>;
  /** Keeps a stream under a key; after an error nothing of it is there. @throws what the stream or the store reports */
  put(key: string, bytes: Readable): Promise<StoredObject>;
  /** The bytes of a key. @throws when there are none */
  open(key: string): Promise<Readable>;
  /** How many bytes stand under the key; null when there are none. */
  sizeOf(key: string): Promise<number | null>;
  /** An address that serves the bytes without a credential; null where the store has no such thing. */
  presign(key: string, presentation: PresignOptions): Promise<string | null>;
  /** Removes a key; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** Every key of the store, in no particular order. */
  keys(): AsyncIterable<string>;
}

const KEY_PATTERN = /^[0-9a-f]{48}$/;

/** A new random key of 192 bits: it tells nothing about the file and cannot be guessed. */
export const newStorageKey = (): string => randomBytes(24).toString('hex');

/** Whether a word is one of our keys, so that it can never be a path. */
export const isStorageKey = (word: string): boolean => KEY_PATTERN.test(word);

/** The pattern of a key, for schemas. */
export const STORAGE_KEY_PATTERN = KEY_PATTERN.source;
