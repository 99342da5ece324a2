/** Keeps the servers for test files run by hand; ends itself and them when nobody has used them for two minutes. */

import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { startTestServers } from '../scripts/back-ends/test-servers.ts';

const IDLE_MS = 120_000;
const OWN_NAME = 'keeper';
const [, , note = '', starting = ''] = process.argv;

const asked = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => asked.abort());

try {
  const servers = await startTestServers();
  writeFileSync(`${note}.new`, JSON.stringify({ pid: process.pid, env: servers.env }), { mode: 0o600 });
  renameSync(`${note}.new`, note);
  rmSync(starting, { force: true });
  await untilIdle(servers.env.TEST_MONGODB_URI);
  rmSync(note, { force: true });
  await servers.stop();
} finally {
  rmSync(starting, { force: true });
}

async function untilIdle(uri: string | undefined): Promise<void> {
  const client = uri === undefined ? null : await MongoClient.connect(uri, { appName: OWN_NAME });
  let used = Date.now();
  while (Date.now() - Math.max(used, statSync(note).mtimeMs) < IDLE_MS && !asked.signal.aborted) {
    await delay(1000);
    if (client !== null && (await hasOtherClients(client))) used = Date.now();
  }
  await client?.close();
}

async function hasOtherClients(client: MongoClient): Promise<boolean> {
  const connections = client
    .db('admin')
    .aggregate([
      { $currentOp: { allUsers: true, idleConnections: true } },
      { $match: { clientMetadata: { $exists: true }, 'clientMetadata.application.name': { $ne: OWN_NAME } } },
      { $limit: 1 },
    ]);
  return (await connections.toArray()).length > 0;
}
