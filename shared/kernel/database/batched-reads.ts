/**
 * Loaders that let concurrent reads in one process share a database query: by batches of keys, or by equal
 * keys. A read that comes while a query is running goes into the next one, so it sees every write that ended
 * before it.
 */
import DataLoader from 'dataloader';

const MAX_BATCH_SIZE = 100;

/**
 * @param load returns the values of distinct keys in their order
 * @param nameOf identifies a key
 */
export function createBatchedLoader<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
  nameOf: (key: K) => string | number,
): (key: K) => Promise<V> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<K, V, string | number>(
    (keys) => {
      // A later read must not share this query.
      loader.clearAll();
      const values = load(keys);
      running = values.catch(() => undefined);
      return values;
    },
    {
      cacheKeyFn: nameOf,
      maxBatchSize: MAX_BATCH_SIZE,
      // A batch closes one iteration of the event loop after the last query has ended: clients that have just been
      // answered send their next requests. Of eight clients half would wait for each other's query.
      batchScheduleFn: (dispatch) => void running.then(() => setImmediate(setImmediate, dispatch)),
    },
  );
  return (key) => loader.load(key);
}

/**
 * Callers of one key share a load and its value; different keys load independently.
 * @param nameOf identifies a key
 */
export function createCoalescedLoader<K, V>(
  load: (key: K) => Promise<V>,
  nameOf: (key: K) => string,
): (key: K) => Promise<V> {
  const running = new Map<string, Promise<V>>();
  const next = new Map<string, Promise<V>>();
  const begin = (name: string, key: K): Promise<V> => {
    const value = load(key);
    running.set(name, value);
    const end = (): void => void (running.get(name) === value && running.delete(name));
    value.then(end, end);
    return value;
  };
  return (key) => {
    const name = nameOf(key);
    const current = running.get(name);
    if (!current) return begin(name, key);
    const waiting = next.get(name);
    if (waiting) return waiting;
    const beginNext = (): Promise<V> => {
      next.delete(name);
      return begin(name, key);
    };
    const following = current.then(beginNext, beginNext);
    next.set(name, following);
    return following;
  };
}

/** Finds single records by id; null when there is none. @param findMany finds those that exist, in any order */
export const createBatchedFind = <T extends { _id: number }>(
  findMany: (ids: readonly number[]) => Promise<T[]>,
): ((id: number) => Promise<T | null>) =>
  createBatchedLoader(
    async (ids) => {
      const rows = await findMany(ids);
      const records = new Map(rows.map((record) => [record._id, record]));
      return ids.map((id) => records.get(id) ?? null);
    },
    (id) => id,
  );
