/** Reads an XML file into a tree, for the readers of documents (`shared/text/plain-xml.ts`). A DOCTYPE is refused. */
import { XMLParser } from 'fast-xml-parser';
import { findXmlFault, PLAIN_XML } from '../../../../shared/text/plain-xml.ts';
import { decodeXmlCharacters } from '../../../../shared/text/xml-characters.ts';
import { UnusableDocumentError } from '../import-change.ts';

/** An element, without the prefixes of its namespaces. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Elements and texts in their order; texts as they are, with their blanks. */
  children: readonly (XmlElement | string)[];
}

/** Deeper than any document; the readers are recursive. */
const MAX_NESTING = 200;
const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

const parser = new XMLParser({
  preserveOrder: true,
  ...PLAIN_XML,
  attributeNamePrefix: '',
  textNodeName: TEXT,
  cdataPropName: CDATA,
  maxNestedTags: MAX_NESTING,
});

/**
 * Reads a whole XML file.
 * @param name what the file is, for the message
 * @throws UnusableDocumentError for a document type, or for XML that is not well formed, with the line
 */
export function readXml(text: string, name: string): XmlElement {
  const fault = findXmlFault(text);
  if (fault === 'document type')
    throw new UnusableDocumentError(
      `${name} has a document type or entities, which are not read. Take the line with <!DOCTYPE out of it.`,
    );
  if (fault !== null)
    throw new UnusableDocumentError(`${name} is not well-formed XML. Line ${fault.line}: ${fault.message}`);
  const [root, ...others] = toNodes(parse(text, name), name).filter((node) => typeof node !== 'string');
  if (root === undefined || typeof root === 'string' || others.length > 0)
    throw new UnusableDocumentError(
      `${name} is not well-formed XML: it has not just one element at the top.`,
    );
  return root;
}

function parse(text: string, name: string): unknown {
  try {
    return parser.parse(text);
  } catch (error) {
    throw new UnusableDocumentError(
      `${name} cannot be read as XML: ${error instanceof Error ? error.message : ''}.`,
    );
  }
}

function toNodes(list: unknown, file: string): (XmlElement | string)[] {
  const items: unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item): (XmlElement | string)[] => {
    if (!isRecord(item)) return [];
    if (typeof item[TEXT] === 'string') return [decodeCharacters(item[TEXT], file)];
    if (CDATA in item) return [textOfCdata(item[CDATA])];
    const name = Object.keys(item).find((key) => key !== ATTRIBUTES);
    if (name === undefined) return [];
    const attributes = isRecord(item[ATTRIBUTES]) ? item[ATTRIBUTES] : {};
    return [
      {
        name,
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([key, value]) => [key, decodeCharacters(String(value), file)]),
        ),
        children: toNodes(item[name], file),
      },
    ];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a CDATA section, in which nothing is escaped. */
const textOfCdata = (list: unknown): string =>
  (Array.isArray(list) ? list : [])
    .map((item: unknown) => (isRecord(item) ? String(item[TEXT] ?? '') : ''))
    .join('');

const decodeCharacters = (text: string, file: string): string =>
  decodeXmlCharacters(text, (reference) => {
    throw new UnusableDocumentError(`${file} has the entity ${reference}, which XML does not know.`);
  });

/** The elements directly below, of these names if any are given. */
export const elementsOf = (element: XmlElement, ...names: string[]): XmlElement[] =>
  element.children.filter(
    (child): child is XmlElement =>
      typeof child !== 'string' && (names.length === 0 || names.includes(child.name)),
  );

/** The first element of this name directly below. */
export const elementOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element === undefined ? undefined : elementsOf(element, name)[0];

/** The first element of this name at any depth, itself included. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element;
  for (const child of elementsOf(element)) {
    const found = findElement(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All text inside. */
export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
