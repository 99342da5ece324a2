/** Tests of the checks of the whole content of uploaded texts, drawings and archives. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from '@jest/globals';
import { editor, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { describeOnEachStore, useFilesWorld } from '../../../test/world/files-world.ts';
import { canonicalMimeType } from '../file-types.ts';
import { findArchiveFault } from './archive-directory.ts';
import { createArchive, createDocument } from './archives.fixture.ts';
import { inspectText, TEXT_FORMATS } from './text-content.ts';

const IFC = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n";
const DXF = '999\nA comment\n  0\nSECTION\n  2\nHEADER\n  0\nENDSEC\n  0\nEOF\n';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** A PNG whose last chunk has a text in it. */
function withTextInEnd(png: Buffer): Buffer {
  const text = Buffer.from('=1;alert(1);//');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([png.subarray(0, -12), length, Buffer.from('IEND'), text, png.subarray(-4)]);
}

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** In chunks of one byte, so that no rule depends on where a chunk ends. */
const bytesOf = (text: string | Buffer): Readable =>
  Readable.from([...Buffer.from(text)].map((byte) => Buffer.from([byte])));
const textFault = async (format: keyof typeof TEXT_FORMATS, text: string | Buffer): Promise<string | null> =>
  (await inspectText(TEXT_FORMATS[format], bytesOf(text))).fault;
/** With its mark. */
const utf16be = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
/** With its mark. */
const utf32 = (text: string, isLittleEndian: boolean): Buffer =>
  Buffer.concat(
    Array.from(`\uFEFF${text}`, (character) => {
      const unit = Buffer.alloc(4);
      const code = character.codePointAt(0) ?? 0;
      if (isLittleEndian) unit.writeUInt32LE(code);
      else unit.writeUInt32BE(code);
      return unit;
    }),
  );

describe('texts', () => {
  it('text and CSV are accepted in any encoding, with the charset that a browser needs (F5, Y18)', async () => {
    const german = 'Süd;20 °C\r\nWände;„a“\r\n';
    const accepted: [string, Buffer | string, string | null][] = [
      ['UTF-8', german, 'utf-8'],
      ['UTF-8 with white space', 'Süd\t"空"\r\n\f', 'utf-8'],
      ['UTF-8 with a mark', `\uFEFF${german}`, 'utf-8'],
      ['ASCII', ' <b>bold', 'utf-8'],
      ['Latin-1', Buffer.from('Süd;20 °C\n', 'latin1'), null],
      ['Windows-1252', Buffer.from([0x84, 0x61, 0x93, 0x3b, 0x80, 0x0a]), null],
      ['a letter at the end that UTF-8 would continue', Buffer.from([0x41, 0xc3]), null],
      ['Windows-1251', Buffer.from([0xd1, 0xf2, 0xe0, 0xeb, 0xfc, 0x0d, 0x0a]), null],
      ['Shift JIS', Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0a]), null],
      ['GBK', Buffer.from([0xbb, 0xec, 0xc4, 0xfd, 0xcd, 0xc1]), null],
      ['ISO-2022-JP', '\u001b$B%F%9%H\u001b(B\n', 'utf-8'],
      ['UTF-16 with a mark', Buffer.from(`\uFEFF${german}`, 'utf16le'), 'utf-16le'],
      ['UTF-16 without one', Buffer.from(german, 'utf16le'), 'utf-16le'],
      ['UTF-16, Chinese', Buffer.from('\uFEFF混凝土\n', 'utf16le'), 'utf-16le'],
      ['UTF-16, big-endian', utf16be(german), 'utf-16be'],
      ['UTF-16, big-endian, without a mark', utf16be(german).subarray(2), 'utf-16be'],
      ['UTF-32', utf32(german, true), 'utf-32le'],
      ['UTF-32, big-endian', utf32(german, false), 'utf-32be'],
    ];
    for (const [name, text, charset] of accepted)
      assert.deepEqual(await inspectText(TEXT_FORMATS.text, bytesOf(text)), { fault: null, charset }, name);
    const long = Buffer.from(`\uFEFF${'Süd 混;\n'.repeat(5_000)}`, 'utf16le');
    assert.deepEqual(await inspectText(TEXT_FORMATS.text, bytesOf(long)), {
      fault: null,
      charset: 'utf-16le',
    });
  });

  it('binary content and pages are refused in every encoding (H22, Y18)', async () => {
    const refused: [string | Buffer, RegExp][] = [
      ['a,b\0c', /U\+0000/],
      ['a,b\0', /U\+0000/],
      ['a\x1b[31m', /U\+001B/],
      ['a\x1b', /U\+001B/],
      ['a\x7f', /U\+007F/],
      [PNG, /control character/],
      [Buffer.from('\uFEFFa\0b', 'utf16le'), /U\+0000/],
      [Buffer.from('\uFEFFSüd\u0007', 'utf16le'), /U\+0007/],
      [utf16be('Süd\u0001'), /U\+0001/],
      [utf32('a\0', true), /U\+0000/],
      [Buffer.from('\uFEFFab', 'utf16le').subarray(0, -1), /not valid UTF-16/],
      [Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]), /not valid UTF-16/],
      [utf32('ab', false).subarray(0, -1), /not valid UTF-32/],
      [Buffer.from([0xff, 0xfe, 0, 0, 0xff, 0xff, 0xff, 0xff]), /not valid UTF-32/],
      ['\n <!DOCTYPE html><p>', /HTML/],
      ['<svg onload=x>', /HTML/],
      [Buffer.from('\uFEFF <html><p>', 'utf16le'), /HTML/],
      [utf16be('<script>'), /HTML/],
    ];
    for (const [text, message] of refused)
      assert.match((await textFault('text', text)) ?? '', message, String(text));
  });

  it('a DXF begins with a section and ends with EOF, in any code page; binary DXF has NUL (F5, H22)', async () => {
    for (const text of [
      DXF,
      DXF.replaceAll('\n', '\r\n'),
      Buffer.from(DXF.replace('comment', 'Süd'), 'latin1'),
    ])
      assert.equal(await textFault('dxf', text), null);
    for (const [text, message] of [
      [DXF.replace('SECTION', 'TABLES'), /does not start/],
      [DXF.slice(0, -6), /does not end/],
      [DXF.replace('HEADER', 'HEAD\0R'), /U\+0000/],
      ['AutoCAD Binary DXF\r\n\x1a\0', /U\+001A/],
    ] as const)
      assert.match((await textFault('dxf', text)) ?? '', message);
  });

  it('an IFC names its schema, and has its first and last line (F5)', async () => {
    assert.equal(await textFault('ifc', IFC), null);
    for (const [text, message] of [
      [IFC.replace('IFC4', 'AP214'), /does not start/],
      [IFC.slice(1), /does not start/],
      [IFC.slice(0, -8), /does not end/],
    ] as const)
      assert.match((await textFault('ifc', text)) ?? '', message);
  });
});

