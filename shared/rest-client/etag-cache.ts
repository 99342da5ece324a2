/**
 * Cache of the responses of reads with their ETags, so that a response that has not changed is not sent again. The
 * service is still asked each time, so that nothing is shown that the caller may no longer read.
 */

interface CachedResponse {
  etag: string;
  /** The JSON, which is parsed for each caller. */
  text: string;
}

/** The least recently used responses are dropped when the cache is full. */
export class EtagCache {
  readonly #maxCharacters: number;
  readonly #byPath = new Map<string, CachedResponse>();
  #characters = 0;

  /** @param maxCharacters of all responses together; 0: keeps nothing */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** @param path with its query */
  find(path: string): CachedResponse | undefined {
    const found = this.#byPath.get(path);
    if (found) {
      this.#byPath.delete(path);
      this.#byPath.set(path, found);
    }
    return found;
  }

  keep(path: string, response: CachedResponse): void {
    this.#drop(path);
    if (response.text.length > this.#maxCharacters) return;
    this.#byPath.set(path, response);
    this.#characters += response.text.length;
    for (const oldest of this.#byPath.keys()) {
      if (this.#characters <= this.#maxCharacters) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    this.#characters -= this.#byPath.get(path)?.text.length ?? 0;
    this.#byPath.delete(path);
  }
}
