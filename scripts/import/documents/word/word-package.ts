/** Opens a Word file, a ZIP archive of XML, and gives its parts. */
import { type OfficeFault, openOfficeFile } from '../../../../shared/archive/office-file.ts';
import { isZipWith, unzipWithin } from '../../../../shared/archive/unzip-within.ts';
import { UnusableDocumentError } from '../import-change.ts';
import { elementOf, readXml, type XmlElement } from '../xml/xml-tree.ts';

/** A standard has at most 8 MB of text. */
const LIMITS = { parts: 5_000, partBytes: 64 * 1024 * 1024, bytes: 256 * 1024 * 1024 };
const READ =
  /^(?:word\/(?!media|embeddings|fonts|theme)[^/]+\.xml|word\/_rels\/document\.xml\.rels|docProps\/custom\.xml)$/;

/** Parts of a file by their names. */
export interface WordPackage {
  /** A part as XML; null where the file does not have it. */
  read(name: string): XmlElement | null;
  /** The bytes of the parts that are asked for, by their names. */
  readMedia(isRead: (name: string, bytes: number) => boolean): ReadonlyMap<string, Uint8Array>;
  /** Names of all parts. */
  names: readonly string[];
}

/** Whether bytes are a Word file, by the names in the archive. */
export const isWordFile = (bytes: Uint8Array): boolean => isZipWith(bytes, 'word/document.xml');

/** @throws UnusableDocumentError for a broken archive, one that is too large when unpacked, or one with macros */
export function openWordFile(bytes: Uint8Array): WordPackage {
  const errorOf = (fault: OfficeFault, name: string) => new UnusableDocumentError(describeFault(fault, name));
  const { parts, names } = openOfficeFile(bytes, LIMITS, READ, errorOf);
  const read = (name: string): XmlElement | null => {
    const part = parts[name];
    return part === undefined ? null : readXml(decode(part, name), `The part ${name} of the Word file`);
  };
  return {
    read,
    names,
    readMedia: (isRead) => new Map(Object.entries(unzipWithin(bytes, LIMITS, isRead, errorOf))),
  };
}

function describeFault(fault: OfficeFault, part: string): string {
  if (fault === 'damaged') return 'The Word file is damaged: it is no complete ZIP archive.';
  return fault === 'macros'
    ? 'The Word file has macros. Save it as a document without macros (.docx).'
    : `The Word file is too large when unpacked (${part}). Save it again in Word, without pictures.`;
}

/** The body of the document. @throws UnusableDocumentError for a file without one */
export function readBody(file: WordPackage): XmlElement {
  const body = elementOf(file.read('word/document.xml') ?? undefined, 'body');
  if (body === undefined) throw new UnusableDocumentError('The Word file has no text.');
  return body;
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
