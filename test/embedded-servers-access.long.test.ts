/**
 * Tests of access to the embedded mongod of a data folder: its password, its secret files, and data from before it
 * had one.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { type Mongod, startMongod } from '../scripts/start/embedded-servers/mongod.ts';
import { mongodUriOfFolder } from '../scripts/start/embedded-servers/mongod-credentials.ts';
import {
  createScratchFolder,
  removeScratchFolder,
} from '../scripts/start/embedded-servers/scratch-folder.ts';
import { skipIf } from './skip-if.ts';
import { missingServer } from './test-servers.ts';

const UNAUTHORIZED = { code: 13 };

skipIf(missingServer('MONGODB')).describe('the embedded MongoDB', () => {
  let folder: string;
  const running: Mongod[] = [];
  beforeAll(() => {
    folder = createScratchFolder('access');
  });
  afterAll(async () => {
    await Promise.all(running.map((mongod) => mongod.stop()));
    removeScratchFolder(folder);
  });
  async function start(name: string, disposable = false): Promise<Mongod> {
    const mongod = await startMongod({ dbPath: join(folder, name), disposable });
    running.push(mongod);
    return mongod;
  }
  async function requested<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
    const client = await MongoClient.connect(uri);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }
  const keep = (uri: string, text: string) =>
    requested(uri, (client) => client.db('notes').collection('notes').insertOne({ text }));
  const texts = (uri: string) =>
    requested(uri, async (client) =>
      (await client.db('notes').collection('notes').find().toArray()).map(({ text }) => text),
    );
  /** The address without the credentials, as any user of this machine could write it. */
  const stranger = ({ uri }: Mongod): string => `mongodb://${new URL(uri).host}/?directConnection=true`;

  it('requires the password', async () => {
    const mongod = await start('fresh');
    await keep(mongod.uri, 'kept');
    await assert.rejects(texts(stranger(mongod)), UNAUTHORIZED);
    // Nor may a stranger become the first user: nobody is let in for coming from this machine.
    const takeOver = { createUser: 'mallory', pwd: 'mallory', roles: ['root'] };
    await assert.rejects(
      requested(stranger(mongod), (client) => client.db('admin').command(takeOver)),
      UNAUTHORIZED,
    );
    await mongod.stop();
    const again = await start('fresh');
    assert.equal(again.uri, mongod.uri);
    assert.equal(again.uri, mongodUriOfFolder(join(folder, 'fresh')));
    assert.deepEqual(await texts(again.uri), ['kept']);
    await again.stop();
  });

  skipIf(process.platform === 'win32').it('keeps its secrets in files that only their owner may read', () => {
    const { password } = new URL(mongodUriOfFolder(join(folder, 'fresh')));
    assert.ok(password.length >= 32);
    for (const secret of ['mongod.key', 'mongod.password']) {
      assert.equal(statSync(join(folder, 'fresh', secret)).mode & 0o777, 0o600, secret);
    }
    assert.deepEqual(
      readdirSync(join(folder, 'fresh')).filter((name) => name.endsWith('.new')),
      [],
    );
  });

  it('gives data from before it had a password one, and moves with it to another port', async () => {
    const open = await start('old', true);
    await keep(open.uri, 'old');
    await open.stop();
    assert.equal(existsSync(join(folder, 'old', 'mongod.password')), false);
    const closed = await start('old');
    await assert.rejects(texts(stranger(closed)), UNAUTHORIZED);
    assert.deepEqual(await texts(closed.uri), ['old']);
    await closed.stop();
    const taken = await startMongod({ dbPath: join(folder, 'other'), port: closed.port, disposable: true });
    running.push(taken);
    const moved = await start('old');
    assert.notEqual(moved.uri, closed.uri);
    assert.deepEqual(await texts(moved.uri), ['old']);
    await assert.rejects(texts(stranger(moved)), UNAUTHORIZED);
  });
});
