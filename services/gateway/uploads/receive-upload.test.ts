import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, it } from '@jest/globals';
import { endpoint } from '../../../shared/contracts/endpoint.ts';
import { apiError, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { DiskStore } from '../../../shared/storage/disk-store.ts';
import { storageUnavailable } from '../../../shared/storage/storage-unavailable.ts';
import { eventually } from '../../../test/eventually.ts';
import { readFormBody } from './form-body.ts';
import { discardUpload, type ReceivedUpload, receiveUpload } from './receive-upload.ts';

const limits = { files: 3, bytes: 10_000 };

describe('receiving an upload', () => {
  let folder = '';
  let store: DiskStore;
  let server: Server;
  let port = 0;
  let last: ReceivedUpload | null = null;
  let failure: ReturnType<typeof toErrorInfo> | null = null;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'construction-upload-'));
    store = new DiskStore(folder);
    await store.prepare();
    server = createServer((request, response) => {
      receiveUpload(request, store, limits).then(
        (upload) => {
          last = upload;
          response.end('taken');
        },
        (error: unknown) => {
          failure = toErrorInfo(error);
          response.writeHead(failure.status, { Connection: 'close' }).end(failure.detail);
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    last = null;
    failure = null;
  });

  const stored = async (): Promise<number> => {
    let count = 0;
    for await (const _ of store.keys()) count += 1;
    return count;
  };
  const post = (body: string | FormData, headers?: Record<string, string>): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body,
      ...(headers ? { headers } : {}),
      signal: AbortSignal.timeout(8_000),
    });
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
  const refused = async (answer: Response, status: number, about: RegExp): Promise<void> => {
    const sentence = await answer.text();
    assert.equal(answer.status, status, sentence);
    assert.match(sentence, about);
    assert.equal(await stored(), 0, 'a refused upload left bytes behind');
  };

  it('F1: streams every part named files into the store and hands on the fields', async () => {
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
      [...(last?.fields ?? [])],
      [
        ['tags', ['a', 'b']],
        ['description', ['d']],
      ],
    );
    const [one, empty] = last?.files ?? [];
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
    assert.equal(await store.sizeOf(one?.key ?? ''), 12);
    assert.ok(last);
    await discardUpload(store, last, apiError('VALIDATION_ERROR', 'no'));
    assert.equal(await stored(), 0);
  });

  it('H24: an unknown outcome leaves the bytes to the sweeper', async () => {
    await post(form(['files', pdf('x'), 'a.pdf']));
    assert.ok(last);
    await discardUpload(store, last, apiError('SERVICE_UNAVAILABLE', 'away'));
    assert.equal(await stored(), 1);
    await discardUpload(store, last, apiError('NO_OPEN_DRAFT', 'none'));
    assert.equal(await stored(), 0);
  });

  it('R7: bytes that the files service does not find get no record and are removed', async () => {
    await post(form(['files', pdf('x'), 'a.pdf']));
    assert.ok(last);
    await discardUpload(store, last, storageUnavailable());
    assert.equal(await stored(), 0);
  });

  it('accepts a file of exactly the limit and rejects one byte more with 413', async () => {
    assert.equal((await post(form(['files', pdf('x'.repeat(limits.bytes)), 'a.pdf']))).status, 200);
    assert.equal(last?.files[0]?.size, limits.bytes);
    assert.ok(last);
    await discardUpload(store, last, apiError('VALIDATION_ERROR', 'no'));
    await refused(
      await post(form(['files', pdf('ok'), 'a.pdf'], ['files', pdf('x'.repeat(limits.bytes + 1)), 'b.pdf'])),
      413,
      /10000 bytes/,
    );
  });

  it('H24: refuses too many files, too many parts and overlong fields with 400', async () => {
    const many = (count: number, name: string) =>
      form(...Array.from({ length: count }, (): [string, Blob, string] => [name, pdf('x'), 'a.pdf']));
    await refused(await post(many(4, 'files')), 400, /at most 3 files/);
    await refused(
      await post(form(...Array.from({ length: 1001 }, (_, i): [string, string] => [`f${i}`, 'x']))),
      400,
      /at most 200 form fields/,
    );
    await refused(
      await post(form(['files', pdf('x'), 'a.pdf'], ['description', 'x'.repeat(65 * 1024)])),
      400,
      /'description' exceeds 64 KB/,
    );
    await refused(await post(many(1, 'file')), 400, /must be named 'files'/);
  });

  it('H24: refuses a body without its closing boundary, inside a file and between parts', async () => {
    const head =
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
    await refused(await raw(`${head}%PDF-1.7 and then nothing`), 400, /closing boundary/);
    await refused(await raw(`${head}%PDF-1.7\r\n--b\r\n`), 400, /closing boundary/);
    await refused(await raw(''), 400, /closing boundary|cut off/);
    await refused(await raw('no boundary at all'), 400, /closing boundary/);
  });

  it('H24: a client that disconnects halfway leaves nothing', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 half',
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await eventually(() => assert.equal(failure?.status, 400));
    assert.equal(await stored(), 0);
  });

  const part = (headers: string, content: string): string =>
    `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
  const FILE = part('name="files"; filename="a.pdf"\r\nContent-Type: application/pdf', '%PDF-1.7');
  const bytes = (text: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: Buffer.from(`${text}--b--\r\n`, 'latin1'),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });

  it('H8: a packed part is 400, because it would be stored packed under the type of what is in it', async () => {
    for (const file of ['name="files"; filename="a.pdf"', 'name="description"']) {
      const packed = part(`${file}\r\nContent-Encoding: gzip`, 'x');
      await refused(await bytes(FILE + packed), 400, /without Content-Encoding/);
    }
    assert.equal((await bytes(part('name="description"\r\nContent-Encoding: identity', 'x'))).status, 200);
  });

  it('G18: a field, its name or the name of a file that is not UTF-8 is 400, and no U+FFFD is kept in its place', async () => {
    await refused(
      await bytes(FILE + part('name="description"', 'S\xfcd')),
      400,
      /form field is not valid UTF-8/,
    );
    await refused(
      await bytes(part('name="description"', 'cut off \xe2\x82') + FILE),
      400,
      /form field is not valid UTF-8/,
    );
    const typed = part('name="description"\r\nContent-Type: text/plain; charset=utf-8', '\xff');
    await refused(await bytes(FILE + typed), 400, /form field is not valid UTF-8/);
    await refused(
      await bytes(FILE + part('name="S\xfcd"', 'x')),
      400,
      /name of a form part is not valid UTF-8/,
    );
    const name = part('name="files"; filename="S\xfcd.pdf"\r\nContent-Type: application/pdf', '%PDF-1.7');
    await refused(await bytes(name), 400, /name of a form part is not valid UTF-8/);
    assert.equal(
      (await bytes(part('name="description"', Buffer.from('Süd 空').toString('latin1')))).status,
      200,
    );
    assert.deepEqual(last?.fields.get('description'), ['Süd 空']);
  });

  it('RFC 2046, 5.1.1: everything after the closing boundary is ignored, however long it is', async () => {
    assert.equal(
      (await bytes(`${part('name="description"', 'x')}--b--\r\n${'y'.repeat(1_000_000)}`)).status,
      200,
    );
    assert.deepEqual([...(last?.fields ?? [])], [['description', ['x']]]);
  });

  it('G18: rejects a body that is not a multipart form with 415, and a form without a boundary with 400', async () => {
    await refused(await post('{}', { 'content-type': 'application/json' }), 415, /multipart/);
    await refused(
      await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      /multipart/,
    );
    await refused(await post('x', { 'content-type': 'multipart/form-data' }), 400, /boundary/);
  });

  it('F6: strips folders from a name and keeps hostile names out of the key', async () => {
    await raw(
      '--b\r\nContent-Disposition: form-data; name="files"; filename="../../etc/passwd"\r\nContent-Type: application/pdf\r\n\r\nx\r\n--b--\r\n',
    );
    assert.equal(last?.files[0]?.name, 'passwd');
    assert.match(last?.files[0]?.key ?? '', /^[0-9a-f]{48}$/);
    assert.ok(last);
    await discardUpload(store, last, apiError('VALIDATION_ERROR', 'no'));
  });

  it('R7: a failing store is 503 and leaves nothing', async () => {
    const full = new DiskStore(join(folder, 'full'));
    full.put = async (_key: string, bytes: Readable) => {
      bytes.destroy();
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    const once = createServer((request, response) => {
      receiveUpload(request, full, limits).catch((error: unknown) =>
        response.writeHead(toErrorInfo(error).status).end(),
      );
    });
    await new Promise<void>((resolve) => once.listen(0, '127.0.0.1', resolve));
    const { port: at } = once.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${at}/`, {
      method: 'POST',
      body: form(['files', pdf('x'), 'a.pdf']),
    });
    assert.equal(answer.status, 503);
    once.closeAllConnections();
    once.close();
  });
});

