/** Documents that cannot be imported, each with a sentence that says what to do. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import { readDocument } from './read-document.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const clause = (address: string, content = `text of ${address}`) => ({ address, content });

describe('documents that cannot be imported', () => {
  for (const [title, file, message] of [
    ['no text', Buffer.from([0xff, 0xfe, 0x00]), /not UTF-8 text/],
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
      /is XML, and a catalogue in OSCAL is read in JSON only\./,
    ],
    [
      'OSCAL in XML without a declaration',
      Buffer.from('<!-- NIST -->\n<o:catalog/>'),
      /is XML, .* oscal-cli convert --to=json/,
    ],
    [
      'OSCAL in YAML',
      Buffer.from('# NIST\n---\ncatalog:\n  uuid: x\n'),
      /is YAML, .* oscal-cli convert --to=json/,
    ],
    ['an OSCAL profile in YAML', Buffer.from('profile:\n  metadata:\n'), /is YAML, /],
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
      /Element 1 has more than 100000/,
    ],
    ['too much text', bytes({ elements: longClauses() }), /at most 8 MB/],
    ['markup with errors', Buffer.from('# Scope\n'), /an error/],
  ] as const)
    it(`${title}: a sentence says so`, () => {
      assert.throws(() => readDocument({ file }), message);
    });

  it('a format that is chosen does not hide that the file is XML or YAML', () => {
    const file = Buffer.from('catalog:\n  uuid: x\n');
    assert.throws(() => readDocument({ file, format: 'oscal' }), /is YAML, /);
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

  it('S22: a markup of more than a million characters can be', () => {
    assert.equal(readDocument({ file: longMarkup() }).document.elements.length, 11);
  });
});

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
