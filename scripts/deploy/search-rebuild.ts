/**
 * `npm run search:rebuild`: asks every running node of standards, through the database, to rebuild its
 * search index while it continues to serve, and prints their reports. Uses the embedded MongoDB of
 * DATA_DIR, or MONGODB_URI with DATABASE_PREFIX. Exit 0: at least one node has done it. Exit 1: none has
 * heard of it within a minute, or none has succeeded.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { RebuildRequests } from '../../services/standards/search/rebuild-requests.ts';
import { openDatabase } from '../../shared/kernel/database/mongo.ts';
import { type Config, readConfig } from '../../shared/kernel/node/config.ts';
import { firstErrorLine } from '../console/first-error-line.ts';
import { databaseUri } from '../start/embedded-servers/mongod-credentials.ts';

const WAIT_FOR_FIRST_MS = 60_000;
/** Wait for other nodes after those that have heard of it. */
const WAIT_FOR_NEXT_MS = 5_000;
/** A node that was killed says no more. */
const WAIT_FOR_WORK_MS = 6 * 60 * 60_000;
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
    return (await printReports(requests, await requests.request())) > 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** Prints each report as it comes, and returns their number. */
async function printReports(requests: RebuildRequests, request: number): Promise<number> {
  const heard = new Set<string>();
  let seen = 0;
  const latest = performance.now() + WAIT_FOR_WORK_MS;
  let deadline = performance.now() + WAIT_FOR_FIRST_MS;
  while (performance.now() < Math.min(deadline, latest)) {
    const progress = await requests.progress(request);
    if (progress === null) {
      console.error('Another request has come since. The nodes report to that one.');
      return seen;
    }
    const { working, reports } = progress;
    for (const node of working) if (!heard.has(node)) console.log(`${node}: is rebuilding`);
    for (const { node, standards, ms } of reports.slice(seen))
      console.log(`${node}: rebuilt in ${ms} ms, ${standards} standards`);
    for (const node of working) heard.add(node);
    if (working.length > 0 || reports.length > seen) deadline = performance.now() + WAIT_FOR_NEXT_MS;
    seen = reports.length;
    await pause(POLL_MS);
  }
  if (seen === 0 && heard.size > 0) console.error('No node has rebuilt its index. Their logs say why.');
  else if (seen === 0)
    console.error('No running node has answered. A node builds its index whenever it starts.');
  return seen;
}
