/**
 * Copies of one record per collection under other ids, so that missing indexes show in query plans.
 * Background-work and singleton collections are left out.
 */
import { randomUUID } from 'node:crypto';
import { type Collection, type Document, ObjectId } from 'mongodb';
import { withDatabases } from '../test-servers.ts';

/** Above every id of a suite. */
const FIRST_ID = 50_000_000;
/** Collections of background work, and those with one record for the whole service. */
const EXCLUDED_COLLECTIONS: ReadonlySet<string> = new Set([
  ...['outbox', 'jobs', 'mails', 'search_rebuilds'],
  ...['counters', 'heads', 'site', 'agreements'],
]);
const UUID = /^[\da-f]{8}-[\da-f]{4}-/;

/** Adds `count` rows to each collection of the databases whose names begin with a prefix. */
export async function addFillerRows(prefix: string, count: number): Promise<void> {
  await withDatabases(prefix, async (databases) => {
    for (const database of databases) {
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
        if (!name.startsWith('system.') && !EXCLUDED_COLLECTIONS.has(name))
          await addCopies(database.collection(name), count);
      }
    }
  });
}

async function addCopies(collection: Collection, count: number): Promise<void> {
  const original = await collection.findOne({}, { sort: { _id: 1 } });
  if (!original) return;
  const indexes = await collection.indexes();
  const indexed = new Set(indexes.flatMap(({ key }) => Object.keys(key)));
  const unique = new Set(indexes.filter((index) => index.unique).flatMap(({ key }) => Object.keys(key)));
  const copies = Array.from({ length: count }, (_, at): Document => {
    const copy: Document = { ...original };
    for (const path of new Set(['_id', ...indexed]))
      setMember(copy, path.split('.'), (value) => fillerValue(value, at, path === '_id' || unique.has(path)));
    return copy;
  });
  await collection.insertMany(copies, { ordered: false });
}

function setMember(
  record: Document,
  [first = '', ...rest]: string[],
  change: (value: unknown) => unknown,
): void {
  const value = record[first];
  if (value === undefined) return;
  if (rest.length === 0) record[first] = change(value);
  else if (typeof value === 'object' && value !== null) {
    record[first] = { ...value };
    setMember(record[first], rest, change);
  }
}

/** Ids are replaced; names only where they must differ. */
function fillerValue(value: unknown, at: number, mustDiffer: boolean): unknown {
  if (typeof value === 'number') return FIRST_ID + at;
  if (value instanceof ObjectId) return new ObjectId();
  if (typeof value === 'boolean') return mustDiffer ? false : value;
  if (Array.isArray(value)) return value.map((one) => fillerValue(one, at, mustDiffer));
  if (typeof value !== 'string') return value;
  if (UUID.test(value)) return randomUUID();
  return mustDiffer ? `${value}-${at}` : value;
}
