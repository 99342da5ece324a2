import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { apiError, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { DiskStore } from '../../../shared/storage/disk-store.ts';
import { discardUpload, type ReceivedUpload, receiveUpload } from './receive-upload.ts';

describe('the headers of a form and of its parts', () => {
  let folder = '';
  let store: DiskStore;
  let server: Server;
  let port = 0;
  let last: ReceivedUpload | null = null;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'construction-upload-'));
    store = new DiskStore(folder);
    await store.prepare();
    server = createServer((request, response) => {
      receiveUpload(request, store, { files: 3, bytes: 10_000 }).then(
        (upload) => {
          last = upload;
          response.end('taken');
        },
        (error: unknown) => {
          const { status, code, detail } = toErrorInfo(error);
          response.writeHead(status, { Connection: 'close' }).end(`${code}: ${detail}`);
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

  const part = (headers: string, content: string): string =>
    `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
  const FILE = part('name="files"; filename="a.pdf"\r\nContent-Type: application/pdf', '%PDF-1.7');
  const typed = (contentType: string, boundary: string, text: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: Buffer.from(`${text.replaceAll('--b\r\n', `--${boundary}\r\n`)}--${boundary}--\r\n`, 'latin1'),
      headers: { 'content-type': contentType },
    });
  const bytes = (text: string): Promise<Response> => typed('multipart/form-data; boundary=b', 'b', text);
  const refused = async (answer: Response, about: RegExp): Promise<void> => {
    const sentence = await answer.text();
    assert.equal(answer.status, 400, sentence);
    assert.match(sentence, /^MALFORMED_REQUEST/);
    assert.match(sentence, about);
    for await (const key of store.keys()) assert.fail(`a refused upload left ${JSON.stringify(key)}`);
  };

  it('H8: a content type that two parsers can read in two ways is 400, so that no part passes without its check', async () => {
    const unread = [
      FILE + part('name="description"\r\nContent-Encoding: gzip', 'x'),
      part('name="files"; filename="S\xfcd.pdf"', 'x'),
      FILE + part('name="description"', 'S\xfcd'),
    ];
    for (const text of unread) {
      for (const parameters of [
        'foo="; boundary=AA"; boundary=BB',
        "boundary*=utf-8''BB; boundary=AA",
        'boundary=BB; boundary=AA',
        'boundary=BB; foo=bar',
        'boundary=BB; charset=euc-kr',
      ])
        await refused(
          await typed(`multipart/form-data; ${parameters}`, 'BB', text),
          /multipart\/form-data; boundary=/,
        );
    }
    for (const parameters of [
      'boundary=BB',
      'boundary="BB"',
      'charset=utf-8; boundary=BB',
      'boundary=BB; charset=UTF-8',
    ])
      assert.equal(
        (await typed(`multipart/form-data; ${parameters}`, 'BB', part('name="description"', 'x'))).status,
        200,
      );
    assert.equal(
      (await typed('multipart/form-data; boundary="a b=?/c"', 'a b=?/c', part('name="description"', 'x')))
        .status,
      200,
    );
  });

  it('H8: a part with any header or parameter that no client sends is 400, so that no field passes as a file unread', async () => {
    for (const [headers, about] of [
      ['name="description"; foo="; filename=a"', /Content-Disposition/],
      ['name="description"; filename*=euc-kr\'\'a', /Content-Disposition/],
      ['name="description"; name="files"', /Content-Disposition/],
      ['name="fil\\es"', /Content-Disposition/],
      ['name="description"\r\nContent-Type: text/plain; foo=application/octet-stream', /Content-Type/],
      ['name="description"\r\nContent-Disposition: form-data; name="files"', /more than once/],
      ['name="description"\r\nContent-Transfer-Encoding: base64', /Content-Transfer-Encoding/],
      ['name="description"\r\nX-Other: a', /header 'x-other' is not allowed/],
    ] as const)
      await refused(await bytes(FILE + part(headers, '\xff')), about);
    await refused(
      await bytes(`${FILE}--b\r\nContent-Type: text/plain\r\n\r\nx\r\n`),
      /no Content-Disposition/,
    );
    await refused(
      await bytes(part('name="files"; filename*=UTF-8\'\'S%FCd.pdf', 'x')),
      /name of a form part is not valid UTF-8/,
    );
  });

  it('G18: a part in another charset than UTF-8 is 400, because its text would be kept as another one', async () => {
    for (const charset of ['euc-kr', 'iso-8859-1', 'utf-16le', '"euc-kr"', 'base64', 'utf-8x'])
      await refused(
        await bytes(FILE + part(`name="description"\r\nContent-Type: text/plain; charset=${charset}`, 'x')),
        /charset=utf-8/,
      );
  });

  it('H6: a field that names a prototype is 400, as the same key in JSON is', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      await refused(await bytes(FILE + part(`name="${name}"`, 'x')), new RegExp(`'${name}' is not allowed`));
  });

  it('RFC 7578: accepts the headers that curl, .NET and other clients send', async () => {
    for (const [headers, name] of [
      ['name="files"; filename="a \\"b\\"; c.pdf"\r\nContent-Type: application/pdf', 'a "b"; c.pdf'],
      ["name=files; filename=a.pdf; filename*=utf-8''S%C3%BCd.pdf", 'Süd.pdf'],
      [
        'name="files"; filename*=UTF-8\'\'S%C3%BCd.pdf\r\nContent-Transfer-Encoding: binary\r\nContent-Length: 1',
        'Süd.pdf',
      ],
      ['name="files"; filename=""\r\nContent-Type: application/octet-stream', ''],
    ] as const) {
      assert.equal((await bytes(part(headers, 'x'))).status, 200, headers);
      assert.equal(last?.files[0]?.name, name);
      assert.ok(last);
      await discardUpload(store, last, apiError('VALIDATION_ERROR', 'no'));
    }
  });
});
