import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toStoredName } from './file-name.ts';
import { findContentFault } from './file-type.ts';
import { findPartProblems, type UploadParams } from './rules.ts';

const fault = (mimeType: string, bytes: Buffer | string, size?: number): string | null => {
  const head = Buffer.from(bytes);
  return findContentFault(mimeType, size ?? head.length, head);
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

describe('what a file may hold', () => {
  it('R-189: content that does not match its declared type is rejected', () => {
    assert.equal(fault('application/pdf', '%PDF-1.7\n%âãÏÓ'), null);
    assert.match(fault('application/pdf', 'just text') ?? '', /does not start like a PDF/);
    assert.match(fault('application/pdf', ' %PDF-1.7') ?? '', /does not start like a PDF/);
    assert.equal(fault('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])), null);
    assert.match(fault('image/jpeg', png(10, 10)) ?? '', /JPEG/);
    assert.equal(fault('image/png', png(10, 10)), null);
    assert.match(fault('image/png', png(10, 10).subarray(0, 20)) ?? '', /PNG/);
  });

  it('a type that is not accepted is refused with the accepted ones', () => {
    assert.match(
      fault('text/html', '<html>') ?? '',
      /PDF \(application\/pdf\), PNG \(image\/png\), JPEG \(image\/jpeg\)/,
    );
    assert.match(fault('', 'x') ?? '', /accepted types/);
    assert.equal(fault('Application/PDF; version=1.7', '%PDF-1.7'), null);
  });

  it('document 3: a file of no bytes is accepted, of an accepted type', () => {
    assert.equal(fault('application/pdf', ''), null);
    assert.match(fault('text/html', '') ?? '', /accepted types/);
  });

  it('H22: a page behind the first bytes of a PDF or PNG, and a picture of 60,000 pixels a side', () => {
    assert.match(fault('application/pdf', '%PDF-1.4\n<html><script>alert(1)</script>') ?? '', /HTML markup/);
    assert.match(
      fault('image/png', Buffer.concat([png(1, 1), Buffer.from('<script >x')])) ?? '',
      /HTML markup/,
    );
    assert.match(fault('image/png', png(60_000, 60_000)) ?? '', /60000 × 60000/);
    assert.match(fault('image/png', png(0, 10)) ?? '', /without width/);
  });
});

describe('the name a file is kept under', () => {
  it('F6, X4, H23: the base name; a misleading or invisible name is rejected', () => {
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

  it('F6: at most 255 bytes, whole characters, with its ending', () => {
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
  const paths = (more: Partial<UploadParams>, hasFolder = false) =>
    findPartProblems(params(more), { hasFolder }).map(({ path }) => path);

  it('names every offending part', () => {
    assert.deepEqual(paths({}), []);
    const text = { ...part, key: 'b'.repeat(48), head: Buffer.from('plain text').toString('base64') };
    assert.deepEqual(paths({ files: [{ ...part, head }, text, { ...part, head }] }), [
      'files[1]',
      'files[2]',
    ]);
    assert.deepEqual(paths({ files: [{ ...part, head, name: 'a\0' }] }), ['files[0]']);
  });

  it('a name only goes with a single file, and an unknown folder is refused', () => {
    assert.deepEqual(
      paths({
        name: 'x',
        files: [
          { ...part, head },
          { ...part, key: 'b'.repeat(48), head },
        ],
      }),
      ['name'],
    );
    assert.deepEqual(paths({ folder_id: 7 }), ['folder_id']);
    assert.deepEqual(paths({ folder_id: 7 }, true), []);
    assert.deepEqual(paths({ folder_id: null }), []);
  });
});
