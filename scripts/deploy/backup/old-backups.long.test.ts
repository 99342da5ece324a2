/** Tests of which old backups `npm run backup -- FOLDER --keep N` removes. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { newStorageKey } from '../../../shared/storage-key.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, mongodbUri } from '../../../test/test-servers.ts';
import { createScratchFolder, removeScratchFolder } from '../../start/embedded-servers/scratch-folder.ts';
import { runCommand } from './backup-commands.fixture.ts';
import { BackupFolder, FORMAT } from './backup-folder.ts';

skipIf(missingServer('MONGODB')).describe('npm run backup -- FOLDER --keep N', () => {
  const prefix = databasePrefix('keep');
  const scratch = createScratchFolder('keep');
  const backups = join(scratch, 'backups');
  const env = { MONGODB_URI: mongodbUri(), DATABASE_PREFIX: prefix, DATA_DIR: join(scratch, 'data') };
  let client: MongoClient;
  beforeAll(async () => {
    client = await MongoClient.connect(mongodbUri());
    await client.db(`${prefix}-identity`).collection('users').insertOne({ name: 'Ada' });
  });
  afterAll(async () => {
    await client.close();
    removeScratchFolder(scratch);
    await dropDatabases(prefix);
  });

  const backup = (name: string, ...options: string[]) =>
    runCommand('deploy/backup.ts', [join(backups, name), ...options], env);

  /** A whole backup without records. */
  async function writeBackup(name: string, at: string, of = prefix): Promise<void> {
    const folder = new BackupFolder(join(backups, name));
    await folder.create();
    const files = { count: 0, bytes: 0, missing: [] };
    await folder.writeManifest({ format: FORMAT, prefix: of, at, cluster_time: '1:1', databases: [], files });
  }

  const left = (): string[] => readdirSync(backups).sort();

  it('keeps the newest N whole backups of this deployment, by their time and not by their name', async () => {
    await writeBackup('a-third', '2026-11-03T02:15:00.000Z');
    await writeBackup('b-first', '2026-11-01T02:15:00.000Z');
    await writeBackup('c-second', '2026-11-02T02:15:00.000Z');
    const { code, stdout, stderr } = await backup('0-new', '--keep', '2');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /\nRemoved the old backup b-first\nRemoved the old backup c-second\n$/);
    assert.deepEqual(left(), ['0-new', 'a-third']);
    assert.equal((await backup('1-new', '--keep=5')).code, 0);
    assert.deepEqual(left(), ['0-new', '1-new', 'a-third']);
    assert.equal((await backup('2-new')).code, 0);
    assert.deepEqual(left(), ['0-new', '1-new', '2-new', 'a-third'], 'without the option none is removed');
  });

  it('removes nothing that is not a whole backup of this deployment', async () => {
    rmSync(backups, { recursive: true });
    await writeBackup('old', '2026-11-01T02:15:00.000Z');
    await writeBackup('of-another', '2026-11-01T02:15:00.000Z', 'other');
    await writeBackup('with-notes', '2026-11-01T02:15:00.000Z');
    writeFileSync(join(backups, 'with-notes', 'notes.txt'), 'from before the move');
    await new BackupFolder(join(backups, 'broken-off')).create();
    mkdirSync(join(backups, 'photographs'));
    mkdirSync(join(backups, 'foreign'));
    writeFileSync(join(backups, 'foreign', 'manifest.json'), '{"format":1}');
    writeFileSync(join(backups, 'a-file'), '');
    const elsewhere = join(scratch, 'elsewhere');
    await writeBackup('../elsewhere', '2026-11-01T02:15:00.000Z');
    symlinkSync(elsewhere, join(backups, 'link'));
    assert.equal((await backup('new', '--keep', '1')).code, 0);
    assert.deepEqual(
      left(),
      'a-file,broken-off,foreign,link,new,of-another,photographs,with-notes'.split(','),
    );
    assert.ok(existsSync(join(elsewhere, 'manifest.json')));
  });

  it('removes none where the new backup is not whole, and keeps the newest with all files where the new one lacks some', async () => {
    rmSync(backups, { recursive: true });
    await writeBackup('old', '2026-11-01T02:15:00.000Z');
    const none = { ...env, DATABASE_PREFIX: `${prefix}-none` };
    assert.equal(
      (await runCommand('deploy/backup.ts', [join(backups, 'none'), '--keep', '1'], none)).code,
      1,
    );
    assert.deepEqual(left(), ['old']);
    const files = client.db(`${prefix}-files`).collection('files');
    const key = newStorageKey();
    await files.insertOne({ key, size: 1, sha256: '0'.repeat(64) });
    const lacking = await backup('lacking', '--keep', '1');
    assert.deepEqual([lacking.code, left()], [2, ['lacking', 'old']], lacking.stderr);
    // The time of a backup is that of the newest record, in whole seconds.
    await setTimeout(1_000);
    await client.db(`${prefix}-identity`).collection('users').insertOne({ name: 'Grace' });
    // The next night too: the volume does not fill because of one lost file.
    const again = await backup('again', '--keep', '1');
    assert.deepEqual([again.code, left()], [2, ['again', 'old']], again.stderr);
    await files.deleteOne({ key });
  });

  it('a number that would leave nothing, or is none, is refused before anything is done', async () => {
    for (const keep of ['0', '-1', '1.5', 'all', ''])
      assert.equal((await backup('refused', `--keep=${keep}`)).code, 64, keep);
    assert.ok(!left().includes('refused'));
    assert.equal((await runCommand('deploy/restore.ts', [backups, '--keep', '1'], env)).code, 64);
  });
});
