/**
 * Snapshot of all databases, to check that a rejected request has written nothing. It reads the documents,
 * because some of their members change by themselves; the fuzzer, which looks after every request, has
 * MongoDB's own digests (`fuzz/checks/database-digest.ts`).
 */
import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { eventually } from '../eventually.ts';
import type { TestNode } from '../service-node.ts';
import { withDatabases } from '../test-servers.ts';

/** Noted of every request, refused or not. */
const IGNORED_COLLECTIONS = new Set(['key_usage', 'login_failures', 'processed_events', 'system.profile']);
/** When a session was last used. */
const IGNORED_MEMBERS = new Set(['last_used_at', 'expires_at']);

export type DatabaseContents = ReadonlyMap<string, string>;

/** A digest of each collection, by database and name, once everything that was under way has arrived. */
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

/** The collections that are not as they were. */
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
