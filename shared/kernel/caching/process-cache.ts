/**
 * Caches in memory that share one budget of bytes for the process: what was used longest ago goes first, whichever cache
 * it is in. A cache is for what may be lost: it is read or computed again.
 */
import { LRUCache } from 'lru-cache';

/** Where nothing was set, as in tools that start no node. */
const DEFAULT_BYTES = 96e6;
/** Memory of an entry in addition to its value: its key, and its places in the lists. */
const ENTRY_BYTES = 300;

interface Entry {
  /** Removes it from its cache. */
  forget(): void;
}

let limit = DEFAULT_BYTES;
let entries = createEntries();

function createEntries(): LRUCache<Entry, true> {
  return new LRUCache<Entry, true>({ maxSize: limit, dispose: (_, entry) => entry.forget() });
}

/** Sets the bytes that all caches of this process may take together; another number than before empties them. */
export function limitCaches(bytes: number): void {
  if (bytes === limit) return;
  limit = bytes;
  entries.clear();
  entries = createEntries();
}

/** The bytes that the values in all caches take, as estimated. */
export const cachedBytes = (): number => entries.calculatedSize;

export class ProcessCache<K, V> {
  readonly #own = new Map<K, Entry & { value: V }>();
  readonly #sizeOf: (value: V, key: K) => number;

  /** @param sizeOf the approximate bytes of a value in memory */
  constructor(sizeOf: (value: V, key: K) => number) {
    this.#sizeOf = sizeOf;
  }

  get(key: K): V | undefined {
    const entry = this.#own.get(key);
    if (entry !== undefined) entries.get(entry);
    return entry?.value;
  }

  has(key: K): boolean {
    return this.#own.has(key);
  }

  /** Keeps a value, unless it alone exceeds the budget. */
  set(key: K, value: V): void {
    this.delete(key);
    const size = ENTRY_BYTES + Math.ceil(this.#sizeOf(value, key));
    if (size > limit) return;
    const entry = { value, forget: () => void this.#own.delete(key) };
    this.#own.set(key, entry);
    entries.set(entry, true, { size });
  }

  delete(key: K): void {
    const entry = this.#own.get(key);
    if (entry !== undefined) entries.delete(entry);
  }
}
