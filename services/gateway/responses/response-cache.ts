/**
 * Cache in memory of the representations last sent, so that one that has not changed is neither built nor
 * sent over the bus again. It is keyed only by URL: the service is still called every
 * time, authorizes the caller and names the ETag of the current representation.
 */
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';

export interface CachedResponse {
  etag: string;
  bytes: Buffer;
}

export class ResponseCache {
  readonly #responses = new ProcessCache<string, CachedResponse>(
    // The client chooses the URL, up to 64 KB.
    ({ bytes }, url) => bytes.length + 2 * url.length,
  );

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
