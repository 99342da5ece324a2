/**
 * Reads the text of a paragraph of a Word file as if its tracked changes were accepted; deleted text is reported.
 * Results of fields, such as cross references, are text; pictures and the like are reported.
 */
import type { ReportChange } from '../import-change.ts';
import { elementOf, elementsOf, findElement, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { PICTURE_ELEMENTS, type Pictures } from './pictures.ts';

/** Marks around the key of a footnote in a plain text; letters that no text has. */
const NOTE_START = '\ue000';
const NOTE_END = '\ue001';
export const NOTE_MARK = /\ue000([^\ue001]*)\ue001/g;

export interface TextContext {
  report: ReportChange;
  /** Addresses of links by their ids. */
  links: ReadonlyMap<string, string>;
  /** Null in a part of the file whose pictures have other ids, such as footnotes. */
  pictures: Pictures | null;
}

/** Letters of the font Symbol, which Word writes as private characters. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '6d': 'μ',
  a3: '≤',
  a5: '∞',
  ae: '→',
  b0: '°',
  b1: '±',
  b3: '≥',
  b4: '×',
  b7: '•',
  b8: '÷',
  b9: '≠',
  bb: '≈',
};
/** Say nothing that is text: properties, instructions of fields, marks of comments. */
const WITHOUT_TEXT: readonly string[] = [
  'pPr',
  'rPr',
  'instrText',
  'delInstrText',
  'sdtPr',
  'sdtEndPr',
  'fldData',
  'softHyphen',
];

/**
 * The text of an element; a tab is a tab, and a line break a line break.
 * @param source the place, for the report
 */
export function readText(element: XmlElement, source: string, context: TextContext): string {
  const { name, attributes } = element;
  const inside = (): string =>
    element.children
      .map((child) => (typeof child === 'string' ? '' : readText(child, source, context)))
      .join('');
  const leftOut = (what: string, from: string): string => {
    context.report({ rule: 'left-out', source, address: null, from, to: null, name: what });
    return '';
  };
  if (name === 't') return textOf(element).replace(/[\ue000-\ue002]/g, '');
  if (WITHOUT_TEXT.includes(name)) return '';
  if (name === 'tab' || name === 'ptab') return '\t';
  if (name === 'br' || name === 'cr')
    return attributes.type === 'page' || attributes.type === 'column' ? ' ' : '\n';
  if (name === 'noBreakHyphen') return '\u2011';
  if (name === 'sym') return readSymbol(attributes, source, context);
  if (name === 'footnoteReference' || name === 'endnoteReference')
    return `${NOTE_START}${name === 'endnoteReference' ? 'endnote' : 'footnote'} ${attributes.id ?? ''}${NOTE_END}`;
  if (name === 'del' || name === 'moveFrom') {
    const from = deletedText(element).trim();
    return from === '' ? '' : leftOut(name === 'del' ? 'deleted text' : 'moved text', from);
  }
  if (name === 'AlternateContent') {
    const chosen = elementOf(element, 'Choice') ?? elementOf(element, 'Fallback');
    return chosen === undefined ? '' : readText(chosen, source, context);
  }
  if (PICTURE_ELEMENTS.includes(name)) {
    const box = findElement(element, 'txbxContent');
    const words =
      box === undefined
        ? ''
        : ` ${elementsOf(box)
            .map((one) => readText(one, source, context))
            .join(' ')} `;
    if (context.pictures === null)
      return box ? words : leftOut('image', findElement(element, 'docPr')?.attributes.descr || 'an image');
    const picture = context.pictures.read(element);
    for (const { what, from } of picture.leftOut) leftOut(what, from);
    return `${picture.text}${words}`;
  }
  if (name === 'hyperlink') {
    const text = inside();
    const address = context.links.get(attributes.id ?? '') ?? '';
    return address === '' || text.includes(address.replace(/^mailto:/, '')) ? text : `${text} (${address})`;
  }
  return inside();
}

function readSymbol(attributes: XmlElement['attributes'], source: string, { report }: TextContext): string {
  const code = Number.parseInt(attributes.char ?? '', 16);
  if (!Number.isInteger(code) || code <= 0 || code > 0xffff) return '';
  const letter =
    code >= 0xf000
      ? (SYMBOLS[(code - 0xf000).toString(16)] ?? String.fromCodePoint(code - 0xf000))
      : String.fromCodePoint(code);
  if (code >= 0xf000)
    report({
      rule: 'text-cleaned',
      source,
      address: null,
      from: `${attributes.font ?? ''} ${attributes.char}`,
      to: letter,
    });
  return letter;
}

const deletedText = (element: XmlElement): string =>
  element.name === 'delText' || element.name === 't'
    ? textOf(element)
    : elementsOf(element)
        .map((child) => (child.name === 'tab' ? ' ' : deletedText(child)))
        .join('');
