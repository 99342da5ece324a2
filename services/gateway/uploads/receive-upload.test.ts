/**
 * Tests of receiving uploads: streaming to the store, limits, malformed and packed forms, names of files, failures, and
 * what is removed after them.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { describe, it } from '@jest/globals';
import { apiError, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { DiskStore } from '../../../shared/storage/disk-store.ts';
import { storageUnavailable } from '../../../shared/storage/storage-unavailable.ts';
import { eventually } from '../../../test/eventually.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { receiveUpload } from './receive-upload.ts';
import { FILE_PART, part, UPLOAD_LIMITS, useUploadServer } from './upload-server.fixture.ts';

describe('receiving an upload', () => {
  const site = useUploadServer();
  const { post, postParts, countStored, assertRefused } = site;

  const form = (...parts: [string, string | Blob, string?][]): FormData => {
    const made = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') made.append(name, value);
      else made.append(name, value, fileName);
    }
    return made;
  };
  const pdf = (text: string): Blob => new Blob([text], { type: 'application/pdf' });
  /** Sends exact bytes as one multipart body with the boundary `b`. */
  const raw = (text: string): Promise<Response> =>
    post(text, { 'content-type': 'multipart/form-data; boundary=b' });

  it('streams every part named files into the store and hands on the fields (F1)', async () => {
    const answer = await post(
      form(
        ['tags', 'a'],
        ['files', pdf('%PDF-1.7 one'), 'Plan Süd.pdf'],
        ['tags', 'b'],
        ['files', pdf(''), '空.pdf'],
        ['description', 'd'],
      ),
    );
    assert.equal(answer.status, 200);
    assert.deepEqual(
      [...(site.last?.fields ?? [])],
      [
        ['tags', ['a', 'b']],
        ['description', ['d']],
      ],
    );
    const [one, empty] = site.last?.files ?? [];
    assert.deepEqual(
      { ...one, key: '' },
      {
        key: '',
        name: 'Plan Süd.pdf',
        mime_type: 'application/pdf',
        size: 12,
        sha256: createHash('sha256').update('%PDF-1.7 one').digest('hex'),
        head: Buffer.from('%PDF-1.7 one').toString('base64'),
      },
    );
    assert.equal(empty?.name, '空.pdf');
    assert.equal(empty?.size, 0);
    assert.equal(await site.store.sizeOf(one?.key ?? ''), 12);
    await site.discardLast();
    assert.equal(await countStored(), 0);
  });

  it('an unknown outcome leaves the bytes to the sweeper (H24)', async () => {
    await post(form(['files', pdf('x'), 'a.pdf']));
    await site.discardLast(apiError('SERVICE_UNAVAILABLE', 'away'));
    assert.equal(await countStored(), 1);
    await site.discardLast(apiError('NO_OPEN_DRAFT', 'none'));
    assert.equal(await countStored(), 0);
  });

  it('bytes that the files service does not find get no record and are removed (R7)', async () => {
    await post(form(['files', pdf('x'), 'a.pdf']));
    await site.discardLast(storageUnavailable());
    assert.equal(await countStored(), 0);
  });

  it('accepts a file of exactly the limit and rejects one byte more with 413', async () => {
    assert.equal((await post(form(['files', pdf('x'.repeat(UPLOAD_LIMITS.bytes)), 'a.pdf']))).status, 200);
    assert.equal(site.last?.files[0]?.size, UPLOAD_LIMITS.bytes);
    await site.discardLast();
    await assertRefused(
      await post(
        form(['files', pdf('ok'), 'a.pdf'], ['files', pdf('x'.repeat(UPLOAD_LIMITS.bytes + 1)), 'b.pdf']),
      ),
      413,
      /10000 bytes/,
    );
  });

  it('refuses too many files, too many parts and overlong fields with 400 (H24)', async () => {
    const many = (count: number, name: string) =>
      form(...Array.from({ length: count }, (): [string, Blob, string] => [name, pdf('x'), 'a.pdf']));
    await assertRefused(await post(many(4, 'files')), 400, /at most 3 files/);
    await assertRefused(
      await post(form(...Array.from({ length: 1001 }, (_, i): [string, string] => [`f${i}`, 'x']))),
      400,
      /at most 200 form fields/,
    );
    await assertRefused(
      await post(form(['files', pdf('x'), 'a.pdf'], ['description', 'x'.repeat(65 * 1024)])),
      400,
      /'description' exceeds 64 KB/,
    );
    await assertRefused(await post(many(1, 'file')), 400, /must be named 'files'/);
  });

  it('refuses a body without its closing boundary, inside a file and between parts (H24)', async () => {
    const head =
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
    await assertRefused(await raw(`${head}%PDF-1.7 and then nothing`), 400, /closing boundary/);
    await assertRefused(await raw(`${head}%PDF-1.7\r\n--b\r\n`), 400, /closing boundary/);
    await assertRefused(await raw(''), 400, /closing boundary|cut off/);
    await assertRefused(await raw('no boundary at all'), 400, /closing boundary/);
  });

  it('a client that disconnects halfway leaves nothing (H24)', async () => {
    const socket = connect(site.port, '127.0.0.1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 half',
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await eventually(() => assert.equal(site.failure?.status, 400));
    assert.equal(await countStored(), 0);
  });

  it('a packed part is 400, because it would be stored packed under the type of what is in it (H8)', async () => {
    for (const file of ['name="files"; filename="a.pdf"', 'name="description"']) {
      const packed = part(`${file}\r\nContent-Encoding: gzip`, 'x');
      await assertRefused(await postParts(FILE_PART + packed), 400, /without Content-Encoding/);
    }
    assert.equal(
      (await postParts(part('name="description"\r\nContent-Encoding: identity', 'x'))).status,
      200,
    );
  });

  it('an upload with Content-Encoding is 415 like a JSON body, and one that says identity is received (H8)', async () => {
    const sent = `${FILE_PART}--b--\r\n`;
    const post = (encoding: string): Promise<Response> =>
      site.post(sent, {
        'content-type': 'multipart/form-data; boundary=b',
        'content-encoding': encoding,
      });
    for (const encoding of ['gzip', 'br', 'identity, gzip'])
      await assertRefused(await post(encoding), 415, /without Content-Encoding/);
    assert.equal((await post('identity')).status, 200);
    await site.discardLast();
  });

  it('a field, its name or the name of a file that is not UTF-8 is 400, and no U+FFFD is kept in its place (G18)', async () => {
    await assertRefused(
      await postParts(FILE_PART + part('name="description"', 'S\xfcd')),
      400,
      /form field is not valid UTF-8/,
    );
    await assertRefused(
      await postParts(part('name="description"', 'cut off \xe2\x82') + FILE_PART),
      400,
      /form field is not valid UTF-8/,
    );
    const typed = part('name="description"\r\nContent-Type: text/plain; charset=utf-8', '\xff');
    await assertRefused(await postParts(FILE_PART + typed), 400, /form field is not valid UTF-8/);
    await assertRefused(
      await postParts(FILE_PART + part('name="S\xfcd"', 'x')),
      400,
      /name of a form part is not valid UTF-8/,
    );
    const name = part('name="files"; filename="S\xfcd.pdf"\r\nContent-Type: application/pdf', '%PDF-1.7');
    await assertRefused(await postParts(name), 400, /name of a form part is not valid UTF-8/);
    assert.equal(
      (await postParts(part('name="description"', Buffer.from('Süd 空').toString('latin1')))).status,
      200,
    );
    assert.deepEqual(site.last?.fields.get('description'), ['Süd 空']);
  });

  it('RFC 2046, 5.1.1: everything after the closing boundary is ignored, however long it is', async () => {
    assert.equal(
      (await postParts(`${part('name="description"', 'x')}--b--\r\n${'y'.repeat(1_000_000)}`)).status,
      200,
    );
    assert.deepEqual([...(site.last?.fields ?? [])], [['description', ['x']]]);
  });

  it('rejects a body that is not a multipart form with 415, and a form without a boundary with 400 (G18)', async () => {
    await assertRefused(await post('{}', { 'content-type': 'application/json' }), 415, /multipart/);
    await assertRefused(
      await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      /multipart/,
    );
    await assertRefused(await post('x', { 'content-type': 'multipart/form-data' }), 400, /boundary/);
  });

  it('strips folders from a name and keeps hostile names out of the key (F6)', async () => {
    await raw(
      '--b\r\nContent-Disposition: form-data; name="files"; filename="../../etc/passwd"\r\nContent-Type: application/pdf\r\n\r\nx\r\n--b--\r\n',
    );
    assert.equal(site.last?.files[0]?.name, 'passwd');
    assert.match(site.last?.files[0]?.key ?? '', /^[0-9a-f]{48}$/);
    await site.discardLast();
  });

  it('a failing store is 503 and leaves nothing (R7)', async () => {
    const full = new DiskStore('unused');
    full.put = async (_key: string, bytes: Readable) => {
      bytes.destroy();
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    const server = await startLocalServer((request, response) => {
      receiveUpload(request, full, UPLOAD_LIMITS).catch((error: unknown) =>
        response.writeHead(toErrorInfo(error).status).end(),
      );
    });
    const answer = await fetch(server.url, { method: 'POST', body: form(['files', pdf('x'), 'a.pdf']) });
    assert.equal(answer.status, 503);
    server.close();
  });
});
