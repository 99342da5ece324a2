/**
 * Follows the changes of a MongoDB database that concern a search index: selects collections and members, and gives a
 * stream of the ids that changed.
 */
import type { Model } from 'mongoose';
import type { IndexEvents } from './search-index.ts';

/** Selects inserts and deletions in a collection, and updates of these members. */
export const changesOf = <T>(model: Model<T>, members: readonly string[]): object => ({
  'ns.coll': model.collection.name,
  operationType: { $in: ['insert', 'update', 'replace', 'delete'] },
  $or: [
    { operationType: { $ne: 'update' } },
    ...members.map((member) => ({ [`updateDescription.updatedFields.${member}`]: { $exists: true } })),
  ],
});

/** A change: its collection, and the id of its record. */
export interface DatabaseChange {
  collection: string;
  id: unknown;
}

/**
 * The changes from now on in the database of a collection. The driver resumes after an interruption; it throws
 * when it cannot.
 * @param filters as `changesOf` returns them
 */
export async function watchDatabase<T, E>(
  model: Model<T>,
  filters: readonly object[],
  toEvent: (change: DatabaseChange) => E,
): Promise<IndexEvents<E>> {
  const { db, name } = model.db;
  if (!db) throw new Error(`the database ${name} is not open`);
  const stream = db.watch(
    [{ $match: { $or: [...filters] } }, { $project: { operationType: 1, ns: 1, documentKey: 1 } }],
    { maxAwaitTimeMS: 500 },
  );
  // The server notes the present only when it is asked first.
  const first = await stream.tryNext();
  return {
    async *[Symbol.asyncIterator]() {
      if (first) yield toEvent(toChange(first));
      for await (const change of stream) yield toEvent(toChange(change));
    },
    close: () => stream.close(),
  };
}

function toChange(change: unknown): DatabaseChange {
  const { ns, documentKey } = Object(change);
  return { collection: String(ns?.coll), id: documentKey?._id };
}
