/**
 * Fills every collection of a test database with copies of its records under foreign ids, so that missing
 * indexes show in query plans.
 */
import { randomUUID } from 'node:crypto';
import { type Collection, type Document, ObjectId } from 'mongodb';
import { withDatabases } from '../test-servers.ts';

/** Above every id of a suite. */
const FIRST_ID = 50_000_000;
/** Collections of background work, and those with one record for the whole service. */
const NOT_MULTIPLIED: ReadonlySet<string> = new Set([
  ...['outbox', 'jobs', 'mails', 'search_rebuilds'],
  ...['counters', 'heads', 'site', 'agreements'],
]);
const UUID = /^[\da-f]{8}-[\da-f]{4}-/;

/** Multiplies every collection of the databases whose names begin with a prefix by `count` foreign rows. */
export async function addForeignRows(prefix: string, count: number): Promise<void> {
  await withDatabases(prefix, async (databases) => {
    for (const database of databases) {
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
        if (!name.startsWith('system.') && !NOT_MULTIPLIED.has(name))
          await multiply(database.collection(name), count);
      }
    }
  });
}

async function multiply(collection: Collection, count: number): Promise<void> {
  const pattern = await collection.findOne({}, { sort: { _id: 1 } });
  if (!pattern) return;
  const indexes = await collection.indexes();
  const indexed = new Set(indexes.flatMap(({ key }) => Object.keys(key)));
  const unique = new Set(indexes.filter((index) => index.unique).flatMap(({ key }) => Object.keys(key)));
  const copies = Array.from({ length: count }, (_, at): Document => {
    const copy: Document = { ...pattern };
    for (const path of new Set(['_id', ...indexed]))
      setMember(copy, path.split('.'), (value) =>
        foreignValue(value, at, path === '_id' || unique.has(path)),
      );
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

/** Ids become those of others; names only where they must differ. */
function foreignValue(value: unknown, at: number, mustDiffer: boolean): unknown {
  if (typeof value === 'number') return FIRST_ID + at;
  if (value instanceof ObjectId) return new ObjectId();
  if (typeof value === 'boolean') return mustDiffer ? false : value;
  if (Array.isArray(value)) return value.map((one) => foreignValue(one, at, mustDiffer));
  if (typeof value !== 'string') return value;
  if (UUID.test(value)) return randomUUID();
  return mustDiffer ? `${value}-${at}` : value;
}
