/**
 * Digests of the collections of a test node, to check that a rejected request has written nothing.
 * Collections and members that every request may change are left out.
 */
import assert from 'node:assert/strict';
import type { Collection, Db } from 'mongodb';
import { sha256 } from '../../shared/hash.ts';
import { eventually } from '../eventually.ts';
import type { TestNode } from '../service-node.ts';

/** Collections that every request may write to. */
const IGNORED_COLLECTIONS = new Set([
  'key_usage',
  'login_failures',
  'processed_events',
  'system.profile',
  // The head of the audit trail, to which refusals add.
  'chain',
]);
/** Audit entries of what was refused, which changes nothing. */
const REFUSALS = /^account\.(sign_in_failed|sign_in_limited|permission_refused|refusals_not_listed)$/;
/** Members that the use of a session changes. */
const USED_MEMBERS = ['last_used_at', 'expires_at'];

export type DatabaseContents = ReadonlyMap<string, string>;

/** A digest of each collection, by database and name, once outboxes and jobs are empty. */
export async function readDatabaseContents(node: TestNode): Promise<DatabaseContents> {
  const databases = await databasesOf(node);
  await waitUntilDelivered(databases);
  const digests = await hashCollections(databases);
  for (const name of digests.keys())
    if (IGNORED_COLLECTIONS.has(name.slice(name.indexOf('.') + 1))) digests.delete(name);
  for (const database of databases) {
    const entries = database.collection('entries');
    if (digests.has(entries.namespace)) digests.set(entries.namespace, await hashEntries(entries));
    const sessions = database.collection('sessions');
    if (digests.has(sessions.namespace)) digests.set(sessions.namespace, await hashSessions(sessions));
  }
  return digests;
}

/** Its databases, over its own connection: to open one for each look takes longer than the look. */
async function databasesOf({ node }: TestNode): Promise<Db[]> {
  const { db } = await node.openDatabase('audit');
  assert.ok(db);
  const { client } = db;
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  const prefix = `${node.config.databasePrefix}-`;
  return databases.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => client.db(name));
}

/** MongoDB's own digest of each collection, by database and name. */
export async function hashCollections(databases: readonly Db[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    databases.map(async (database) => {
      const result = await database.command({ dbHash: 1 });
      const collections: Record<string, string> = result.collections;
      return Object.entries(collections).map(
        ([name, digest]) => [`${database.databaseName}.${name}`, digest] as const,
      );
    }),
  );
  return new Map(found.flat());
}

async function hashSessions(sessions: Collection): Promise<string> {
  const used = Object.fromEntries(USED_MEMBERS.map((name) => [name, 0]));
  const rows = await sessions.find().project(used).sort({ _id: 1 }).toArray();
  return sha256(JSON.stringify(rows));
}

async function hashEntries(entries: Collection): Promise<string> {
  const rows = await entries
    .find({ action: { $not: REFUSALS } })
    .project({ _id: 0, hash: 0 })
    .sort({ _id: 1 })
    .toArray();
  return sha256(JSON.stringify(rows));
}

/** The collections that have changed. */
export async function changedCollections(before: DatabaseContents, node: TestNode): Promise<string[]> {
  return changedDigests(before, await readDatabaseContents(node));
}

/** The names whose digests differ. */
export const changedDigests = (before: DatabaseContents, after: DatabaseContents): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));

/** Waits until the outboxes and jobs of these databases are empty. */
export async function waitUntilDelivered(databases: Db[]): Promise<void> {
  const waiting = databases.flatMap((database) => [
    [database.collection('outbox'), {}] as const,
    [database.collection('jobs'), { state: { $in: ['queued', 'running'] } }] as const,
  ]);
  /** Waits for each alone. @returns whether all were empty at the first look */
  const wereEmpty = async (): Promise<boolean> => {
    const looks = await Promise.all(
      waiting.map(async ([collection, filter]) => {
        let count = 0;
        await eventually(async () => {
          count += 1;
          return (await collection.findOne(filter, { projection: { _id: 1 } })) === null;
        });
        return count;
      }),
    );
    return looks.every((count) => count === 1);
  };
  // Twice: a job that ended during the first look may have added one to a database that was seen empty before.
  await eventually(async () => (await wereEmpty()) && (await wereEmpty()), { every: 0 });
}