describe('archives', () => {
  const archiveFault = (kind: 'zip' | 'docx' | 'xlsx' | 'pptx', bytes: Buffer): Promise<string | null> =>
    findArchiveFault(kind, bytes.length, async (start, end) => bytes.subarray(start, end + 1));

  it('a document has the parts of its type (F5)', async () => {
    assert.equal(await archiveFault('docx', createDocument('word/document.xml', { name: 'a.png' })), null);
    assert.equal(await archiveFault('xlsx', createDocument('xl/workbook.xml')), null);
    assert.equal(await archiveFault('pptx', createDocument('ppt/presentation.xml')), null);
    assert.equal(await archiveFault('zip', createArchive({ name: 'a.zip', text: 'x' })), null);
    assert.match(
      (await archiveFault('xlsx', createDocument('word/document.xml'))) ?? '',
      /not a xlsx document/,
    );
    assert.match(
      (await archiveFault('docx', createArchive({ name: 'word/document.xml' }))) ?? '',
      /not a docx/,
    );
    assert.match(
      (await archiveFault('docx', createDocument('word/document.xml', { name: 'word/vbaProject.bin' }))) ??
        '',
      /macros/,
    );
  });

  it('an archive inside a document, and one that grows from 42 KB to 4 GB, are refused unopened (H22)', async () => {
    assert.match(
      (await archiveFault('docx', createDocument('word/document.xml', { name: 'word/media/bomb.zip' }))) ??
        '',
      /contains the archive/,
    );
    const text = 'x'.repeat(42_000);
    const bomb = { name: 'word/a.xml', text, claimedBytes: 0xffff_fff0 };
    for (const [kind, bytes] of [
      ['docx', createDocument('word/document.xml', bomb)],
      ['zip', createArchive(bomb)],
    ] as const)
      assert.match((await archiveFault(kind, bytes)) ?? '', /would grow from \d+ to 4294967280 bytes/);
    const overlapping = { name: 'a', text: 'abc', claimedPacked: 4_000 };
    assert.match((await archiveFault('zip', createArchive(overlapping))) ?? '', /overlap/);
    const lie = { name: 'a', text, claimedBytes: 1_000 };
    assert.match((await archiveFault('zip', createArchive(lie))) ?? '', /larger than its directory says/);
  });

  it('a directory that is cut off, moved or followed by other bytes is refused', async () => {
    const archive = createArchive({ name: 'a', text: 'abc' });
    const count = Buffer.from(archive);
    count.writeUInt16LE(2, archive.length - 12);
    for (const bytes of [
      archive.subarray(0, -1),
      Buffer.concat([archive, Buffer.from('x')]),
      Buffer.concat([Buffer.from('x'), archive]),
      count,
      Buffer.from('PK'),
      Buffer.alloc(100),
    ])
      assert.match((await archiveFault('zip', bytes)) ?? '', /no valid directory/);
  });
});

