/** Tests of the headers that a multipart form and its parts may have. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { FILE_PART, part, useUploadServer } from './upload-server.fixture.ts';

describe('the headers of a form and of its parts', () => {
  const site = useUploadServer();
  const { post, postParts } = site;

  const typed = (contentType: string, boundary: string, text: string): Promise<Response> =>
    post(Buffer.from(`${text.replaceAll('--b\r\n', `--${boundary}\r\n`)}--${boundary}--\r\n`, 'latin1'), {
      'content-type': contentType,
    });
  const assertMalformed = (answer: Response, about: RegExp): Promise<void> =>
    site.assertRefused(answer, 400, new RegExp(`^MALFORMED_REQUEST[^]*${about.source}`));

  it('a content type that two parsers can read in two ways is 400, so that no part passes without its check (H8)', async () => {
    const unread = [
      FILE_PART + part('name="description"\r\nContent-Encoding: gzip', 'x'),
      part('name="files"; filename="S\xfcd.pdf"', 'x'),
      FILE_PART + part('name="description"', 'S\xfcd'),
    ];
    for (const text of unread) {
      for (const parameters of [
        'foo="; boundary=AA"; boundary=BB',
        "boundary*=utf-8''BB; boundary=AA",
        'boundary=BB; boundary=AA',
        'boundary=BB; foo=bar',
        'boundary=BB; charset=euc-kr',
      ])
        await assertMalformed(
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

  it('a part with any header or parameter that no client sends is 400, so that no field passes as a file unread (H8)', async () => {
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
      await assertMalformed(await postParts(FILE_PART + part(headers, '\xff')), about);
    await assertMalformed(
      await postParts(`${FILE_PART}--b\r\nContent-Type: text/plain\r\n\r\nx\r\n`),
      /no Content-Disposition/,
    );
    await assertMalformed(
      await postParts(part('name="files"; filename*=UTF-8\'\'S%FCd.pdf', 'x')),
      /name of a form part is not valid UTF-8/,
    );
  });

  it('a part in another charset than UTF-8 is 400, because its text would be kept as another one (G18)', async () => {
    for (const charset of ['euc-kr', 'iso-8859-1', 'utf-16le', '"euc-kr"', 'base64', 'utf-8x'])
      await assertMalformed(
        await postParts(
          FILE_PART + part(`name="description"\r\nContent-Type: text/plain; charset=${charset}`, 'x'),
        ),
        /charset=utf-8/,
      );
  });

  it('a field that names a prototype is 400, as the same key in JSON is (H6)', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      await assertMalformed(
        await postParts(FILE_PART + part(`name="${name}"`, 'x')),
        new RegExp(`'${name}' is not allowed`),
      );
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
      assert.equal((await postParts(part(headers, 'x'))).status, 200, headers);
      assert.equal(site.last?.files[0]?.name, name);
      await site.discardLast();
    }
  });
});
