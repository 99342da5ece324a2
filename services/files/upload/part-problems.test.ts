/** Tests of the checks of an upload that need only its form and the first bytes of each file: types, names, folders. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { canonicalMimeType } from '../file-types.ts';
import { toStoredName } from './file-name.ts';
import { findHeadFault } from './first-bytes.ts';
import { findPartProblems, type UploadParams } from './part-problems.ts';

const fault = (mimeType: string, bytes: Buffer | string): Promise<string | null> => {
  const head = Buffer.from(bytes);
  return findHeadFault(mimeType, head.length, head);
};

/** The first bytes of a PNG of this size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(head);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

describe('the first bytes of a file', () => {
  it('content that does not match its declared type is rejected (R-189, F5)', async () => {
    const accepted: [string, Buffer | string][] = [
      ['application/pdf', '%PDF-1.7\n%âãÏÓ'],
      ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
      ['image/png', png(10, 10)],
      ['image/gif', 'GIF89a…'],
      ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
      ['image/tiff', 'II*\0\xff\xff\0\0'],
      ['image/tiff', 'MM\0*\0\0\xff\xff'],
      ['image/vnd.dwg', 'AC1027\0\0\0\0'],
      ['application/acad', 'AC1015\0\0\0\0'],
      ['application/zip', 'PK\x03\x04'],
      ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK\x03\x04'],
      ['text/csv', 'a;b'],
      ['Application/PDF; version=1.7', '%PDF-1.7'],
    ];
    for (const [type, bytes] of accepted) assert.equal(await fault(type, bytes), null, type);
    const refused: [string, Buffer | string, RegExp][] = [
      ['application/pdf', 'just text', /does not start like a PDF/],
      ['application/pdf', 'x %PDF-1.7', /does not start like a PDF/],
      ['application/pdf', '%PDF-3.0', /does not start like a PDF/],
      ['image/jpeg', png(10, 10), /JPEG/],
      ['image/png', png(10, 10).subarray(0, 20), /PNG/],
      ['image/gif', png(10, 10), /GIF/],
      ['image/gif', 'GIFT CARD terms', /GIF/],
      ['image/webp', 'RIFF\x10\0\0\0WAVEfmt ', /WebP/],
      ['image/vnd.dwg', 'AC9999\0\0\0\0', /DWG/],
      ['application/zip', 'Rar!\x1a\x07', /ZIP/],
    ];
    for (const [type, bytes, message] of refused)
      assert.match((await fault(type, bytes)) ?? '', message, type);
  });

  it('a type that is not accepted is refused with the accepted ones, also without bytes (F5)', async () => {
    for (const [type, bytes] of [
      ['text/html', '<html>'],
      ['', 'x'],
      ['application/octet-stream', 'x'],
      ['text/html', ''],
    ] as const)
      assert.match((await fault(type, bytes)) ?? '', /accepted types are PDF \(application\/pdf\), PNG/);
    assert.equal(await fault('application/pdf', ''), null);
    assert.equal(await fault('image/svg+xml', ''), null);
  });

  it('a page behind the first bytes of a PDF or PNG, and a picture of 60,000 pixels a side (H22)', async () => {
    assert.match(
      (await fault('application/pdf', '%PDF-1.4\n<html><script>alert(1)</script>')) ?? '',
      /HTML markup/,
    );
    assert.match(
      (await fault('image/png', Buffer.concat([png(1, 1), Buffer.from('<script >x')]))) ?? '',
      /HTML markup/,
    );
    assert.match((await fault('image/png', png(60_000, 60_000))) ?? '', /60000 × 60000/);
    assert.match((await fault('image/png', png(0, 10))) ?? '', /without width/);
  });

  it('a type is stored under one name, that of the documents where they have one (F2, Y18)', () => {
    for (const [declared, name] of [
      ['application/x-zip-compressed', 'application/zip'],
      ['Image/PNG; q=1', 'image/png'],
      ['image/vnd.dxf', 'application/dxf'],
      ['Application/DXF', 'application/dxf'],
      ['image/vnd.dwg', 'application/x-dwg'],
      ['application/acad', 'application/x-dwg'],
      ['application/vnd.ms-excel', 'text/csv'],
      ['text/html', 'text/html'],
    ] as const)
      assert.equal(canonicalMimeType(declared), name, declared);
  });

  it('a PDF may begin behind white space or a byte order mark, within the first 1,024 bytes (Y18)', async () => {
    const header = '%PDF-1.7\n';
    const mark = Buffer.from('\uFEFF');
    for (const before of [
      '',
      ' ',
      '\r\n\t\f\0 ',
      mark,
      Buffer.concat([mark, Buffer.from('\n')]),
      ' '.repeat(1023),
    ])
      assert.equal(
        await fault('application/pdf', Buffer.concat([Buffer.from(before), Buffer.from(header)])),
        null,
      );
    for (const before of [' '.repeat(1024), 'a', '\u00bb', '<!doctype html>'])
      assert.match(
        (await fault('application/pdf', before + header)) ?? '',
        /does not start like a PDF/,
        before,
      );
  });

  it('a CSV may be declared as Excel does on Windows; a real workbook of then is refused (Y18)', async () => {
    assert.equal(await fault('application/vnd.ms-excel', 'a;b\r\n1;2'), null);
    const workbook = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    assert.match((await fault('application/vnd.ms-excel', workbook)) ?? '', /save it as \.xlsx or CSV/);
  });
});

describe('the name a file is kept under', () => {
  it('the base name; a misleading or invisible name is rejected (F6, X4, H23)', () => {
    const cases: [string, string | null][] = [
      ['Plan Süd.pdf', 'Plan Süd.pdf'],
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\x\\a.pdf', 'a.pdf'],
      ['a\r\nSet-Cookie: x', null],
      ['\u202egpj.exe', null],
      ['\u200b\u00ad', null],
      ['dir\0/plan.pdf', null],
      ['%2e%2e', '%2e%2e'],
      ['', 'file'],
      ['..', 'file'],
      ['a/', 'file'],
      ['a\0b', null],
      ['CON', 'CON'],
    ];
    for (const [sent, kept] of cases) assert.equal(toStoredName(sent), kept, JSON.stringify(sent));
  });

  it('at most 255 bytes, whole characters, with its ending (F6)', () => {
    const kept = toStoredName(`${'ü'.repeat(5000)}.pdf`) ?? '';
    assert.ok(Buffer.byteLength(kept) <= 255);
    assert.match(kept, /^ü+\.pdf$/);
    assert.equal(toStoredName('\ud800.pdf'), '\ufffd.pdf');
  });
});

describe('reasons to reject an upload', () => {
  const part = {
    key: 'a'.repeat(48),
    name: 'a.pdf',
    mime_type: 'application/pdf',
    size: 8,
    sha256: '0'.repeat(64),
  };
  const head = Buffer.from('%PDF-1.7').toString('base64');
  const params = (more: Partial<UploadParams>): UploadParams => ({
    projectId: 1,
    document_type: 'other',
    description: '',
    files: [{ ...part, head }],
    ...more,
  });
  const paths = async (more: Partial<UploadParams>, hasFolder = false) =>
    (await findPartProblems(params(more), { hasFolder })).map(({ path }) => path);

  it('names every offending part', async () => {
    assert.deepEqual(await paths({}), []);
    const text = { ...part, key: 'b'.repeat(48), head: Buffer.from('plain text').toString('base64') };
    assert.deepEqual(await paths({ files: [{ ...part, head }, text, { ...part, head }] }), [
      'files[1]',
      'files[2]',
    ]);
    assert.deepEqual(await paths({ files: [{ ...part, head, name: 'a\0' }] }), ['files[0]']);
  });

  it('a name only goes with a single file, and an unknown folder is refused', async () => {
    assert.deepEqual(
      await paths({
        name: 'x',
        files: [
          { ...part, head },
          { ...part, key: 'b'.repeat(48), head },
        ],
      }),
      ['name'],
    );
    assert.deepEqual(await paths({ folder_id: 7 }), ['folder_id']);
    assert.deepEqual(await paths({ folder_id: 7 }, true), []);
    assert.deepEqual(await paths({ folder_id: null }), []);
  });
});
