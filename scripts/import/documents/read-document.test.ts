/**
 * Tests of files that cannot be imported, whose errors say what to do; and of markup that looks like another format or
 * is very long, which can be.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import { UnusableDocumentError } from './import-change.ts';
import { readDocument } from './read-document.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const clause = (address: string, content = `text of ${address}`) => ({ address, content });

describe('documents that cannot be imported', () => {
  for (const [title, file, message] of [
    ['nothing', Buffer.from(' \n'), /The file is empty\./],
    ['broken JSON', Buffer.from('{"title": '), /not valid JSON/],
    ['deep JSON', Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), /more than 500 levels/],
    [
      'a list',
      bytes([clause('1')]),
      /is a list\. Expected is an object such as \{"title": "…", "elements": \[…\]\}, or a catalogue in OSCAL\./,
    ],
    [
      'OSCAL in XML',
      Buffer.from('<?xml version="1.0"?>\n<catalog xmlns="x"/>'),
      /is XML\. .* A catalogue in OSCAL is read in JSON only\./,
    ],
    [
      'OSCAL in XML without a declaration',
      Buffer.from('<!-- NIST -->\n<o:catalog/>'),
      /is XML\. .* oscal-cli convert --to=json/,
    ],
    [
      'OSCAL in YAML',
      Buffer.from('# NIST\n---\ncatalog:\n  uuid: x\n'),
      /is YAML\. .* oscal-cli convert --to=json/,
    ],
    ['an OSCAL profile in YAML', Buffer.from('profile:\n  metadata:\n'), /is YAML\. /],
    ['an OSCAL profile', bytes({ profile: {} }), /resolve it to a catalogue/],
    [
      'an element that is no object',
      bytes({ elements: [clause('1', 'x'), 'Lost'] }),
      /elements\[1\] is not an object/,
    ],
    [
      'an address that is a number',
      bytes({ elements: [{ address: 1.1, content: 'x' }] }),
      /elements\[0\]\.address is not/,
    ],
    [
      'content that is no text',
      bytes({ elements: [{ address: '1', content: ['x'] }] }),
      /elements\[0\]\.content is not/,
    ],
    ['other JSON', bytes({ a: 1, b: 2 }), /members a, b/],
    ['no elements', bytes({ elements: [] }), /no elements/],
    ['too many elements', bytes({ elements: manyElements() }), /10102 elements/],
    [
      'a long text',
      bytes({ elements: [clause('1', 'x'.repeat(100_001))] }),
      /elements\[0\]: Element 1 has more than 100000/,
    ],
    ['too much text', bytes({ elements: longClauses() }), /at most 8 MB/],
    ['markup with errors', Buffer.from('# Scope\n'), /an error/],
  ] as const)
    it(`${title}: a sentence says so`, () => {
      assert.throws(() => readDocument({ file }), message);
    });

  for (const [file, name, way] of [
    [
      Buffer.from('Where,What,How\n1,Scope,Text\n1.1,,"a, b"\n'),
      'a table (CSV with commas)',
      'whose first row names its columns: number, heading, text,',
    ],
    [Buffer.from('Ort;Text\n1;a\n'), 'a table (CSV with semicolons)', 'names its columns'],
    [Buffer.from('Ort\tText\n1\ta\n'), 'a table (CSV with tabs)', 'names its columns'],
    [Buffer.from('<?xml version="1.0"?>\n<SECT><MTA/></SECT>'), 'XML (SECT)', 'Convert it to JSON'],
    [Buffer.from('\ufeff<!DOCTYPE html>\n<html><h1>1 Scope</h1>'), 'HTML', 'pandoc -t commonmark FILE.html'],
    [Buffer.from('<html>\n# 1 Scope'), 'HTML', 'pandoc'],
    [Buffer.from('PK\u0003\u0004....xl/workbook.bin', 'latin1'), 'a binary spreadsheet (XLSB)', '(.xlsx)'],
    [
      Buffer.from('PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.text', 'latin1'),
      'an OpenDocument text (ODT)',
      'pandoc',
    ],
    [Buffer.from('PK\u0003\u0004....a.md', 'latin1'), 'a ZIP archive', 'Unpack it'],
    [Buffer.from('\n%PDF-1.7\n\u00e2\u00e3', 'latin1'), 'a PDF', 'pdftotext'],
    [Buffer.from('{\\rtf1\\ansi 1 Scope}'), 'RTF', 'pandoc'],
    [
      Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1', 'latin1'),
      'a file of old Microsoft Office (DOC, XLS)',
      'current format',
    ],
    [
      Buffer.from('# 1 Größe\n', 'latin1'),
      'text in another encoding than UTF-8, probably Windows-1252',
      'iconv -f WINDOWS-1252',
    ],
    [Buffer.from('\ufeff# 1 Scope\n', 'utf16le'), 'text in UTF-16', 'iconv -f UTF-16'],
    [Buffer.from('# 1 Scope\n', 'utf16le'), 'text in UTF-16', 'iconv -f UTF-16LE'],
    [Buffer.from('\u001f\u008b\u0008', 'latin1'), 'a gzip archive', 'gunzip'],
    [Buffer.from('\\documentclass{article}\n'), 'LaTeX', 'pandoc'],
    [Buffer.from('= Title\n\n== Scope\n'), 'AsciiDoc', 'pandoc'],
    [Buffer.from('title: A\nelements:\n  - 1\n'), 'YAML', 'Convert it to JSON'],
  ] as const)
    it(`${name} is named, with the way to go`, () => {
      assert.throws(
        () => readDocument({ file }),
        (error) =>
          error instanceof UnusableDocumentError &&
          error.message.startsWith(`The file is ${name}. Markup, JSON, `) &&
          error.message.includes(way),
      );
    });

  it('markup with commas, tags or tables is markup', () => {
    for (const text of ['# 1 Scope, aims\n\n1.1 a, b\n', '<!-- x -->\n\n# 1 Scope\n', '# 1 A\n\na;b\nc;d\n'])
      assert.doesNotMatch(
        messageOf(() => readDocument({ file: Buffer.from(text) })),
        /The file is/,
      );
  });

  it('a padded table of more than a clause is squeezed, else divided at rows; a refusal names the place', () => {
    const pad = ' '.repeat(60_000);
    const table = (rows: number, cell: string) =>
      `Terms:\n\n| Term | Meaning |\n|---${'-'.repeat(100)}|:---:|\n${Array.from({ length: rows }, (_, at) => `| ${at} | a\\|b ${cell} |`).join('\n')}`;
    const padded = readDocument({ file: bytes({ elements: [clause('1', table(2, pad))] }) });
    assert.deepEqual(
      padded.document.elements.map(({ content }) => content),
      ['Terms:\n\n| Term | Meaning |\n| --- | :---: |\n| 0 | a\\|b |\n| 1 | a\\|b |'],
    );
    assert.deepEqual(
      padded.changes.map(({ rule, source }) => [rule, source]),
      [['table-squeezed', 'elements[0]']],
    );
    const long = readDocument({
      file: bytes({ elements: [clause('1', table(500, 'x'.repeat(300))), clause('1.1'), clause('2')] }),
    });
    assert.deepEqual(
      long.document.elements.map(({ address, toc_content }) => [address, toc_content]),
      [
        ['1', ''],
        ['1.1', ''],
        ['1.2', '(continued)'],
        ['2', ''],
      ],
    );
    const [first, , second] = long.document.elements.map(({ content }) => content);
    assert.ok(second?.startsWith('| Term | Meaning |\n| --- | :---: |\n| '));
    const rows = `${first}\n${second}`.split('\n').filter((line) => /^\| \d/.test(line));
    assert.equal(new Set(rows).size, 500);
    assert.deepEqual(
      long.changes.filter(({ rule }) => rule === 'text-divided').map(({ from, to }) => [from, to]),
      [['1', '1.2']],
    );
    const markup = readDocument({ file: Buffer.from(`# 1 A\n\n1.1 Terms.\n\n${table(2, pad)}\n`) });
    assert.equal(markup.changes[0]?.source, 'line 3');
    assert.match(
      messageOf(() => readDocument({ file: Buffer.from(`# 1 A\n\n1.1 ${'x'.repeat(100_001)}\n`) })),
      /^line 3: Element 1\.1 has more than 100000/,
    );
  });

  it('a format that is chosen does not hide that the file is XML or YAML', () => {
    const file = Buffer.from('catalog:\n  uuid: x\n');
    assert.throws(() => readDocument({ file, format: 'oscal' }), /is YAML\. /);
  });

  it('a fields file that is a list: a sentence says so', () => {
    const file = bytes({ elements: [clause('1')] });
    assert.throws(
      () => readDocument({ file, fieldsFile: bytes([{ label: 'Width' }]) }),
      /fields file is a list\. Expected is an object such as \{"fields": \[…\]\}/,
    );
  });

  it('markup that mentions catalogues can be', () => {
    for (const text of ['# 1 Scope\n\ncatalog:\n\n- one\n', '# 1 Scope\n\n<catalog>\n'])
      assert.equal(readDocument({ file: Buffer.from(text) }).format, 'markdown');
  });

  it('a markup of more than a million characters can be (S22)', () => {
    assert.equal(readDocument({ file: longMarkup() }).document.elements.length, 11);
  });
});

/** The message of the error that is thrown; '' for none. */
function messageOf(run: () => void): string {
  try {
    run();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** Markup above a million characters. */
function longMarkup(): Buffer {
  const elements = Array.from({ length: 11 }, (_, index) => ({
    address: `${index + 1}`,
    kind: 'clause' as const,
    toc_content: '',
    content: 'x'.repeat(95_000),
  }));
  const [field] = readDocument({
    file: bytes({ elements: [clause('1')], fields: [{ element_address: '1', label: 'Width' }] }),
  }).document.fields;
  assert.ok(field);
  return Buffer.from(serialiseMarkup({ elements, fields: [field] }));
}

function longClauses(): object[] {
  return Array.from({ length: 90 }, (_, index) => clause(`${index + 1}`, 'x'.repeat(100_000)));
}

function manyElements(): object[] {
  return Array.from({ length: 10_001 }, (_, i) => ({
    address: `${1 + Math.floor(i / 100)}.${1 + (i % 100)}`,
  }));
}
