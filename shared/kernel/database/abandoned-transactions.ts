/**
 * Ends the transactions of killed processes. MongoDB keeps their locks until `transactionLifetimeLimitSeconds`, and every
 * change of the same data would be 503 until then.
 */
import type { Connection, mongo } from 'mongoose';

/** As MongoDB shows the connections of these services; transactions of other programs are not touched. */
export const APP_NAME = 'construction-specification-service';

const SEARCH_INTERVAL_MS = 1_000;

/** A connection, or a session whose transaction waits for its client. */
interface CurrentOperation {
  type: 'op' | 'idleSession' | 'idleCursor';
  connectionId?: number;
  lsid?: mongo.Document;
  transaction?: object;
}

const searchedAt = new WeakMap<mongo.MongoClient, number>();

/**
 * Ends the transactions of this database user whose connection is closed, as those of a killed process are. Where the
 * process lives and has only closed it, the driver repeats the transaction. Searches at most once a second.
 */
export async function endAbandonedTransactions(connection: Connection): Promise<void> {
  const client = connection.getClient();
  const now = performance.now();
  if (now - (searchedAt.get(client) ?? Number.NEGATIVE_INFINITY) < SEARCH_INTERVAL_MS) return;
  searchedAt.set(client, now);
  const admin = client.db('admin');
  const operations = await admin
    .aggregate<CurrentOperation>(
      [
        { $currentOp: { idleConnections: true, idleSessions: true } },
        { $match: { appName: APP_NAME } },
        { $project: { type: 1, connectionId: 1, lsid: 1, transaction: 1 } },
      ],
      { readConcern: { level: 'local' } },
    )
    .toArray();
  const open = new Set(operations.filter(({ type }) => type === 'op').map((row) => row.connectionId));
  const abandoned = operations.flatMap(({ type, transaction, connectionId, lsid }) =>
    type === 'idleSession' && transaction && lsid && !open.has(connectionId) ? [lsid] : [],
  );
  if (abandoned.length > 0) await admin.command({ killSessions: abandoned });
}
