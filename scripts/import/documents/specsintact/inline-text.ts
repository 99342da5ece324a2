/**
 * Reads the plain text inside a paragraph of a SpecsIntact section: both units of a measure, addresses of links, no
 * deleted text.
 */
import type { ReportChange } from '../import-change.ts';
import { textOf, type XmlElement } from '../xml/xml-tree.ts';
import { collapse } from './text-blocks.ts';

interface TextPlace {
  report: ReportChange;
  path: string;
}

const UNITS: readonly string[] = ['MET', 'ENG'];

/** The text of an element with that of the elements inside it. Tailoring options and deleted texts are reported. */
export function readInlineText(element: XmlElement, place: TextPlace): string {
  const { name } = element;
  if (name === 'BRK') return ' ';
  if (name === 'DEL') {
    const from = collapse(textOf(element));
    if (from !== '')
      place.report({ rule: 'left-out', source: place.path, address: null, from, to: null, name });
    return '';
  }
  if (name === 'TAI') reportTailoring(element, place);
  const text = withUnits(element.children)
    .map((child) => (typeof child === 'string' ? child : readInlineText(child, place)))
    .join('');
  const { HREF = '' } = element.attributes;
  return name === 'URL' && HREF !== '' && !text.includes(HREF) ? `${text} (${HREF})` : text;
}

/** A measure in both systems, `<MET>16 mm</MET><ENG>5/8 inch</ENG>`, reads `16 mm (5/8 inch)`. */
export function withUnits(children: XmlElement['children']): (XmlElement | string)[] {
  const parts: (XmlElement | string)[] = [];
  let isOpen = false;
  for (const child of children) {
    const isUnit = typeof child !== 'string' && UNITS.includes(child.name);
    if (isUnit && isOpen) {
      const text = collapse(textOf(child));
      while (typeof parts.at(-1) === 'string' && String(parts.at(-1)).trim() === '') parts.pop();
      parts.push(text === '' ? '' : ` (${text})`);
      isOpen = false;
    } else {
      parts.push(child);
      if (isUnit) isOpen = collapse(textOf(child)) !== '';
      else if (typeof child !== 'string' || child.trim() !== '') isOpen = false;
    }
  }
  return parts;
}

/** A standard has no place for the option of a tailored text; the text itself stays. */
export function reportTailoring({ attributes, ...element }: XmlElement, { report, path }: TextPlace): void {
  if (attributes.OPT === undefined) return;
  const from = `${attributes.OPT}: ${collapse(textOf({ attributes, ...element }))}`;
  report({ rule: 'left-out', source: path, address: null, from, to: null, name: 'tailoring option' });
}