describe('the fields of an upload', () => {
  const spec = endpoint({
    group: 'files',
    summary: '',
    auth: 'key_or_session',
    permissions: [],
    mutates: true,
    path: { projectId: { type: 'number' } },
    body: {
      folder_id: { type: 'number', integer: true, optional: true },
      name: { type: 'string', optional: true },
      tags: { type: 'array', items: { type: 'string' }, optional: true },
    },
    returns: { type: 'any' },
  });
  const read = (...fields: [string, string[]][]) =>
    readFormBody(spec, { fields: new Map(fields), files: [] });

  it('F5: tags are repeated parts or one JSON array', () => {
    assert.deepEqual(read(['tags', ['a', 'b']]).tags, ['a', 'b']);
    assert.deepEqual(read(['tags', ['a']]).tags, ['a']);
    assert.deepEqual(read(['tags', ['']]).tags, []);
    assert.deepEqual(read(['tags', ['["a","b, c"]']]).tags, ['a', 'b, c']);
    assert.throws(() => read(['tags', ['["a"']]), /JSON array/);
  });

  it('G5: numbers are read exactly, an empty one counts as not sent, and a field sent twice is refused', () => {
    assert.deepEqual(read(['folder_id', ['7']], ['name', ['']]), { folder_id: 7, name: '', files: [] });
    assert.deepEqual(read(['folderId', ['']]), { files: [] });
    assert.deepEqual(read(['folder_id', ['7x']]), { folder_id: '7x', files: [] });
    assert.throws(() => read(['name', ['a', 'b']]), /2 times/);
  });

  it('H6: a field named __proto__ is an ordinary field', () => {
    const body = read(['__proto__', ['x']], ['projectId', ['9']]);
    assert.equal(Object.getPrototypeOf(body), Object.prototype);
    assert.equal(body.projectId, '9');
  });
});
