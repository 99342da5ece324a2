/**
 * The files attached to a PDF that the service wrote: found through its table of objects, not by searching, and read only
 * where the file is as it was written. A PDF that another program has saved is refused.
 */
import { inflateSync } from 'node:zlib';
import { nameOf } from './json.mjs';
import { refuse } from './refusals.mjs';

/** More than any export has. */
const MAX_ATTACHMENT_BYTES = 512 * 1024 * 1024;
const MAX_OBJECTS = 5_000_000;
/** The service writes shorter dictionaries: the longest lists all attachments. */
const MAX_DICTIONARY = 65_536;
const ENTRY_BYTES = 20;

export const isPdf = (bytes) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

const unreadable = (why) =>
  refuse(
    'pdf-unreadable',
    `The PDF is not as the service wrote it: ${why}. Take the file export.json out of it with another program and verify that.`,
  );

/** The number that a pattern finds in a text. */
function numberIn(text, pattern, what) {
  const found = pattern.exec(text);
  return found ? Number(found[1]) : unreadable(`it has no ${what}`);
}

/** Reads objects of a PDF by their numbers. */
function openObjects(file) {
  const textAt = (from, length) => file.toString('latin1', from, Math.min(from + length, file.length));
  const end = textAt(Math.max(0, file.length - 64), 64);
  const table = numberIn(end, /startxref\n([0-9]{1,12})\n%%EOF\n?$/, 'place of its table of objects');
  const head = textAt(table, 32);
  const count = numberIn(head, /^xref\n0 ([0-9]{1,9})\n/, 'plain table of objects');
  if (count > MAX_OBJECTS) unreadable('it has too many objects');
  const first = table + head.indexOf('\n', 5) + 1;
  const trailer = textAt(first + count * ENTRY_BYTES, MAX_DICTIONARY);
  if (!trailer.startsWith('trailer\n') || /\/(?:Prev|Encrypt|XRefStm)\b/.test(trailer))
    unreadable('it was changed after it was written');
  /** The place and dictionary of an object. */
  const dictionaryOf = (number) => {
    if (number >= count) unreadable('an object is missing');
    const start = numberIn(
      textAt(first + number * ENTRY_BYTES, ENTRY_BYTES),
      /^([0-9]{10}) 00000 n/,
      `object ${number}`,
    );
    const text = textAt(start, MAX_DICTIONARY);
    const name = `${number} 0 obj\n`;
    const length = text.search(/\n(?:endobj|stream)\n/);
    if (!text.startsWith(name) || length < 0) unreadable(`object ${number} is damaged`);
    return { start, text: text.slice(name.length, length), length };
  };
  const streamOf = (number) => {
    const { start, text, length } = dictionaryOf(number);
    const from = start + length + '\nstream\n'.length;
    const bytes = numberIn(text, /\/Length ([0-9]{1,12})\n/, 'length of an attachment');
    const stored = file.subarray(from, from + bytes);
    if (stored.length !== bytes || textAt(from + bytes, 11) !== '\nendstream\n')
      unreadable('an attachment is damaged');
    if (!text.includes('/Filter')) return stored;
    if (!text.includes('/Filter /FlateDecode\n')) unreadable('an attachment is packed in another way');
    try {
      return inflateSync(stored, { maxOutputLength: MAX_ATTACHMENT_BYTES });
    } catch {
      return unreadable('an attachment is damaged');
    }
  };
  return { root: numberIn(trailer, /\/Root ([0-9]{1,9}) 0 R/, 'catalog'), dictionaryOf, streamOf };
}

/**
 * The attachments of a PDF by their names.
 * @param {Uint8Array} bytes the file
 * @returns {Map<string, Buffer>}
 * @throws {Refused} pdf-unreadable
 */
function attachmentsOf(bytes) {
  const { root, dictionaryOf, streamOf } = openObjects(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  );
  const attachments = new Map();
  const catalog = dictionaryOf(root).text;
  const from = catalog.indexOf('/EmbeddedFiles <<');
  if (from < 0) return attachments;
  const list = catalog.slice(from, catalog.indexOf(']', from));
  for (const [, name, number] of list.matchAll(/\(([^()\\]{1,200})\) ([0-9]{1,9}) 0 R/g)) {
    if (attachments.has(name)) unreadable(`it has two attachments ${nameOf(name)}`);
    const file = numberIn(
      dictionaryOf(Number(number)).text,
      /\/EF <<\s{1,20}\/F ([0-9]{1,9}) 0 R/,
      `file ${nameOf(name)}`,
    );
    attachments.set(name, streamOf(file));
  }
  return attachments;
}

/** The export that is attached to a PDF. @throws {Refused} pdf-unreadable, no-export-attached */
export const attachedExport = (bytes) =>
  attachmentsOf(bytes).get('export.json') ??
  refuse('no-export-attached', 'No export is attached to the PDF: only to that of a published revision.');

/** The list of keys that is attached to a PDF; null without one. @throws {Refused} pdf-unreadable */
export const attachedKeys = (bytes) => attachmentsOf(bytes).get('keys.json') ?? null;
