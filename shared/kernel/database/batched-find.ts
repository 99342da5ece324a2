/**
 * Finding records by id, many callers in one query: a query costs as much for eight ids as for one and a half. One is under way at a time;
 * who asks meanwhile is in the next. Nothing is cached, so a caller sees every write that ended before it asked.
 */
import DataLoader from 'dataloader';
import type { Model } from 'mongoose';

/** Bounds one query. */
const MAX_IDS = 100;

/** @returns a function that finds one record; null when there is none */
export function batchedFind<T extends { _id: number }>(model: Model<T>): (id: number) => Promise<T | null> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<number, T | null>(
    async (ids) => {
      const found = model
        .find({ _id: { $in: [...new Set(ids)] } })
        .lean<T[]>()
        .exec();
      running = found.catch(() => undefined);
      const records = new Map((await found).map((record) => [record._id, record]));
      return ids.map((id) => records.get(id) ?? null);
    },
    {
      cache: false,
      maxBatchSize: MAX_IDS,
      // Requests of one turn of the event loop are read one after another, so they meet only at its end.
      batchScheduleFn: (dispatch) => void running.then(() => setImmediate(dispatch)),
    },
  );
  return (id) => loader.load(id);
}
