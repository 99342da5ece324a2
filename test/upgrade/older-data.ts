/**
 * `npm run dev -- older-data`: fills a data folder with the service of an older commit, starts this one on it and
 * compares: everything published reads as before, the audit trail verifies, and every database has a version. A
 * second start migrates nothing. The older commit runs with the packages of this one.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { readPublished } from '../../scripts/backup/published-content.fixture.ts';
import { findFreePort } from '../../scripts/embedded-servers/server-process.ts';
import { startDisposableService } from '../../scripts/launcher/disposable-service.ts';
import { waitUntilHealthy } from '../../scripts/launcher/health-check.ts';
import { ADMINISTRATOR } from '../../scripts/launcher/test-administrator.ts';
import { RestClient } from '../../scripts/rest-client/client.ts';
import { populateWorld } from '../world/population.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 120_000;
const PREFIX = 'css';

// The last commit whose data have no version.
const { values } = parseArgs({ options: { commit: { type: 'string', default: 'db80b9a1' } } });
const folder = mkdtempSync(join(tmpdir(), 'construction-older-data-'));
const data = join(folder, 'data');

/** Fills the data folder. @returns what is published, by the key of its reader */
async function fillWithOlder(commit: string): Promise<Map<string, ReadonlyMap<string, string>>> {
  const older = join(folder, 'older');
  mkdirSync(older);
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', older], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(older, 'node_modules'));
  const port = await findFreePort();
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: older,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: data,
      PORT: String(port),
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      RATE_LIMIT_COMPANY: '1000000',
      RATE_LIMIT_FREE: '1000000',
      RATE_LIMIT_ANONYMOUS: '1000000',
    },
  });
  try {
    const base = `http://127.0.0.1:${port}`;
    await waitUntilHealthy(base, AbortSignal.timeout(START_TIMEOUT_MS));
    const { ada, mallory } = await populateWorld(base);
    const published = new Map<string, ReadonlyMap<string, string>>();
    for (const { secret, key } of [ada, mallory]) published.set(secret, (await readPublished(key)).contents);
    return published;
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

/** Starts this service on the data. @returns the version of each database */
async function startNewer(
  published: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Promise<Record<string, number>> {
  const service = await startDisposableService('one process', { DATA_DIR: data, LOG_LEVEL: 'warn' });
  const client = await MongoClient.connect(service.mongodbUri);
  try {
    for (const [secret, contents] of published) {
      const now = await readPublished(new RestClient(service.base, { key: secret }));
      assert.deepEqual(now.contents, contents);
    }
    const versions: Record<string, number> = {};
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) {
      if (!name.startsWith(`${PREFIX}-`)) continue;
      const records = client.db(name).collection<{ _id: string; version: number }>('data_version');
      versions[name] = (await records.findOne({ _id: 'data' }))?.version ?? 0;
    }
    return versions;
  } finally {
    await client.close();
    await service.stop();
  }
}

try {
  const published = await fillWithOlder(values.commit);
  const sizes = [...published.values()].map(({ size }) => size);
  console.log(`Data of ${values.commit}: ${sizes.join(' and ')} published revisions and files.`);
  const versions = await startNewer(published);
  console.log(`Read again by this commit, all the same. Versions: ${JSON.stringify(versions)}`);
  assert.deepEqual(await startNewer(published), versions);
  const env = { ...process.env, DATA_DIR: data };
  const verdict = execFileSync(process.execPath, ['scripts/verify-audit.ts'], { cwd: ROOT, env });
  console.log(`Started again: the same. ${verdict.toString('utf8').split('\n')[0]}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
