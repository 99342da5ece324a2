/**
 * Tests of the first site administrator: where email and password come from, several nodes that start at once, and
 * settings with which the start is refused.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { openDatabase, prepareModels } from '../../../shared/kernel/database/mongo.ts';
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import { anonymous } from '../../../test/people.ts';
import { startTestNode, type TestNode } from '../../../test/service-node.ts';
import { databasePrefix, dropDatabases, mongodbUri } from '../../../test/test-servers.ts';
import { firstAgreement } from '../agreement/first-agreement.ts';
import { Agreements } from '../agreement/repository.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { newAdminPassword } from './admin-password.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { Accounts } from './repository.ts';

const NONE = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };

describe('the first administrator (E2)', () => {
  let folder: string;
  const prefix = databasePrefix('first');
  let created = 0;
  const fresh = (): string => `${prefix}-${++created}`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'first-administrator-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await dropDatabases(prefix);
  });
  const signIn = (node: TestNode, email: string, password: string) =>
    node.call(anonymous, 'identity.signIn', { email, password, address: '192.0.2.1' });
  const rolesOf = async (node: TestNode, token: string) =>
    (await node.call(anonymous, 'identity.principal', { type: 'session', secret: token })).principal
      ?.siteRoles;

  it('has a password that no command line takes for an option', () => {
    for (let count = 0; count < 200; count += 1) assert.match(newAdminPassword(), /^[a-z][\w-]{24}$/);
  });

  it('comes from ADMIN_EMAIL and ADMIN_PASSWORD, once: a later start changes nothing', async () => {
    const env = {
      DATABASE_PREFIX: fresh(),
      ADMIN_EMAIL: ' Root@Example.org',
      ADMIN_PASSWORD: 'the first password',
    };
    const first = await startTestNode(['identity'], env);
    assert.deepEqual(
      await rolesOf(first, (await signIn(first, 'root@example.org', 'the first password')).session_token),
      ['SiteAdmin'],
    );
    await first.stop();
    const second = await startTestNode(['identity'], { ...env, ADMIN_PASSWORD: 'another password' });
    assert.ok(await signIn(second, 'root@example.org', 'the first password'));
    await second.stop();
  });

  it('embedded: is admin@localhost with a random password in a file that only its owner reads', async () => {
    const node = await startTestNode(['identity'], {
      ...NONE,
      DATABASE_PREFIX: fresh(),
      DATA_DIR: join(folder, 'embedded'),
    });
    try {
      const path = join(folder, 'embedded', 'admin-password');
      const password = (await readFile(path, 'utf8')).trim();
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      assert.ok(password.length >= 20);
      assert.deepEqual(await readdir(join(folder, 'embedded')), ['admin-password']);
      assert.deepEqual(await rolesOf(node, (await signIn(node, 'admin@localhost', password)).session_token), [
        'SiteAdmin',
      ]);
    } finally {
      await node.stop();
    }
  });

  it('embedded: a password that is on disk already, from a start that was killed, is used', async () => {
    await writeFile(join(folder, 'admin-password'), 'left by a killed start\n', { mode: 0o600 });
    const node = await startTestNode(['identity'], { ...NONE, DATABASE_PREFIX: fresh(), DATA_DIR: folder });
    try {
      assert.ok(await signIn(node, 'admin@localhost', 'left by a killed start'));
    } finally {
      await node.stop();
    }
  });

  it('nodes that start together create one administrator and one agreement, and none of them fails', async () => {
    const { connection, close } = await openDatabase(mongodbUri(), fresh(), 'identity');
    try {
      const outbox = new Outbox(connection);
      const accounts = new Accounts(connection, new IdCounters(connection));
      const agreements = new Agreements(connection);
      await prepareModels(connection);
      const config = { adminEmail: null, adminPassword: null, natsUrl: null, dataDir: join(folder, 'race') };
      const printed: string[] = [];
      const start = async (): Promise<void> => {
        await agreements.ensureFirst(firstAgreement(new Date()));
        await createFirstAdministrator({
          connection,
          accounts,
          outbox,
          config,
          print: (line) => printed.push(line),
        });
      };
      await Promise.all(Array.from({ length: 6 }, start));
      assert.equal(await connection.collection('users').countDocuments({}), 1);
      assert.equal(await connection.collection('agreements').countDocuments({}), 1);
      assert.equal(await connection.collection('outbox').countDocuments({}), 1);
      const password = (await readFile(join(folder, 'race', 'admin-password'), 'utf8')).trim();
      assert.deepEqual(printed.length, 1);
      assert.ok(printed[0]?.includes(password));
      assert.ok(
        await verifyPassword(
          password,
          (await accounts.findByEmail('admin@localhost'))?.password_hash ?? null,
        ),
      );
    } finally {
      await close();
    }
  });

  it('split: without credentials it refuses to start, but only while there is no account', async () => {
    const { connection, close } = await openDatabase(mongodbUri(), fresh(), 'identity');
    try {
      const outbox = new Outbox(connection);
      const accounts = new Accounts(connection, new IdCounters(connection));
      await prepareModels(connection);
      const bare = {
        adminEmail: null,
        adminPassword: null,
        natsUrl: 'nats://127.0.0.1:4222',
        dataDir: join(folder, 'split'),
      };
      const given = { ...bare, adminEmail: 'root@example.org', adminPassword: 'the first password' };
      const start = (config: typeof bare | typeof given) =>
        createFirstAdministrator({
          connection,
          accounts,
          outbox,
          config,
          print: () => assert.fail('nothing is printed'),
        });
      await assert.rejects(start(bare), ConfigError);
      await start(given);
      await start(bare);
      assert.equal(await connection.collection('users').countDocuments({}), 1);
    } finally {
      await close();
    }
  });

  it('one variable without the other, or an invalid email, is rejected by name', async () => {
    for (const [env, names] of [
      [{ ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: '' }, /ADMIN_PASSWORD/],
      [{ ADMIN_EMAIL: '', ADMIN_PASSWORD: 'twelve characters' }, /ADMIN_EMAIL/],
      [{ ADMIN_EMAIL: 'root', ADMIN_PASSWORD: 'twelve characters' }, /ADMIN_EMAIL=root/],
    ] as const) {
      await assert.rejects(
        startTestNode(['identity'], { ...env, DATABASE_PREFIX: fresh(), LOG_LEVEL: 'silent' }),
        (error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, names);
          return true;
        },
      );
    }
  });
});
