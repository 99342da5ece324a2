/**
 * Documents for a large library: an endless sequence of chapters of the real specifications in
 * `test/corpora`, and one long document with a given number of elements.
 */

import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import type { SaveBody } from '../../scripts/import/documents/outline-conversion.ts';
import { presentElementBody } from '../../shared/revisioning/outline/element-body.ts';

type Text = Required<Pick<SaveBody, 'elements' | 'datasheetElements'>>;
type Element = Text['elements'][number];
type Field = Text['datasheetElements'][number];

interface LibraryDocument extends Text {
  name: string;
}

/** Files of the corpora with those of their fields. */
const CORPORA: readonly (readonly [elements: string, fields?: string])[] = [
  ['ada-2010-standards', 'ada-2010-dimensions'],
  ['sp800-53r5-moderate', 'sp800-53r5-moderate'],
  ['uk-approved-document-e'],
  ['uk-approved-document-k'],
  ['uk-approved-document-m-vol-2'],
  ['sp800-53r5-low', 'sp800-53r5-low'],
];
/** Sections of a corpus are taken together until a standard has this number of elements: about 150 on average. */
const STANDARD_ELEMENTS = 140;

interface Document {
  title: string;
  elements: Element[];
  fields: Field[];
}

interface Section {
  elements: Element[];
  fields: Field[];
}

function loadDocument(elementsFile: string, fieldsFile?: string): Document {
  const { title, elements, fields } = loadCorpus(elementsFile, fieldsFile);
  return { title, elements: elements.map(presentElementBody), fields: [...fields] };
}

/**
 * Documents without end, of about 150 elements each. Every round through the corpora begins with another
 * section number, so that no two documents have the same content.
 */
export function* libraryDocuments(): Generator<LibraryDocument, never> {
  const chapters = CORPORA.flatMap(([elementsFile, fieldsFile]) =>
    toChapters(loadDocument(elementsFile, fieldsFile)),
  );
  for (let round = 1; ; round += 1) {
    for (const { title, sections } of chapters)
      yield { name: `${title}, ${round}`, ...numberSections(sections, round) };
  }
}

/** The corpora one after another as one text, cut at a number of elements. */
export function longDocument(elementCount: number): Text {
  const sections = CORPORA.flatMap(([elementsFile, fieldsFile]) =>
    toSections(loadDocument(elementsFile, fieldsFile)),
  );
  const all: Section[] = [];
  for (let count = 0; count < elementCount; ) {
    for (const section of sections) {
      all.push(section);
      count += section.elements.length;
    }
  }
  const { elements, datasheetElements } = numberSections(all, 1);
  const kept = elements.slice(0, elementCount);
  const addresses = new Set(kept.map(({ address }) => address));
  return {
    elements: kept,
    datasheetElements: datasheetElements.filter(({ element_address }) => addresses.has(element_address)),
  };
}

function toChapters(document: Document): { title: string; sections: Section[] }[] {
  const chapters: Section[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const section of toSections(document)) {
    if (count >= STANDARD_ELEMENTS) {
      chapters.push([]);
      count = 0;
    }
    chapters.at(-1)?.push(section);
    count += section.elements.length;
  }
  return chapters.map((sections, at) => ({ title: `${document.title}, chapter ${at + 1}`, sections }));
}

const topOf = (address: string): string => address.split('.')[0] ?? '';

function toSections({ elements, fields }: Document): Section[] {
  const fieldsOf = Map.groupBy(fields, ({ element_address }) => topOf(element_address));
  return [...Map.groupBy(elements, ({ address }) => topOf(address))].map(([number, own]) => ({
    elements: own,
    fields: fieldsOf.get(number) ?? [],
  }));
}

/** The sections with consecutive numbers from `first`. */
function numberSections(sections: readonly Section[], first: number): Text {
  const numbered = sections.map(({ elements, fields }, at) => {
    const renumber = (address: string): string => address.replace(/^\d+/, String(first + at));
    return {
      elements: elements.map((element) => ({ ...element, address: renumber(element.address) })),
      fields: fields.map((field) => ({ ...field, element_address: renumber(field.element_address) })),
    };
  });
  return {
    elements: numbered.flatMap(({ elements }) => elements),
    datasheetElements: numbered.flatMap(({ fields }) => fields),
  };
}
