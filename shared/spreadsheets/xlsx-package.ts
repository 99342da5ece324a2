/**
 * The parts of an Excel file, a ZIP archive of XML, read by fflate and fast-xml-parser. Sizes are checked before anything
 * is unpacked; a document type is refused, and references to characters are decoded here, so that a file can neither
 * name other files nor repeat a text until it is too long.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import { decodeXmlCharacters } from '../text/xml-characters.ts';
import { UnreadableTableError } from './table.ts';

const MAX_PARTS = 2_000;
/** Bytes of all parts that are read, unpacked: about 1,000,000 cells. */
const MAX_UNPACKED = 96 * 1024 * 1024;
/** Unpacked bytes for each packed one; sheets of Excel have 5 to 20, repeated rows up to 100. */
const MAX_RATIO = 250;
/** Below this size a ratio says nothing. */
const SMALL = 1024 * 1024;
const READ =
  /^xl\/(?:workbook\.xml|sharedStrings\.xml|styles\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/;
const TEXT = '#text';
const ATTRIBUTE = '@';
/** Elements that may stand several times; one that stands once is a list, too. */
const REPEATED = new Set([
  'Relationship',
  'c',
  'col',
  'mergeCell',
  'numFmt',
  'r',
  'row',
  'sheet',
  'si',
  'xf',
]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  removeNSPrefix: true,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && REPEATED.has(name),
});

/** A part as XML; null where the file does not have it. */
export type ReadPart = (name: string) => XmlNode | null;

/** Whether bytes are an Excel file, by the names in the archive. */
export function isXlsx(bytes: Uint8Array): boolean {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'PK\u0003\u0004') return false;
  return [bytes.subarray(0, 65_536), bytes.subarray(-65_536)].some((some) =>
    Buffer.from(some).toString('latin1').includes('xl/workbook.xml'),
  );
}

/** @throws UnreadableTableError for a broken archive, one that is too large when unpacked, or one with macros */
export function openXlsx(bytes: Uint8Array): ReadPart {
  let count = 0;
  let unpacked = 0;
  const check = ({ name, size, originalSize }: UnzipFileInfo): boolean => {
    count += 1;
    if (/vbaProject|\.bin$/i.test(name) && !/printerSettings|embeddings/i.test(name))
      throw new UnreadableTableError('The file has macros. Save it as a workbook without macros (.xlsx).');
    const isRead = READ.test(name);
    unpacked += isRead ? originalSize : 0;
    if (
      count > MAX_PARTS ||
      unpacked > MAX_UNPACKED ||
      (originalSize > SMALL && originalSize > size * MAX_RATIO)
    )
      throw new UnreadableTableError(
        `The file is too large when unpacked (${name.slice(0, 100)}). Divide it, and delete what is empty.`,
      );
    return isRead;
  };
  const parts = unzip(bytes, check);
  return (name) => {
    const part = parts[name];
    return part === undefined ? null : readXml(strFromU8(part), name);
  };
}

function unzip(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof UnreadableTableError) throw error;
    throw new UnreadableTableError('The file is damaged: it is no complete Excel file. Save it again.');
  }
}

function readXml(text: string, name: string): XmlNode {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableTableError(
      `The part ${name} has a document type, which is not read. Save the file again.`,
    );
  const damaged = (): never => {
    throw new UnreadableTableError(`The part ${name} of the file is damaged. Save the file again.`);
  };
  if (XMLValidator.validate(text) !== true) damaged();
  try {
    return new XmlNode(parser.parse(text), damaged);
  } catch (error) {
    if (error instanceof UnreadableTableError) throw error;
    return damaged();
  }
}

/** An element of a part, as fast-xml-parser gives it: a text, or an object with its attributes, elements and text. */
export class XmlNode {
  readonly #value: unknown;
  readonly #damaged: () => never;

  constructor(value: unknown, damaged: () => never) {
    this.#value = value;
    this.#damaged = damaged;
  }

  /** The element of this name; where there is none, one without anything. */
  child(name: string): XmlNode {
    return new XmlNode(this.#member(name), this.#damaged);
  }

  /** The elements of this name, which is one of `REPEATED`. */
  children(name: string): XmlNode[] {
    const list: unknown = this.#member(name);
    const items: unknown[] = Array.isArray(list) ? list : [];
    return items.map((item) => new XmlNode(item, this.#damaged));
  }

  get exists(): boolean {
    return this.#value !== undefined;
  }

  attribute(name: string): string | undefined {
    const value = this.#member(ATTRIBUTE + name);
    return typeof value === 'string' ? this.#decode(value) : undefined;
  }

  get text(): string {
    const text = typeof this.#value === 'string' ? this.#value : this.#member(TEXT);
    return typeof text === 'string' ? this.#decode(text) : '';
  }

  #member(name: string): unknown {
    return isRecord(this.#value) ? this.#value[name] : undefined;
  }

  #decode(text: string): string {
    return decodeXmlCharacters(text, this.#damaged);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
