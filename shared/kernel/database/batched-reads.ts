/**
 * Reads that many callers make at the same moment, in one query: what a query costs beside its rows is the same for one caller and for
 * eight, and one key of an integration is many clients. A caller who asks while a query is under way is in the next one, so it sees every
 * write that ended before it asked.
 */
import DataLoader from 'dataloader';
import type { Model } from 'mongoose';

/** Bounds one batch. */
const MAX_BATCH_SIZE = 100;

/**
 * @param load the values of different keys, in their order; their readers share them
 * @param nameOf tells keys apart
 */
export function createBatchedLoader<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
  nameOf: (key: K) => string | number,
): (key: K) => Promise<V> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<K, V, string | number>(
    (keys) => {
      // From here on the keys are read: who asks now must not share what is read for those before.
      loader.clearAll();
      const values = load(keys);
      running = values.catch(() => undefined);
      return values;
    },
    {
      cacheKeyFn: nameOf,
      maxBatchSize: MAX_BATCH_SIZE,
      // Requests of one turn of the event loop are read one after another, so they meet only at its end.
      batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)),
    },
  );
  return (key) => loader.load(key);
}

/**
 * Different keys do not wait for each other; callers of one key share a load, and its value.
 * @param nameOf tells keys apart
 */
export function createCoalescedLoader<K, V>(load: (key: K) => Promise<V>, nameOf: (key: K) => string): (key: K) => Promise<V> {
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

/** Finds records by id, each for itself; null when there is none. */
export const createBatchedFind = <T extends { _id: number }>(model: Model<T>): ((id: number) => Promise<T | null>) =>
  createBatchedLoader(
    async (ids) => {
      const found = await model
        .find({ _id: { $in: [...ids] } })
        .lean<T[]>()
        .exec();
      const records = new Map(found.map((record) => [record._id, record]));
      return ids.map((id) => records.get(id) ?? null);
    },
    (id) => id,
  );
