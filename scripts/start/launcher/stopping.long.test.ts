/** Test of Ctrl-C during the first start. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { eventually } from '../../../test/eventually.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer } from '../../../test/test-servers.ts';
import { mongodUriOfFolder } from '../embedded-servers/mongod-credentials.ts';
import { startProgram } from './started-program.fixture.ts';

const START = fileURLToPath(new URL('../start.ts', import.meta.url));

skipIf(missingServer('MONGODB')).describe('npm start, stopped while it starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stopping-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('Ctrl-C while the services create their collections exits with 0 and one line, without a stack (E5)', async () => {
    const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' };
    const { child, output, ended } = startProgram(START, [], env);
    await firstCollection(join(folder, 'mongo'));
    child.kill('SIGINT');
    await ended;
    assert.equal(child.exitCode, 0, output());
    // A call that is under way is waited for, and the log may say so.
    const lines = output()
      .split('\n')
      .filter((line) => !/WARN .*Waiting for \d+ running context/.test(line));
    assert.match(
      lines.join('\n'),
      /^Starting MongoDB … done in [\d.]+ s\n(First start: .*\n)?(Ready in .*\n)?Stopped\.\n$/,
    );
  });
});

/** Resolves when a service has begun to make its collections in the MongoDB of a folder. */
async function firstCollection(dbPath: string): Promise<void> {
  await eventually(() => existsSync(join(dbPath, 'mongod.json')));
  await eventually(async () => {
    const client = new MongoClient(mongodUriOfFolder(dbPath), {
      serverSelectionTimeoutMS: 500,
      directConnection: true,
    });
    try {
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      return databases.some(({ name }) => name.endsWith('-standards'));
    } finally {
      await client.close();
    }
  });
}
