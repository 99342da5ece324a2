/** Opens an Excel file, a ZIP archive of XML, and gives its parts, read by fast-xml-parser (`../text/plain-xml.ts`). */
import { XMLParser } from 'fast-xml-parser';
import { strFromU8 } from 'fflate';
import { type OfficeFault, openOfficeFile } from '../archive/office-file.ts';
import { isZipWith } from '../archive/unzip-within.ts';
import { findXmlFault, PLAIN_XML } from '../text/plain-xml.ts';
import { decodeXmlCharacters } from '../text/xml-characters.ts';
import { UnreadableTableError } from './table.ts';

/** About 1,000,000 cells. */
const MAX_BYTES = 96 * 1024 * 1024;
const LIMITS = { parts: 2_000, partBytes: MAX_BYTES, bytes: MAX_BYTES };
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
  ...PLAIN_XML,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && REPEATED.has(name),
});

/** A part as XML; null where the file does not have it. */
export type ReadPart = (name: string) => XmlNode | null;

/** Whether bytes are an Excel file, by the names in the archive. */
export const isXlsx = (bytes: Uint8Array): boolean => isZipWith(bytes, 'xl/workbook.xml');

/** @throws UnreadableTableError for a broken archive, one that is too large when unpacked, or one with macros */
export function openXlsx(bytes: Uint8Array): ReadPart {
  const { parts } = openOfficeFile(
    bytes,
    LIMITS,
    READ,
    (fault, name) => new UnreadableTableError(describeFault(fault, name)),
  );
  return (name) => {
    const part = parts[name];
    return part === undefined ? null : readXml(strFromU8(part), name);
  };
}

function describeFault(fault: OfficeFault, part: string): string {
  if (fault === 'damaged') return 'The file is damaged: it is no complete Excel file. Save it again.';
  return fault === 'macros'
    ? 'The file has macros. Save it as a workbook without macros (.xlsx).'
    : `The file is too large when unpacked (${part.slice(0, 100)}). Divide it, and delete what is empty.`;
}

function readXml(text: string, name: string): XmlNode {
  const fault = findXmlFault(text);
  if (fault === 'document type')
    throw new UnreadableTableError(
      `The part ${name} has a document type, which is not read. Save the file again.`,
    );
  const damaged = (): never => {
    throw new UnreadableTableError(`The part ${name} of the file is damaged. Save the file again.`);
  };
  if (fault !== null) damaged();
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
