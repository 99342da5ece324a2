/**
 * `npm run dev -- backup-times`: times of a backup while the library is written, and of its restore, with a
 * library of published standards and files of a megabyte; exits with 1 when the restored service lists other
 * content hashes than the source had before the backup.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RetryingCaller } from '../../scripts/import/retrying-caller.ts';
import { startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../world/accounts.ts';
import { LibraryLoader } from '../world/library-loader.ts';
import { createProject } from '../world/projects.ts';

const { values } = parseArgs({
  options: { standards: { type: 'string', default: '2000' }, files: { type: 'string', default: '100' } },
});
const STANDARDS = Number(values.standards);
const FILES = Number(values.files);
const FILE_BYTES = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), 'construction-backup-times-'));
const at = (name: string): string => join(folder, name);

/** Runs a command with its output on this terminal. @returns its time in seconds @throws Error when it fails */
async function runTimed(program: string, dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [`scripts/${program}`, at('backup')], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return (performance.now() - began) / 1000;
}

async function uploadFiles(api: RestClient): Promise<void> {
  const projectId = await createProject(api, { name: 'Drawings' });
  for (let count = 0; count < FILES; count += 1) {
    const bytes = Buffer.alloc(FILE_BYTES, `%PDF-1.7 drawing ${count} `);
    const file = new File([bytes], `A-${count}.pdf`, { type: 'application/pdf' });
    await api.call('files.upload', { projectId, files: [file] });
  }
}

/** The content hash of each standard. */
async function readHashes(api: ApiCaller, ids: readonly number[]): Promise<Map<number, string | null>> {
  const hashes = new Map<number, string | null>();
  for (const id of ids) {
    const read = await api.call('standards.get', { id, format: 'markdown' });
    hashes.set(id, 'content_hash' in read ? read.content_hash : null);
  }
  return hashes;
}

try {
  const source = await startDisposableService('one process', { DATA_DIR: at('source') });
  let key = '';
  let ids: number[] = [];
  let before = new Map<number, string | null>();
  try {
    const session = await registerAccount(source.base, 'Ada', 'Access Specifiers');
    const { client, secret } = await createKey(session, SPECIFIER_PERMISSIONS);
    key = secret;
    // A busy machine may answer 503 now and then.
    const loader = new LibraryLoader(new RetryingCaller(client));
    await loader.load({ standards: STANDARDS }, console.log);
    await uploadFiles(client);
    ids = loader.standardIds.filter((_, index) => index % 20 === 0);
    before = await readHashes(client, ids);
    let isTaken = false;
    const writer = (async () => {
      for (let more = 1; !isTaken; more += 1)
        await loader.load({ standards: STANDARDS + more }, () => undefined);
    })();
    const seconds = await runTimed('deploy/backup.ts', at('source'));
    isTaken = true;
    await writer;
    console.log(
      `Backup: ${seconds.toFixed(1)} s, while ${loader.size.standards - STANDARDS} more standards were published.`,
    );
  } finally {
    await source.stop();
  }
  console.log(`Restore: ${(await runTimed('deploy/restore.ts', at('target'))).toFixed(1)} s`);
  const target = await startDisposableService('one process', { DATA_DIR: at('target') });
  try {
    const after = await readHashes(new RestClient(target.base, { key }), ids);
    const differing = ids.filter((id) => before.get(id) !== after.get(id));
    console.log(`${ids.length} standards read again, ${differing.length} with another content hash.`);
    if (differing.length > 0) process.exitCode = 1;
  } finally {
    await target.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
