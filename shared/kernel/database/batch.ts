/**
 * Reads that many callers make at the same moment, in one query: what a query costs beside its rows is the same for one caller and for
 * eight. One batch is under way at a time; a caller who asks meanwhile is in the next, so it sees every write that ended before it asked.
 */
import DataLoader from 'dataloader';
import type { Model } from 'mongoose';

/** Bounds one batch. */
const MAX_KEYS = 100;

/**
 * @param load the values of different keys, in their order; their readers share them
 * @param nameOf tells keys apart
 */
export function batched<K, V>(
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
      maxBatchSize: MAX_KEYS,
      // Requests of one turn of the event loop are read one after another, so they meet only at its end.
      batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)),
    },
  );
  return (key) => loader.load(key);
}

/** Finds records by id, each for itself; null when there is none. */
export const batchedFind = <T extends { _id: number }>(model: Model<T>): ((id: number) => Promise<T | null>) =>
  batched(
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
