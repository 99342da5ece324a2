/** Tests of the rights of the MongoDB users in a deployment with a process for each service (Compose, Kubernetes). */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer } from '../../../test/test-servers.ts';
import { type Mongod, startMongod } from '../../start/embedded-servers/mongod.ts';
import { saveUser, withAdmin } from '../../start/embedded-servers/replica-set.ts';
import { createScratchFolder, removeScratchFolder } from '../../start/embedded-servers/scratch-folder.ts';
import { DATABASE_USERS } from './database-users.ts';

const PREFIX = 'css';
const PASSWORD = 'of every user here';
const SERVICES = DATABASE_USERS.map(({ name }) => name).filter(
  (name) => name !== 'single' && name !== 'tools',
);
/** "not authorized" */
const UNAUTHORIZED = 13;

skipIf(missingServer('MONGODB')).describe('the users of MongoDB in a deployment', () => {
  let folder: string;
  let mongod: Mongod;
  beforeAll(async () => {
    folder = createScratchFolder('users');
    mongod = await startMongod({ dbPath: folder });
    await withAdmin(mongod.uri, async (command) => {
      for (const { name, roles } of DATABASE_USERS)
        await saveUser(command, name, { pwd: PASSWORD, roles: roles(PREFIX) });
    });
  });
  afterAll(async () => {
    await mongod?.stop();
    removeScratchFolder(folder);
  });

  /** Of the databases, those that a user can read, and those that it can write. */
  async function reachableBy(user: string, databases: readonly string[]) {
    const uri = new URL(mongod.uri);
    const auth = { username: user, password: PASSWORD };
    const client = new MongoClient(`mongodb://${uri.host}/?authSource=admin&directConnection=true`, { auth });
    const [readable, writable]: [string[], string[]] = [[], []];
    try {
      for (const name of databases) {
        const notes = client.db(name).collection('notes');
        if (await isAllowed(notes.find().toArray())) readable.push(name);
        if (await isAllowed(notes.insertOne({ by: user }))) writable.push(name);
      }
    } finally {
      await client.close();
    }
    return { readable, writable };
  }

  const isAllowed = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        assert.equal(Object(error).code, UNAUTHORIZED, String(error));
        return false;
      },
    );

  it('that of a service reads and writes its own database, and no other', async () => {
    assert.ok(SERVICES.length >= 6, SERVICES.join());
    const databases = [...SERVICES.map((name) => `${PREFIX}-${name}`), 'other-identity', 'admin', 'config'];
    for (const service of SERVICES) {
      const own = [`${PREFIX}-${service}`];
      assert.deepEqual(await reachableBy(service, databases), { readable: own, writable: own }, service);
    }
  });

  it('that of a single container has those of all services, and no other', async () => {
    const own = SERVICES.map((name) => `${PREFIX}-${name}`);
    assert.deepEqual(await reachableBy('single', [...own, 'other-identity', 'admin']), {
      readable: own,
      writable: own,
    });
  });
});
