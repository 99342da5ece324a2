/** Makes a pure function compute its result once per argument: of objects, and of short texts that come again. */
import { LRUCache } from 'lru-cache';

const MAX_TEXTS = 1_000;
/** Longer texts, which a caller can send, are computed each time. */
const MAX_TEXT_LENGTH = 100;

/** Once per text, for the last thousand of them. */
export function memoiseText<V extends string | boolean>(compute: (text: string) => V): (text: string) => V {
  const cache = new LRUCache<string, V>({ max: MAX_TEXTS });
  return (text) => {
    if (text.length > MAX_TEXT_LENGTH) return compute(text);
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const value = compute(text);
    cache.set(text, value);
    return value;
  };
}

/** Once per object. */
export function memoise<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, V>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}
