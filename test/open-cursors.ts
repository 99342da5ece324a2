/** Lists the cursors that the MongoDB server keeps open for a database, for tests of code that must close them. */
import type { Connection } from 'mongoose';

/** The collections with such a cursor, each as often as it has one. */
export async function openCursors(connection: Connection): Promise<string[]> {
  const admin = connection.getClient().db('admin');
  const pipeline = [
    { $currentOp: { idleCursors: true, allUsers: true } },
    { $match: { type: 'idleCursor' } },
  ];
  const idle = await admin.aggregate<{ ns: string }>(pipeline, { readConcern: { level: 'local' } }).toArray();
  const prefix = `${connection.name}.`;
  return idle.flatMap(({ ns }) => (ns.startsWith(prefix) ? [ns.slice(prefix.length)] : []));
}
