/**
 * Digests of the collections of a test node, to check that a rejected request has written nothing.
 * Collections and members that every request may change are left out; the fuzzer uses the faster digests of
 * MongoDB (`fuzz/checks/database-digest.ts`).
 */
import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { eventually } from '../eventually.ts';
import type { TestNode } from '../service-node.ts';
import { withDatabases } from '../test-servers.ts';

/** Collections that every request may write to. */
const IGNORED_COLLECTIONS = new Set(['key_usage', 'login_failures', 'processed_events', 'system.profile']);
/** Members that the use of a session changes. */
const IGNORED_MEMBERS = new Set(['last_used_at', 'expires_at']);

export type DatabaseContents = ReadonlyMap<string, string>;

/** A digest of each collection, by database and name, once outboxes and jobs are empty. */
export function readDatabaseContents(node: TestNode): Promise<DatabaseContents> {
  return withDatabases(node.node.config.databasePrefix, async (databases) => {
    await waitUntilDelivered(databases);
    const digests = new Map<string, string>();
    for (const database of databases) {
      for (const collection of await database.collections()) {
        if (IGNORED_COLLECTIONS.has(collection.collectionName)) continue;
        const documents = await collection.find().sort({ _id: 1 }).toArray();
        const text = JSON.stringify(documents, (key, value) =>
          IGNORED_MEMBERS.has(key) ? undefined : value,
        );
        digests.set(
          collection.namespace,
          `${documents.length} ${createHash('sha256').update(text).digest('hex')}`,
        );
      }
    }
    return digests;
  });
}

/** The collections that have changed. */
export async function changedCollections(before: DatabaseContents, node: TestNode): Promise<string[]> {
  return changedDigests(before, await readDatabaseContents(node));
}

/** The names whose digests differ. */
export const changedDigests = (before: DatabaseContents, after: DatabaseContents): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));

async function waitUntilDelivered(databases: Db[]): Promise<void> {
  await eventually(async () => {
    const rows = await Promise.all(
      databases.flatMap((database) => [
        database.collection('outbox').countDocuments(),
        database.collection('jobs').countDocuments({ state: { $in: ['queued', 'running'] } }),
      ]),
    );
    return rows.every((count) => count === 0);
  });
}
