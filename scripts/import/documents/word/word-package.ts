/**
 * The parts of a Word file, a ZIP archive read by fflate, which has no dependencies and reads in memory. Sizes are
 * checked before anything is unpacked, and only the parts that are read are.
 */
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { UnusableDocumentError } from '../import-change.ts';
import { elementOf, readXml, type XmlElement } from '../xml/xml-tree.ts';

const MAX_ENTRIES = 5_000;
/** Bytes of one part, unpacked: a standard has at most 8 MB of text. */
const MAX_PART = 64 * 1024 * 1024;
const MAX_ALL = 256 * 1024 * 1024;
/** Unpacked bytes for each packed one; XML of Word has 10 to 30, repeated tags up to 100. */
const MAX_RATIO = 250;
/** Below this size a ratio says nothing. */
const SMALL = 1024 * 1024;

/** Parts of a file by their names. */
export interface WordPackage {
  /** A part as XML; null where the file does not have it. */
  read(name: string): XmlElement | null;
  /** Names of all parts. */
  names: readonly string[];
}

/** Whether bytes are a Word file, by the names in the archive. */
export function isWordFile(bytes: Uint8Array): boolean {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'PK\u0003\u0004') return false;
  // Names stand before each part, and at the end of the archive.
  return [bytes.subarray(0, 65_536), bytes.subarray(-65_536)].some((some) =>
    Buffer.from(some).toString('latin1').includes('word/document.xml'),
  );
}

/** @throws UnusableDocumentError for a broken archive, one that is too large when unpacked, or one with macros */
export function openWordFile(bytes: Uint8Array): WordPackage {
  const names: string[] = [];
  let all = 0;
  const check = ({ name, size, originalSize }: UnzipFileInfo): boolean => {
    names.push(name);
    all += originalSize;
    const isBomb = originalSize > SMALL && originalSize > size * MAX_RATIO;
    if (names.length > MAX_ENTRIES || originalSize > MAX_PART || all > MAX_ALL || isBomb)
      throw new UnusableDocumentError(
        `The Word file is too large when unpacked (${name}). Save it again in Word, without pictures.`,
      );
    return /^(?:word\/(?!media|embeddings|fonts|theme)[^/]+\.xml|word\/_rels\/document\.xml\.rels|docProps\/custom\.xml)$/.test(
      name,
    );
  };
  const parts = unzip(bytes, check);
  if (names.some((name) => /vbaProject|\.bin$/i.test(name) && !/printerSettings|embeddings/i.test(name)))
    throw new UnusableDocumentError(
      'The Word file has macros. Save it as a document without macros (.docx).',
    );
  const read = (name: string): XmlElement | null => {
    const part = parts[name];
    return part === undefined ? null : readXml(decode(part, name), `The part ${name} of the Word file`);
  };
  return { read, names };
}

/** The body of the document. @throws UnusableDocumentError for a file without one */
export function readBody(file: WordPackage): XmlElement {
  const body = elementOf(file.read('word/document.xml') ?? undefined, 'body');
  if (body === undefined) throw new UnusableDocumentError('The Word file has no text.');
  return body;
}

function unzip(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof UnusableDocumentError) throw error;
    throw new UnusableDocumentError('The Word file is damaged: it is no complete ZIP archive.');
  }
}

function decode(part: Uint8Array, name: string): string {
  const isUtf16 = part[0] === 0xff || part[0] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? (part[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', {
      fatal: true,
    }).decode(part);
  } catch {
    throw new UnusableDocumentError(`The part ${name} of the Word file is not in UTF-8.`);
  }
}
