/**
 * Test node whose counters start at different six-digit numbers for every kind of resource, so that an id
 * in a response identifies one resource.
 */
import { MongoClient } from 'mongodb';
import { startTestNode, type TestNode } from '../service-node.ts';
import { databasePrefix, mongodbUri } from '../test-servers.ts';

/** The counters of every service. */
const COUNTERS: Readonly<Record<string, readonly string[]>> = {
  identity: ['users', 'companies', 'keys', 'notifications'],
  standards: ['libraries', 'categories', 'standards', 'revisions', 'elements', 'fields'],
  projects: ['projects', 'project_revisions', 'categories', 'comments', 'sponsorship_requests'],
  datasheets: ['datasheets', 'revisions'],
  files: ['files', 'folders'],
};

/** An id of six digits that nobody has. */
export const MISSING_ID = 999_999;
/** Below it are ids of a kind whose counter is missing above. */
export const FIRST_ID = 100_000;
/** How far the counters are apart. */
export const IDS_OF_A_KIND = 10_000;

/** Starts all services in this process; its counters begin above `FIRST_ID`. */
export async function startServiceWithDistinctIds(env: Record<string, string> = {}): Promise<TestNode> {
  const prefix = databasePrefix('ids');
  const client = await MongoClient.connect(mongodbUri());
  try {
    let last = FIRST_ID;
    for (const [service, kinds] of Object.entries(COUNTERS)) {
      const rows = kinds.map((_id) => {
        last += IDS_OF_A_KIND;
        return { _id, last };
      });
      const database = client.db(`${prefix}-${service}`);
      // Without it a start takes them for data of a development version.
      await database
        .collection<{ _id: string; version: number; since: string; lease: null }>('data_version')
        .insertOne({ _id: 'data', version: 1, since: '0.2.0', lease: null });
      await database.collection<{ _id: string; last: number }>('counters').insertMany(rows);
    }
  } finally {
    await client.close();
  }
  return startTestNode([], { DATABASE_PREFIX: prefix, ...env });
}
