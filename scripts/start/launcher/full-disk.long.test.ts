/** Tests of `npm start` and `npm run start:split` on a disk that is full before the start or becomes full later. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { isLongRun } from '../../../test/world/share-of.ts';
import { describeFullDisk } from '../embedded-servers/full-disk.ts';
import { findFreePort } from '../embedded-servers/server-process.ts';
import { fillDisk, mountingRefused, mountSmallDisk } from './small-disk.fixture.ts';
import { type StartedProgram, startProgram } from './started-program.fixture.ts';
import { waitUntilHealthy } from './wait-until-healthy.ts';

const ADMINISTRATOR = { email: 'root@example.org', password: 'correct horse battery' };
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** It ended with an error, its last line names the disk, and no line is one of a stack. */
function assertDiskNamed({ child, output }: StartedProgram, folder: string): void {
  assert.equal(child.exitCode, 1, output());
  const last = output().trim().split('\n').at(-1) ?? '';
  assert.match(last, /^(\w+ … )?The disk (of \S+ )?is full.* MB left.*Free some space/, output());
  assert.ok(last.includes(folder), last);
  assert.doesNotMatch(output(), /^\s+at /m);
}

const launch = (
  script: 'start' | 'start-split',
  disk: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): StartedProgram =>
  startProgram(join(root, 'scripts', 'start', `${script}.ts`), [], {
    DATA_DIR: join(disk, 'data'),
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...env,
  });

skipIf(mountingRefused()).describe('a full disk', () => {
  // Each ends the start at another step; a short run takes two.
  it.each(isLongRun ? [0, 40, 200, 1000] : [0, 200])(
    'of %d KB in DATA_DIR ends a start with a line that names it',
    async (kilobytes) => {
      const disk = mountSmallDisk(Math.max(kilobytes, 64));
      if (kilobytes === 0) fillDisk(disk);
      const started = launch('start', disk, 0);
      await started.ended;
      assertDiskNamed(started, disk);
    },
  );

  it('in DATA_DIR ends start:split, too', async () => {
    const disk = mountSmallDisk(64);
    fillDisk(disk);
    const started = launch('start-split', disk, 0);
    await started.ended;
    assertDiskNamed(started, disk);
  });

  it('of the temporary folder ends start:split, whose NATS has its file there', async () => {
    const disk = mountSmallDisk(64);
    fillDisk(disk);
    const data = mkdtempSync(join(tmpdir(), 'full-temporary-'));
    afterTest(() => rmSync(data, { recursive: true, force: true }));
    const started = launch('start-split', data, 0, { TMPDIR: disk });
    await started.ended;
    assertDiskNamed(started, disk);
  });

  it('is not made by an upload, which leaves space for the database and is 503; the service goes on (R7)', async () => {
    const disk = mountSmallDisk(80_000);
    const port = await findFreePort();
    const started = launch('start', disk, port);
    const { base, cookie } = await signIn(port);
    assert.equal((await send(`${base}/api/projects/create`, { name: 'Bridge' }, cookie)).status, 201);
    for (let at = 0; at < 3; at += 1) await assertUploadRefused(base, cookie, 80);
    assert.match(
      started.output(),
      /ENOSPC: [\d.]+ MB are left on the disk of \S+, of which [\d.]+ MB are kept free/,
    );
    assert.equal((await send(`${base}/api/projects/create`, { name: 'Road' }, cookie)).status, 201);
    assert.equal(started.child.exitCode, null, started.output());
  });

  it('while the service runs refuses an upload with 503, then ends the service; both name the disk (R7)', async () => {
    const disk = mountSmallDisk(40_000);
    const port = await findFreePort();
    const started = launch('start', disk, port);
    const { base, cookie } = await signIn(port);
    const project = await send(`${base}/api/projects/create`, { name: 'Bridge' }, cookie);
    assert.equal(project.status, 201, await project.text());
    fillDisk(disk);
    await assertUploadRefused(base, cookie, 2);
    assert.match(started.output(), /An upload was not stored at \S+files: ENOSPC/);
    assert.ok(started.output().includes(join(disk, 'data', 'files')));
    // MongoDB ends with the first write that needs space.
    const answers = new Set<number | undefined>();
    await eventually(async () => {
      const answer = await send(`${base}/api/projects/create`, { name: 'Road' }, cookie).catch(() => null);
      answers.add(answer?.status);
      return started.child.exitCode !== null;
    });
    assert.deepEqual(
      [...answers].filter((status) => status !== undefined && status !== 201 && status !== 503),
      [],
    );
    assertDiskNamed(started, disk);
  });

  it('ends the installation of packages', async () => {
    const disk = mountSmallDisk(1500);
    mkdirSync(join(disk, 'scripts'));
    for (const name of ['package.json', 'package-lock.json', 'scripts/prepare.mjs'])
      copyFileSync(join(root, name), join(disk, name));
    fillDisk(disk);
    const locked = startProgram(join(disk, 'scripts', 'prepare.mjs'), [], {});
    await locked.ended;
    assertDiskNamed(locked, disk);
    // npm, as it ends when a package has no room.
    writeFileSync(join(disk, 'filling'), '');
    const npm = join(disk, 'npm-cli.js');
    const words = 'npm error code ENOSPC\\nnpm error ENOSPC: no space left on device, write';
    writeFileSync(npm, `console.error('npm warn\\n${words}'); process.exit(228);`);
    const installing = startProgram(join(disk, 'scripts', 'prepare.mjs'), [], { npm_execpath: npm });
    await installing.ended;
    assertDiskNamed(installing, disk);
  });
});

describe('what says that a disk is full', () => {
  const failure = (code: string | number, path?: string): Error =>
    Object.assign(new Error(`${code}: it failed`), { code, path });

  it('is an error of the system, of MongoDB or of a program; a disk with space is blamed for no other', () => {
    const folder = tmpdir();
    for (const error of [
      failure('ENOSPC'),
      failure('EDQUOT', '/data/x'),
      failure(14_031),
      new Error('ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device'),
      new Error('tar: mongod: Cannot write: No space left on device'),
    ])
      assert.match(
        describeFullDisk(error, [folder]) ?? '',
        /^The disk (of \S+ )?is full \(.*\)\. Free some space/,
      );
    assert.match(describeFullDisk(failure('EDQUOT', '/data/x'), []) ?? '', /of \/data\/x is full/);
    for (const error of [failure('EACCES'), failure(28), new Error('28 servers left'), null])
      assert.equal(describeFullDisk(error, [folder]), null);
  });
});

const send = (url: string, body: object, cookie = ''): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, cookie },
    body: JSON.stringify(body),
  });

/** Waits for the service on a port, and signs the administrator in. */
async function signIn(port: number): Promise<{ base: string; cookie: string }> {
  const base = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(base, AbortSignal.timeout(60_000));
  const response = await send(`${base}/api/account/login`, ADMINISTRATOR);
  return { base, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** Uploads a text of so many megabytes to the first project; 503 and the disk is named. */
async function assertUploadRefused(base: string, cookie: string, megabytes: number): Promise<void> {
  const form = new FormData();
  form.set('document_type', 'other');
  form.set('files', new Blob(['word '.repeat(megabytes * 200_000)], { type: 'text/plain' }), 'words.txt');
  const upload = await fetch(`${base}/api/files/projects/1/upload`, {
    method: 'POST',
    headers: { cookie, origin: base },
    body: form,
  });
  const refusal: { status: number; detail: string } = JSON.parse(await upload.text());
  assert.equal(refusal.status, 503, refusal.detail);
  assert.match(refusal.detail, /^The disk for files is full\. Nothing was stored/);
}
