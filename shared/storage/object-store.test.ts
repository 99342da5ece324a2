/**
 * Tests of storing files on local disk and in an S3 bucket, of presigned addresses, of the space that is left on the
 * disk, and of `Content-Disposition`.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../test/eventually.ts';
import { skipIf } from '../../test/skip-if.ts';
import { missingServer, s3Settings } from '../../test/test-servers.ts';
import { isStorageKey, newStorageKey } from '../storage-key.ts';
import { dispositionHeader } from './content-disposition.ts';
import { DiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const collect = async (keys: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all.sort();
};

/** Some bytes, then an error, as an upload that is cut off. */
const brokenStream = (bytes: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield bytes;
      throw new Error('cut off');
    })(),
    { objectMode: false },
  );

/** In pieces that do not fit the parts of an S3 upload. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 300_001) yield bytes.subarray(at, at + 300_001);
}

/** What every store must do, whatever it stands on. */
function keepsFiles(store: () => ObjectStore): void {
  it('gives back what was put, with its size and SHA-256', async () => {
    const bytes = randomBytes(100_000);
    const key = newStorageKey();
    assert.deepEqual(await store().put(key, Readable.from([bytes])), {
      size: bytes.length,
      sha256: sha256(bytes),
    });
    assert.deepEqual(await buffer(await store().open(key)), bytes);
    assert.equal(await store().sizeOf(key), bytes.length);
    assert.ok((await collect(store().keys())).includes(key));
    await store().remove(key);
    await store().remove(key);
    assert.equal(await store().sizeOf(key), null);
    await assert.rejects(async () => buffer(await store().open(key)));
  });

  it('keeps a file of no bytes (F1)', async () => {
    const key = newStorageKey();
    assert.deepEqual(await store().put(key, Readable.from([])), { size: 0, sha256: sha256(Buffer.alloc(0)) });
    assert.deepEqual(await buffer(await store().open(key)), Buffer.alloc(0));
    await store().remove(key);
  });

  for (const length of [5 << 20, (11 << 20) + 3]) {
    it(`keeps a file of ${length} bytes: one part of an S3 upload, and more`, async () => {
      const bytes = randomBytes(length);
      const key = newStorageKey();
      const stored = await store().put(key, Readable.from(piecesOf(bytes)));
      assert.deepEqual(stored, { size: length, sha256: sha256(bytes) });
      assert.ok(bytes.equals(await buffer(await store().open(key))));
      await store().remove(key);
    });
  }

  for (const length of [1000, 9 << 20]) {
    it(`leaves nothing of a stream that breaks after ${length} bytes (H24)`, async () => {
      const key = newStorageKey();
      await assert.rejects(store().put(key, brokenStream(randomBytes(length))), /cut off/);
      assert.equal(await store().sizeOf(key), null);
      assert.ok(!(await collect(store().keys())).includes(key));
    });
  }

  it('an upload that does not go on is among the keys, so that it can be removed (H24)', async () => {
    const key = newStorageKey();
    const source = new PassThrough();
    const stored = store().put(key, source);
    stored.catch(() => undefined);
    source.write(randomBytes(6 << 20));
    const isKnown = async (): Promise<boolean> => (await collect(store().keys())).includes(key);
    await eventually(isKnown);
    assert.equal(await store().sizeOf(key), null);
    // As the sweeper does after the process was killed; a part may still be on its way to the server.
    await eventually(async () => {
      await store().remove(key);
      return !(await isKnown());
    });
    source.destroy(new Error('cut off'));
    await assert.rejects(stored);
    assert.equal(await isKnown(), false);
  });

  it('accepts only its own storage keys (H23)', async () => {
    for (const key of ['../../etc/passwd', '', 'a'.repeat(47), `${'a'.repeat(46)}..`, 'A'.repeat(48)]) {
      assert.equal(isStorageKey(key), false);
      await assert.rejects(store().put(key, Readable.from([])));
      await assert.rejects(async () => store().open(key));
    }
  });
}

