import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from '@jest/globals';
import { editor, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { describeOnEachStore, useFilesWorld } from '../../../test/world/files-world.ts';
import { findArchiveFault } from './archive-directory.ts';
import { createArchive, createDocument } from './archives.fixture.ts';
import { findTextFault, TEXT_FORMATS } from './text-content.ts';

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
const textFault = (format: keyof typeof TEXT_FORMATS, text: string | Buffer): Promise<string | null> =>
  findTextFault(TEXT_FORMATS[format], bytesOf(text));

describe('texts', () => {
  it('F5, H22: text and CSV are UTF-8 without control characters', async () => {
    for (const text of ['Süd\t"空"\r\n\f', '\uFEFFa;b\r\n', ' <b>bold'])
      assert.equal(await textFault('text', text), null, text);
    const refused: [string | Buffer, RegExp][] = [
      ['a,b\0c', /U\+0000/],
      ['a\x1b[31m', /U\+001B/],
      [Buffer.from([0x53, 0xfc, 0x64]), /not UTF-8/],
      [Buffer.from([0x41, 0xc3]), /not UTF-8/],
      [Buffer.from('\uFEFFa', 'utf16le'), /not UTF-8|U\+0000/],
      ['\n <!DOCTYPE html><p>', /HTML/],
      ['<svg onload=x>', /HTML/],
    ];
    for (const [text, message] of refused) assert.match((await textFault('text', text)) ?? '', message);
  });

  it('F5, H22: a DXF begins with a section and ends with EOF, in any code page; binary DXF has NUL', async () => {
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

  it('F5: an IFC names its schema, and has its first and last line', async () => {
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

  it('F5: a document has the parts of its type', async () => {
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

  it('H22: an archive inside a document, and one that grows from 42 KB to 4 GB, are refused unopened', async () => {
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

  it('F5: every accepted type is stored, and the same bytes under another type are 400', async () => {
    const { id: projectId } = await node.createProject();
    const archive = createDocument('word/document.xml');
    const files: [string, string, string | Buffer][] = [
      ['a.png', 'image/png', PNG],
      ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a.txt', 'text/plain', 'Süd'],
      ['a.csv', 'text/csv', 'a;b\n'],
      ['a.dxf', 'image/vnd.dxf', DXF],
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
      files.map(([, type]) => type.replace('x-zip-compressed', 'zip')),
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
    const { status, extras } = await expectRejection(node.upload(editor, projectId, wrong));
    assert.equal(status, 400);
    assert.deepEqual(
      extras.errors?.map(({ path }) => path),
      ['files[0]', 'files[2]', 'files[3]', 'files[4]', 'files[5]', 'files[6]', 'files[7]'],
    );
    assert.equal((await node.call(lead, 'files.list', { projectId })).total, files.length);
  });
});
