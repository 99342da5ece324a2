/** Tests of backing up a running deployment and restoring it elsewhere, by the commands of the operator. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { RESTORE_MARKER_COLLECTION } from '../../../shared/kernel/database/restore-marker.ts';
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import { readConfig } from '../../../shared/kernel/node/config.ts';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { startTestNode } from '../../../test/service-node.ts';
import { skipIf } from '../../../test/skip-if.ts';
import {
  databasePrefix,
  dropDatabases,
  missingServer,
  mongodbUri,
  s3Settings,
  withDatabases,
} from '../../../test/test-servers.ts';
import { createTenant, type TenantResources } from '../../../tools/world/population.ts';
import type { CountedStep } from '../../console/progress.ts';
import { createScratchFolder, removeScratchFolder } from '../../start/embedded-servers/scratch-folder.ts';
import { runCommand } from './backup-commands.fixture.ts';
import { BackupError } from './backup-error.ts';
import { BackupFolder, type CollectionPart, type Manifest } from './backup-folder.ts';
import { withDeployment } from './deployment.ts';
import { type PublishedContent, readPublished } from './published-content.fixture.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

type Env = Readonly<Record<string, string>>;

skipIf(missingServer('MONGODB')).describe('npm run backup and npm run restore', () => {
  const prefix = databasePrefix('backup');
  const scratch = createScratchFolder('backup');
  const at = (...path: string[]): string => join(scratch, ...path);
  afterAll(async () => {
    removeScratchFolder(scratch);
    await dropDatabases(prefix);
  });
  const deployment = (name: string): Env => ({
    MONGODB_URI: mongodbUri(),
    DATABASE_PREFIX: `${prefix}-${name}`,
    DATA_DIR: at(name),
  });
  const source = deployment('source');
  const folder = at('backup-1');
  const quiet: CountedStep = (_title, _total, work) => work(() => undefined);
  const backup = (to: string, env: Env): Promise<Manifest> =>
    withDeployment(readConfig(env), { create: false, runStep: quiet }, (opened) =>
      takeBackup(opened, new BackupFolder(to)),
    );
  const restore = (from: string, env: Env): Promise<Manifest> =>
    withDeployment(readConfig(env), { create: true, runStep: quiet }, (opened) =>
      restoreBackup(opened, new BackupFolder(from)),
    );
  const refused = (work: Promise<unknown>, reason: RegExp): Promise<void> =>
    assert.rejects(work, (error: unknown) => {
      assert.ok(error instanceof BackupError);
      assert.match(error.message, reason);
      return !error.message.includes('\n');
    });

  /** Of whom everything was acknowledged before the backup began, and those who wrote meanwhile. */
  let early: TenantResources;
  const during: TenantResources[] = [];
  /** What the source has after the backup, by the key of its reader. */
  const published = new Map<string, PublishedContent>();
  let noted = '';

  beforeAll(async () => {
    const service = await startTestNode([], source);
    try {
      const anyone = new RestClient(service.url);
      early = await createTenant(anyone, 'early');
      published.set(early.secret, await readPublished(early.key));
      noted = await readHead(source);
      let isTaken = false;
      const write = async (): Promise<void> => {
        for (let count = 1; !isTaken; count += 1) during.push(await createTenant(anyone, `during.${count}`));
      };
      const writing = write();
      const taken = await runCommand('deploy/backup.ts', [folder], source);
      isTaken = true;
      await writing;
      assert.deepEqual([taken.code, taken.stderr], [0, ''], taken.stdout);
      assert.match(taken.stdout, /^(.+ … done in .*\n)+Backup of .* in /);
      for (const { secret, key } of during) published.set(secret, await readPublished(key));
    } finally {
      await service.stop();
    }
  }, 300_000);

  /** The head of the audit trail, as `--noted` takes it. */
  async function readHead(env: Env): Promise<string> {
    const { stdout } = await runCommand('verify/verify-audit.ts', [], env);
    const [, seq, hash] = /^VERIFIED \d+ entries, head (\d+) (\w+)/.exec(stdout) ?? [];
    assert.ok(seq && hash, stdout);
    return `${seq}:${hash}`;
  }

  const readManifest = (path: string): Promise<Manifest> => new BackupFolder(path).readManifest();

  /** Without the pauses of the sweeper, which every backup writes. */
  const collectionsOf = ({ databases }: Manifest): [string, CollectionPart][] =>
    databases.flatMap(({ service, collections }) =>
      collections.flatMap((part): [string, CollectionPart][] =>
        part.name === 'sweep_pauses' ? [] : [[service, part]],
      ),
    );

  it('a backup taken under writes, restored elsewhere: every published revision, file and certificate as in the source (R18)', async () => {
    const target = deployment('target');
    const restored = await runCommand('deploy/restore.ts', [folder], target);
    assert.deepEqual([restored.code, restored.stderr], [0, ''], restored.stdout);
    assert.match(restored.stdout, /Restored as it was at .*\. Start the services\.\n$/);
    const trail = await runCommand('verify/verify-audit.ts', ['--noted', noted], target);
    assert.equal(trail.code, 0, trail.stdout);

    const service = await startTestNode([], target);
    const exports: string[] = [];
    try {
      let keys = 0;
      for (const [secret, inSource] of published) {
        const client = new RestClient(service.url, { key: secret });
        // Whoever registered after the time of the backup is unknown there.
        if ((await client.request('GET', '/api/whoami')).status === 401) continue;
        keys += 1;
        const inTarget = await readPublished(client);
        exports.push(...inTarget.exports);
        for (const [name, content] of inTarget.contents)
          assert.equal(content, inSource.contents.get(name), name);
        if (secret === early.secret) assert.deepEqual(inTarget.contents, inSource.contents);
      }
      assert.ok(keys >= 1 && exports.length >= 1, `${keys} keys, ${exports.length} exports`);
      const keysOf = await new RestClient(service.url).get('/api/certificates/keys');
      writeFileSync(at('keys.json'), JSON.stringify(keysOf));
    } finally {
      await service.stop();
    }
    const files = exports.map((text, index) => {
      writeFileSync(at(`export-${index}.json`), text);
      return at(`export-${index}.json`);
    });
    const verified = await runCommand(
      'verify/verify-export/main.mjs',
      [...files, '--keys', at('keys.json')],
      {},
    );
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    const after = await runCommand('verify/verify-audit.ts', ['--noted', noted], target);
    assert.equal(after.code, 0, after.stdout);
  }, 300_000);

  it('a backup of what was restored has the same parts, byte for byte, with their options and indexes', async () => {
    const copy = deployment('copy');
    await restore(folder, copy);
    await backup(at('backup-2'), copy);
    const [first, second] = [await readManifest(folder), await readManifest(at('backup-2'))];
    assert.ok(collectionsOf(first).length > 40);
    assert.deepEqual(collectionsOf(second), collectionsOf(first));
    assert.deepEqual(second.files, first.files);
    assert.ok(first.files.count > 0 && first.files.missing.length === 0);
  }, 300_000);

  it('a deployment that is not empty is refused in one line, and so is a folder that is in use', async () => {
    await refused(restore(folder, source), /^The database \S+ is not empty: /);
    const withFiles = { ...deployment('other'), DATA_DIR: at('source') };
    await refused(restore(folder, withFiles), /^The store of files is not empty: /);
    await refused(backup(folder, source), /has a backup already: /);
    await refused(backup(at('backup-none'), deployment('none')), /^There is nothing to back up: /);
    await withDatabases(`${prefix}-none`, async (databases) => assert.deepEqual(databases, []));
    const again = await runCommand('deploy/restore.ts', [folder], source);
    assert.deepEqual([again.code, again.stdout, again.stderr.split('\n').length], [1, '', 2], again.stderr);
    assert.equal((await runCommand('deploy/backup.ts', [], source)).code, 64);
  }, 300_000);

  it('a folder that cannot be written is refused in one line', async () => {
    // Where the system allows no folders, and through a file.
    for (const unusable of ['/sys/backup', join(folder, 'manifest.json', '1')]) {
      const { code, stderr } = await runCommand('deploy/backup.ts', [unusable], source);
      assert.deepEqual([code, stderr.split('\n').length], [1, 2], stderr);
      assert.ok(stderr.includes(unusable), stderr);
    }
  }, 60_000);

  it('a backup that was broken off, or is damaged, is refused before anything is written', async () => {
    const target = deployment('refusing');
    const broken = await runCommand('deploy/backup.ts', [at('backup-3')], source, (child, stdout) => {
      if (stdout.includes('identity:')) child.kill('SIGKILL');
    });
    assert.equal(broken.code, null, 'it was killed');
    assert.ok(existsSync(at('backup-3')) && !existsSync(at('backup-3', 'manifest.json')));
    await refused(restore(at('backup-3'), target), /has no manifest\.json: .* broken off\.$/);

    const part = join(folder, 'databases', 'standards', 'revisions.bson.zst');
    const file = join(folder, 'files', firstFile(join(folder, 'files')));
    for (const path of [part, file]) {
      const bytes = readFileSync(path);
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
      writeFileSync(path, changed);
      await refused(restore(folder, target), /^The backup is damaged: /);
      writeFileSync(path, bytes);
    }
    await withDatabases(`${prefix}-refusing`, async (databases) => assert.deepEqual(databases, []));
  }, 300_000);

  /** The path of some file that is not empty, below the folder. */
  function firstFile(path: string): string {
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).length > 0,
    );
    const [found] = files;
    assert.ok(found);
    return join(found.parentPath, found.name).slice(path.length + 1);
  }

  it('a restore that was killed leaves databases on which nothing starts or is backed up; run again, it ends', async () => {
    const target = deployment('killed');
    const killed = await runCommand('deploy/restore.ts', [folder], target, (child, stdout) => {
      if (stdout.includes('identity:')) child.kill('SIGKILL');
    });
    assert.equal(killed.code, null, 'it was killed');
    const client = await MongoClient.connect(mongodbUri());
    const markers = () =>
      client.db(`${target.DATABASE_PREFIX}-audit`).collection(RESTORE_MARKER_COLLECTION).countDocuments();
    try {
      assert.equal(await markers(), 1);
      for (const begin of [() => startTestNode([], target), () => backup(at('backup-4'), target)])
        await assert.rejects(begin, (error: unknown) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, /^The database \S+ is only partly restored\./);
          return true;
        });
      await restore(folder, target);
      assert.equal(await markers(), 0);
    } finally {
      await client.close();
    }
    assert.equal((await runCommand('verify/verify-audit.ts', ['--noted', noted], target)).code, 0);
    await backup(at('backup-4'), target);
    assert.deepEqual(
      collectionsOf(await readManifest(at('backup-4'))),
      collectionsOf(await readManifest(folder)),
    );
  }, 300_000);

  it('files that the deployment itself has lost are named, and the backup is whole without them', async () => {
    const target = deployment('lossy');
    await restore(folder, target);
    const lost = firstFile(at('lossy', 'files'));
    rmSync(at('lossy', 'files', lost));
    const taken = await runCommand('deploy/backup.ts', [at('backup-5')], target);
    assert.equal(taken.code, 2, taken.stderr);
    assert.match(taken.stderr, new RegExp(`^The deployment lacks 1 file .*: ${lost.split('/').at(-1)}\n$`));
    const { files } = await restore(at('backup-5'), deployment('less'));
    assert.equal(files.missing.length, 1);
  }, 300_000);

  skipIf(missingServer('S3')).it(
    'the files go to a bucket as well, and come back from it',
    async () => {
      const { endpoint, accessKey, secretKey } = s3Settings();
      const target = {
        ...deployment('bucket'),
        S3_ENDPOINT: endpoint,
        S3_BUCKET: prefix,
        S3_ACCESS_KEY: accessKey,
        S3_SECRET_KEY: secretKey,
      };
      await restore(folder, target);
      assert.deepEqual((await backup(at('backup-6'), target)).files, (await readManifest(folder)).files);
      const inUse = { ...target, DATABASE_PREFIX: `${prefix}-bucket-2` };
      await refused(restore(folder, inUse), /^The store of files is not empty: /);
    },
    300_000,
  );
});