describe('files on local disk', () => {
  let folder = '';
  let store: ObjectStore;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'construction-files-'));
    store = new DiskStore(join(folder, 'files'));
    await store.prepare();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  keepsFiles(() => store);

  it('leaves the reserve of its disk free: a file that would use it fails like one on a full disk, and nothing of it stays (R7)', async () => {
    const root = join(folder, 'reserve');
    let reserve = 0;
    const careful = new DiskStore(root, () => reserve);
    await careful.prepare();
    const key = newStorageKey();
    let read = 0;
    function* filling() {
      for (; read < 50; read += 1) {
        if (read === 5) reserve = Number.MAX_SAFE_INTEGER;
        yield randomBytes(2 << 20);
      }
    }
    await assert.rejects(careful.put(key, Readable.from(filling())), { code: 'ENOSPC', path: root });
    assert.ok(read < 50, 'the rest is not read');
    await assert.rejects(careful.put(key, Readable.from(['x'])), { code: 'ENOSPC' });
    assert.deepEqual(await collect(careful.keys()), []);
    reserve = 0;
    await careful.put(key, Readable.from(['x']));
    assert.deepEqual(await collect(careful.keys()), [key]);
  });

  it('spreads files over folders and has no presigned address', async () => {
    const key = newStorageKey();
    await store.put(key, Readable.from(['x']));
    assert.ok(existsSync(join(folder, 'files', key.slice(0, 2), key.slice(2, 4), key)));
    assert.deepEqual(readdirSync(join(folder, 'files', 'arriving')), []);
    assert.equal(
      await store.presign(key, {
        contentDisposition: 'attachment',
        mimeType: 'text/plain',
        expiresInSeconds: 120,
      }),
      null,
    );
  });
});

skipIf(missingServer('S3')).describe('files in an S3 bucket', () => {
  let store: S3Store;
  beforeAll(async () => {
    store = new S3Store(s3Settings());
    await store.prepare();
  });
  keepsFiles(() => store);

  const presign = (key: string, expiresInSeconds: number) =>
    store.presign(key, {
      contentDisposition: dispositionHeader('attachment', 'Plan “Süd”.pdf'),
      mimeType: 'application/pdf',
      expiresInSeconds,
    });

  it('a missing bucket is reported by the check, so that health does not say up while every file request fails (E3)', async () => {
    const missingBucket = new S3Store({ ...s3Settings(), bucket: `missing-${randomUUID()}` });
    await assert.rejects(missingBucket.check(), /bucket .* does not exist/);
    await missingBucket.prepare();
    await missingBucket.check();
  });

  it('a presigned address serves the bytes as an attachment without a credential (R-236)', async () => {
    const key = newStorageKey();
    await store.put(key, Readable.from(['%PDF-1.7']));
    const response = await fetch(await presign(key, 120));
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '%PDF-1.7');
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /^attachment; filename="Plan _S_d_\.pdf"; filename\*=UTF-8''Plan%20/,
    );
    assert.equal(response.headers.get('content-type'), 'application/pdf');
  });

  it('a presigned address names the endpoint that callers reach, another than that of the service (R-236)', async () => {
    const { endpoint } = s3Settings();
    const own = new URL(endpoint);
    const publicEndpoint = `http://${own.hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1'}:${own.port}`;
    const proxied = new S3Store({ ...s3Settings(), publicEndpoint });
    const key = newStorageKey();
    await proxied.put(key, Readable.from(['%PDF-1.7']));
    const url = await proxied.presign(key, {
      contentDisposition: 'attachment',
      mimeType: 'application/pdf',
      expiresInSeconds: 120,
    });
    assert.ok(url.startsWith(`${publicEndpoint}/`), url);
    assert.equal(await (await fetch(url)).text(), '%PDF-1.7');
  });

  it('a presigned address does not outlive its time, open another file or write (H26)', async () => {
    const [key, other] = [newStorageKey(), newStorageKey()];
    await store.put(key, Readable.from(['one']));
    await store.put(other, Readable.from(['two']));
    const url = await presign(key, 1);
    assert.equal((await fetch(url.replace(key, other))).status, 403);
    assert.equal((await fetch(url, { method: 'PUT', body: 'changed' })).status, 403);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    assert.equal((await fetch(url)).status, 403);
  });
});

describe('Content-Disposition', () => {
  it('no name ends the header or starts another (H23)', () => {
    for (const name of ['a\r\nSet-Cookie: x', 'a"; filename="b', '\u202egpj.exe', 'Plän\\%41', '\ud800']) {
      const header = dispositionHeader('attachment', name);
      assert.match(header, /^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]*$/);
    }
    assert.equal(
      dispositionHeader('attachment', "O'Neil (1).pdf"),
      `attachment; filename="O'Neil (1).pdf"; filename*=UTF-8''O%27Neil%20%281%29.pdf`,
    );
  });
});
