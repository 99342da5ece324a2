/**
 * Tests of starts that fail: a wrong setting or a missing server is named in one line, with its exit code. Also of the
 * password of embedded servers, which is made once.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { RESTORE_MARKER_COLLECTION } from '../../../shared/kernel/database/restore-marker.ts';
import { readConfig } from '../../../shared/kernel/node/config.ts';
import { afterTest } from '../../../test/after-test.ts';
import { programEnvironment } from '../../../test/program-environment.ts';
import { skipIf } from '../../../test/skip-if.ts';
import {
  databasePrefix,
  dropDatabases,
  missingServer,
  mongodbUri,
  natsUrl,
} from '../../../test/test-servers.ts';
import { locateProgram } from '../embedded-servers/locate-program.ts';
import { MONGOD } from '../embedded-servers/programs.ts';
import {
  findFreePort,
  isListening,
  launchServer,
  retryWhileRunning,
} from '../embedded-servers/server-process.ts';
import { prepareFirstAdministrator } from './first-administrator.ts';

const SECRET = 'a secret that all the nodes share';

describe('a start that cannot come about', () => {
  const prefix = databasePrefix('refusals');
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'construction-refusals-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    if (missingServer('MONGODB') === false) await dropDatabases(prefix);
  });

  /** What a start says, and how it ends. */
  function start(
    script: 'start' | 'start-split',
    env: Readonly<Record<string, string>>,
  ): Promise<{ code: unknown; lines: string[] }> {
    const file = fileURLToPath(new URL(`../${script}.ts`, import.meta.url));
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [file],
        {
          env: { ...programEnvironment(), PORT: '0', DATA_DIR: join(folder, 'data'), ...env },
          timeout: 90_000,
        },
        (_, stdout, stderr) =>
          resolve({ code: child.exitCode, lines: `${stdout}${stderr}`.trim().split('\n') }),
      );
    });
  }

  it('says in one line what to set and exits 78, before anything is started (E1)', async () => {
    const holder = createServer();
    const taken = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => {
        const address = holder.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: String(taken) }, /^PORT=\d+ is already in use .* Set PORT/],
      [{ HOST: '192.0.2.1' }, /^HOST=192\.0\.2\.1 is not an address of this machine .* Set HOST/],
      [{ DATA_DIR: file }, /^DATA_DIR=.* is not writable/],
      [
        { SERVICES: 'gateway,audit' },
        /^SERVICES selects only some services; .* Set NATS_URL, CLUSTER_SECRET and MONGODB_URI\.$/,
      ],
      [
        { MONGODB_URI: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100&unknown=1' },
        /^MONGODB_URI is not usable: .*unknown/,
      ],
    ];
    try {
      for (const [env, line] of cases) {
        const { code, lines } = await start('start', env);
        assert.deepEqual([code, lines.length], [78, 1], lines.join('\n'));
        assert.match(lines[0] ?? '', line);
      }
    } finally {
      holder.close();
    }
    assert.equal(existsSync(join(folder, 'data', 'mongo')), false);
  });

  const away = missingServer('MONGODB') || missingServer('NATS');
  skipIf(away).it(
    'eight processes on servers of somebody else want the first administrator, in one line (E2)',
    async () => {
      // Their NATS has one user for all, of which the gateway warns.
      const servers = {
        LOG_LEVEL: 'error',
        MONGODB_URI: mongodbUri(),
        NATS_URL: natsUrl(),
        CLUSTER_SECRET: SECRET,
        DATABASE_PREFIX: prefix,
      };
      const { code, lines } = await start('start-split', servers);
      assert.deepEqual([code, lines.length], [78, 1], lines.join('\n'));
      assert.match(lines[0] ?? '', /^ADMIN_EMAIL and ADMIN_PASSWORD must be set/);
    },
  );

  skipIf(away).it('a node of theirs says the same, once and without a stack (E2)', async () => {
    const { code, lines } = await start('start', {
      SERVICES: 'identity',
      LOG_LEVEL: 'error',
      MONGODB_URI: mongodbUri(),
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: SECRET,
      DATABASE_PREFIX: prefix,
    });
    assert.deepEqual([code, lines.length], [78, 1], lines.join('\n'));
    assert.match(lines[0] ?? '', /^ADMIN_EMAIL and ADMIN_PASSWORD must be set/);
  });

  skipIf(missingServer('MONGODB')).it(
    'data of a newer release, and data only partly restored, are refused before anything is written',
    async () => {
      const own = `${prefix}-newer`;
      const client = await MongoClient.connect(mongodbUri());
      const standards = client.db(`${own}-standards`);
      const env = { MONGODB_URI: mongodbUri(), DATABASE_PREFIX: own };
      try {
        await standards
          .collection<{ _id: string; version: number; since?: string }>('data_version')
          .insertOne({ _id: 'data', version: 99, since: '0.2.0' });
        const newer = await start('start', env);
        assert.deepEqual([newer.code, newer.lines.length], [78, 1], newer.lines.join('\n'));
        assert.match(
          newer.lines[0] ?? '',
          /-standards has data of version 99, .* versions up to \d+\. Start/,
        );
        await standards.collection(RESTORE_MARKER_COLLECTION).insertOne({});
        const partly = await start('start', env);
        assert.deepEqual([partly.code, partly.lines.length], [78, 1], partly.lines.join('\n'));
        assert.match(partly.lines[0] ?? '', /-standards is only partly restored\. .*npm run restore/);
        const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
        const written = databases.filter(({ name }) => name.startsWith(own));
        assert.deepEqual(
          written.map(({ name }) => name),
          [`${own}-standards`],
        );
      } finally {
        await client.close();
      }
    },
  );

  skipIf(missingServer('MONGODB')).it(
    'a replica set of another name is told as that, not as silence (E1)',
    async () => {
      const uri = new URL(mongodbUri());
      uri.searchParams.delete('directConnection');
      uri.searchParams.set('replicaSet', 'another');
      uri.searchParams.set('serverSelectionTimeoutMS', '500');
      const { code, lines } = await start('start', {
        MONGODB_URI: uri.href,
        LOG_LEVEL: 'error',
        DATABASE_PREFIX: prefix,
      });
      assert.deepEqual([code, lines.length], [78, 1], lines.join('\n'));
      assert.match(
        lines[0] ?? '',
        /^Cannot reach MongoDB at MONGODB_URI: .* no primary .*rs\.initiate.*replicaSet/,
      );
    },
  );

  skipIf(missingServer('MONGODB')).it(
    'a MongoDB that is no replica set is refused before anything is written (E1)',
    async () => {
      const { path } = await locateProgram(MONGOD);
      const dbPath = mkdtempSync(join(folder, 'alone-'));
      const port = await findFreePort(0);
      const args = [
        '--dbpath',
        dbPath,
        '--port',
        String(port),
        '--bind_ip',
        '127.0.0.1',
        '--logpath',
        join(dbPath, 'log'),
      ];
      const mongod = await launchServer({ program: path, args });
      afterTest(() => mongod.stop());
      await retryWhileRunning(mongod, () => isListening(port));
      const { code, lines } = await start('start', {
        MONGODB_URI: `mongodb://127.0.0.1:${port}`,
        LOG_LEVEL: 'error',
      });
      assert.deepEqual([code, lines.length], [78, 1], lines.join('\n'));
      assert.match(lines[0] ?? '', /^MONGODB_URI points to a standalone server; .*rs\.initiate/);
    },
  );

  it('on servers of its own the password is made once, only for its owner (E2)', async () => {
    const own = readConfig({ DATA_DIR: folder });
    const first = await prepareFirstAdministrator(own);
    const file = join(folder, 'admin-password');
    assert.match(
      first?.announcement ?? '',
      /^First start: sign in as admin@localhost with the password [a-z][\w-]{24} \(kept in /,
    );
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(await prepareFirstAdministrator(own), first);
    for (const env of [
      { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'twelve characters' },
      { NATS_URL: 'nats://css:secret@127.0.0.1:4222', CLUSTER_SECRET: SECRET },
    ]) {
      assert.equal(await prepareFirstAdministrator(readConfig({ DATA_DIR: folder, ...env })), null);
    }
  });
});
