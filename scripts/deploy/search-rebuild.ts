/**
 * `npm run search:rebuild`: asks every running node of standards, through the database, to rebuild its
 * search index while it continues to serve, and prints their reports. Uses the embedded MongoDB of
 * DATA_DIR, or MONGODB_URI with DATABASE_PREFIX. Exit 0: at least one node has done it. Exit 1: none within
 * a minute.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { RebuildRequests } from '../../services/standards/search/rebuild-requests.ts';
import { openDatabase } from '../../shared/kernel/database/mongo.ts';
import { type Config, readConfig } from '../../shared/kernel/node/config.ts';
import { firstErrorLine } from '../console/first-error-line.ts';
import { databaseUri } from '../start/embedded-servers/mongod-credentials.ts';

const WAIT_FOR_FIRST_MS = 60_000;
/** Wait for other nodes after a report. */
const WAIT_FOR_NEXT_MS = 5_000;
const POLL_MS = 200;

try {
  process.exitCode = await rebuild(readConfig(process.env));
} catch (error) {
  console.error(`Not rebuilt: ${firstErrorLine(error)}`);
  process.exitCode = 1;
}

async function rebuild(config: Config): Promise<number> {
  const database = await openDatabase(databaseUri(config), config.databasePrefix, 'standards');
  try {
    const requests = new RebuildRequests(database.connection);
    await requests.request();
    const seen = await printReports(requests);
    if (seen > 0) return 0;
    console.error('No running node has answered. A node builds its index whenever it starts.');
    return 1;
  } finally {
    await database.close();
  }
}

/** Prints each report as it comes, and returns their number. */
async function printReports(requests: RebuildRequests): Promise<number> {
  let seen = 0;
  let deadline = performance.now() + WAIT_FOR_FIRST_MS;
  while (performance.now() < deadline) {
    const reports = await requests.reports();
    for (const { node, standards, ms } of reports.slice(seen)) {
      console.log(`${node}: rebuilt in ${ms} ms, ${standards} standards`);
      deadline = performance.now() + WAIT_FOR_NEXT_MS;
    }
    seen = reports.length;
    await pause(POLL_MS);
  }
  return seen;
}
