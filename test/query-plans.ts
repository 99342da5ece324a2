/**
 * Detection of collection scans by the MongoDB profiler, so that a test fails on a query without an index
 * (architecture §5).
 */
import type { Connection } from 'mongoose';

/** The collections that were read from end to end while `work` ran, each with the filter that did it. */
export async function collectionScans(
  connection: Connection,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { db } = connection;
  if (!db) throw new Error('the connection is not open');
  await db.command({ profile: 2 });
  try {
    await work();
  } finally {
    await db.command({ profile: 0 });
  }
  const rows = await db
    .collection('system.profile')
    .find({ planSummary: /COLLSCAN/, ns: { $not: /system\.profile/ } })
    .toArray();
  return rows.map(
    ({ ns, command }) =>
      `${ns}: ${JSON.stringify(command?.filter ?? command?.pipeline ?? command?.q ?? command)}`,
  );
}
