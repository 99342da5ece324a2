/**
 * The bytes of reads as they were last sent from here, so that a sealed revision is neither built nor sent over the bus again (hardening A5,
 * X2). They are found by URL alone: the service is asked every time, judges the caller, and names the representation that is due.
 */
import { LRUCache } from 'lru-cache';

const CACHE_BYTES = 64 * 1024 * 1024;
/** About what an entry takes beside its bytes. */
const ENTRY_OVERHEAD_BYTES = 1_000;

/** A representation ready to be sent. */
export interface CachedResponse {
  etag: string;
  bytes: Buffer;
}

export class ResponseCache {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: CACHE_BYTES,
    // The URL is the client's to choose, up to 32 KB.
    sizeCalculation: ({ bytes }, url) => bytes.length + 2 * url.length + ENTRY_OVERHEAD_BYTES,
  });

  /** What was last sent from this URL; whether it may be sent again the service decides. */
  find(url: string): CachedResponse | null {
    return this.#responses.get(url) ?? null;
  }

  /** Keeps a representation that came in full. */
  store(url: string, etag: string, json: string): CachedResponse {
    const response = { etag, bytes: Buffer.from(json) };
    this.#responses.set(url, response);
    return response;
  }
}
