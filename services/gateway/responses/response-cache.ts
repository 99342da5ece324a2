/**
 * Cache in memory of the representations last sent, so that one that has not changed is neither built nor
 * sent over the bus again. It is keyed only by URL: the service is still called every
 * time, authorizes the caller and names the ETag of the current representation.
 */
import { LRUCache } from 'lru-cache';

const CACHE_BYTES = 64 * 1024 * 1024;
/** The approximate memory of an entry in addition to its bytes. */
const ENTRY_OVERHEAD_BYTES = 1_000;

export interface CachedResponse {
  etag: string;
  bytes: Buffer;
}

export class ResponseCache {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: CACHE_BYTES,
    // The client chooses the URL, up to 64 KB.
    sizeCalculation: ({ bytes }, url) => bytes.length + 2 * url.length + ENTRY_OVERHEAD_BYTES,
  });

  /** The representation last sent for this URL; the service decides whether it is current. */
  find(url: string): CachedResponse | null {
    return this.#responses.get(url) ?? null;
  }

  store(url: string, etag: string, json: string): CachedResponse {
    const response = { etag, bytes: Buffer.from(json) };
    this.#responses.set(url, response);
    return response;
  }
}