describeOnEachStore('an upload of each type', (env) => {
  const node = useFilesWorld(env);

  it('every accepted type is stored, and the same bytes under another type are 400 (F5)', async () => {
    const { id: projectId } = await node.createProject();
    const archive = createDocument('word/document.xml');
    const files: [string, string, string | Buffer][] = [
      ['a.png', 'image/png', PNG],
      ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a.txt', 'text/plain', 'Süd'],
      ['a.csv', 'text/csv', 'a;b\n'],
      ['a.dxf', 'application/dxf', DXF],
      ['b.dxf', 'image/vnd.dxf', DXF],
      ['b.csv', 'application/vnd.ms-excel', Buffer.from('Süd;1\n', 'latin1')],
      ['a.ifc', 'application/x-step', IFC],
      ['a.docx', `${OFFICE}.wordprocessingml.document`, archive],
      ['a.zip', 'application/x-zip-compressed', archive],
    ];
    const parts = await Promise.all(
      files.map(([name, mime_type, text]) => node.storePart(name, text, { mime_type })),
    );
    const { files: stored } = await node.upload(editor, projectId, parts);
    assert.deepEqual(
      stored.map(({ mime_type }) => mime_type),
      files.map(([, type]) => canonicalMimeType(type)),
    );
    const wrong = [
      await node.storePart('a.csv', 'a,b\0', { mime_type: 'text/csv' }),
      await node.storePart('good.txt', 'good', { mime_type: 'text/plain' }),
      await node.storePart(
        'a.svg',
        `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(5000)}<script/></svg>`,
        {
          mime_type: 'image/svg+xml',
        },
      ),
      await node.storePart('a.xlsx', archive, { mime_type: `${OFFICE}.spreadsheetml.sheet` }),
      // Far behind the first bytes.
      ...(await Promise.all(
        [Buffer.alloc(0), PNG.subarray(-12)].map((end) =>
          node.storePart(
            'a.png',
            Buffer.concat([PNG, Buffer.alloc(5_000, ' '), Buffer.from('alert(1)'), end]),
            {
              mime_type: 'image/png',
            },
          ),
        ),
      )),
      await node.storePart('inside.png', withTextInEnd(PNG), { mime_type: 'image/png' }),
      await node.storePart('cut.png', PNG.subarray(0, -1), { mime_type: 'image/png' }),
    ];
    const { extras } = await expectRejection(node.upload(editor, projectId, wrong), 400);
    assert.deepEqual(
      extras.errors?.map(({ path }) => path),
      ['files[0]', 'files[2]', 'files[3]', 'files[4]', 'files[5]', 'files[6]', 'files[7]'],
    );
    assert.equal((await node.call(lead, 'files.list', { projectId })).total, files.length);
  });

  it('an SVG of more than 2 MB is 400, and one of many elements is checked without holding up the service (Y18)', async () => {
    const { id: projectId } = await node.createProject();
    const draw = (bytes: number, end: string) =>
      node.storePart(
        'a.svg',
        `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(bytes / 4)}${end}</svg>`,
        {
          mime_type: 'image/svg+xml',
        },
      );
    const { extras } = await expectRejection(
      node.upload(editor, projectId, [await draw(2 * 1024 * 1024, ''), await draw(40_000, '<script/>')]),
      400,
    );
    assert.match(extras.errors?.[0]?.message ?? '', /larger than 2 MB/);
    assert.match(extras.errors?.[1]?.message ?? '', /<script>/);
    const { total } = await node.upload(editor, projectId, [await draw(1_000_000, '')]);
    assert.equal(total, 1);
  });
});
