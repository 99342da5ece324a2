/** Tests of the command `npm run verify-audit`: exit codes, what it prints, on embedded and given servers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { AuditTrail } from '../../services/audit/repository.ts';
import { auditEntries } from '../../services/audit/trail.fixture.ts';
import { openDatabase, prepareModels } from '../../shared/kernel/database/mongo.ts';
import { programEnvironment } from '../../test/program-environment.ts';
import { skipIf } from '../../test/skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, mongodbUri } from '../../test/test-servers.ts';
import { startMongod } from '../start/embedded-servers/mongod.ts';
import { createScratchFolder, removeScratchFolder } from '../start/embedded-servers/scratch-folder.ts';

const SCRIPT = fileURLToPath(new URL('verify-audit.ts', import.meta.url));

describe('npm run verify-audit', () => {
  const prefix = databasePrefix('verify');
  const folder = createScratchFolder('verify');
  afterAll(async () => {
    removeScratchFolder(folder);
    if (missingServer('MONGODB') === false) await dropDatabases(prefix);
  });

  /** What a run says, and how it ends. */
  function verify(
    env: Readonly<Record<string, string>>,
    ...args: string[]
  ): Promise<{ code: unknown; lines: string[] }> {
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [SCRIPT, ...args],
        { env: { ...programEnvironment(), ...env } },
        (_, stdout, stderr) =>
          resolve({ code: child.exitCode, lines: `${stdout}${stderr}`.trim().split('\n') }),
      );
    });
  }

  /** Fills a trail and gives its head. */
  async function fill(uri: string, databases: string): Promise<{ seq: number; hash: string }> {
    const { connection, close } = await openDatabase(uri, databases, 'audit');
    try {
      const trail = new AuditTrail(connection);
      await prepareModels(connection);
      await trail.initialize(assert.fail);
      await trail.append(auditEntries(5));
      const head = await trail.head();
      assert.ok(head);
      return head;
    } finally {
      await close();
    }
  }

  skipIf(missingServer('MONGODB')).describe('against a server', () => {
    let env: Record<string, string>;
    let head: { seq: number; hash: string };
    beforeAll(async () => {
      env = { MONGODB_URI: mongodbUri(), DATABASE_PREFIX: prefix };
      head = await fill(mongodbUri(), prefix);
    });

    it('says how many entries and which head, exit 0; the same against a noted entry (H40)', async () => {
      const { code, lines } = await verify(env);
      assert.deepEqual([code, lines[0]], [0, `VERIFIED 5 entries, head 5 ${head.hash}`]);
      assert.equal((await verify(env, '--noted', `5:${head.hash.toUpperCase()}`)).code, 0);
    });

    it('names the first entry that is not as written, exit 1, also where all was computed anew (H40)', async () => {
      const other = await verify(env, '--noted', `5:${'0'.repeat(64)}`);
      assert.deepEqual([other.code, other.lines.length], [1, 1]);
      assert.match(other.lines[0] ?? '', /^BROKEN {2}Entry 5 has the hash/);
      const client = await MongoClient.connect(mongodbUri());
      await client.db(`${prefix}-audit`).collection<{ _id: number }>('entries').deleteOne({ _id: 3 });
      await client.close();
      assert.deepEqual(await verify(env), { code: 1, lines: ['BROKEN  Entry 3 is missing: 4 comes next.'] });
    });

    it('says what it could not do and why, in one line, exit 2', async () => {
      const cases: [Record<string, string>, string[], RegExp][] = [
        [env, ['--noted', '5'], /^NOT CHECKED {2}Usage: /],
        [env, ['--head'], /^NOT CHECKED {2}Usage: /],
        [{ ...env, DATABASE_PREFIX: `${prefix}-none` }, [], /^NOT CHECKED {2}No audit trail found/],
        [
          { MONGODB_URI: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=5000' },
          [],
          /^NOT CHECKED {2}.*ECONNREFUSED/,
        ],
        [{ DATA_DIR: join(folder, 'nothing') }, [], /^NOT CHECKED {2}No data found in /],
      ];
      for (const [variables, args, line] of cases) {
        const { code, lines } = await verify(variables, ...args);
        assert.deepEqual([code, lines.length], [2, 1], lines.join('\n'));
        assert.match(lines[0] ?? '', line);
      }
    });
  });

  it('reads the embedded data, whether the service runs or not, and leaves them as they were (E1)', async () => {
    const dbPath = join(folder, 'data', 'mongo');
    const env = { DATA_DIR: join(folder, 'data') };
    const mongod = await startMongod({ dbPath });
    let line: string;
    try {
      const { hash } = await fill(mongod.uri, 'css');
      line = `VERIFIED 5 entries, head 5 ${hash}`;
      assert.equal((await verify(env)).lines[0], line);
    } finally {
      await mongod.stop();
    }
    const { code, lines } = await verify(env);
    assert.deepEqual([code, lines[0]], [0, line]);
    const again = await startMongod({ dbPath });
    await again.stop();
  });
});
