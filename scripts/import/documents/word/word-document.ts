/**
 * Reader of Word files (`.docx`, ISO/IEC 29500): numbers as Word prints them, headings and styles as kinds, tables,
 * lists, footnotes, pictures. Gives a source outline, also one without and one with the tracked changes
 * (`readTrackedDocument`); headers, comments and deleted texts are reported.
 */
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import type { SourceDocument, SourceImage } from '../source-outline.ts';
import { elementsOf, findElement, type XmlElement } from '../xml/xml-tree.ts';
import { BodyReader } from './body-reader.ts';
import { readExportedDocument } from './exported-document.ts';
import { readParagraphs, readProperties } from './exported-file.ts';
import { Numbering } from './numbering.ts';
import { readText, type TextContext } from './paragraph-text.ts';
import { Pictures } from './pictures.ts';
import type { StyleFile } from './style-file.ts';
import { Styles } from './styles.ts';
import { exchangeChanges, listChanges, type TrackedChange } from './tracked-changes.ts';
import { openWordFile, readBody, type WordPackage } from './word-package.ts';

/**
 * Reads a Word file.
 * @throws UnusableDocumentError for a damaged or too large file, macros, or text that is in another file
 */
export function readWordDocument(bytes: Uint8Array, report: ReportChange, roles?: StyleFile): SourceDocument {
  const file = openWordFile(bytes);
  return readBodyOf(file, readBody(file), report, roles);
}

/** A Word file as it was before its tracked changes, as it is with them, and the changes. */
export interface TrackedDocument {
  before: SourceDocument;
  after: SourceDocument;
  changes: TrackedChange[];
  /** Images that either refers to. */
  images: readonly SourceImage[];
}

/**
 * Reads a Word file twice: with all tracked changes rejected, and with all accepted.
 * @param report is told what is left out of the text with the changes
 * @throws UnusableDocumentError as `readWordDocument`
 */
export function readTrackedDocument(
  bytes: Uint8Array,
  report: ReportChange,
  roles?: StyleFile,
): TrackedDocument {
  const file = openWordFile(bytes);
  const body = readBody(file);
  // What one text does not have, the other one does.
  const reportRest: ReportChange = (change) => {
    if (change.name !== 'deleted text' && change.name !== 'moved text') report(change);
  };
  const before = readBodyOf(file, exchangeChanges(body), () => undefined, roles);
  const after = readBodyOf(file, body, reportRest, roles);
  const images = new Map(
    [...(before.images ?? []), ...(after.images ?? [])].map((image) => [image.name, image]),
  );
  return { before, after, changes: listChanges(body), images: [...images.values()] };
}

function readBodyOf(
  file: WordPackage,
  body: XmlElement,
  report: ReportChange,
  roles?: StyleFile,
): SourceDocument {
  const pictures = new Pictures(file, body);
  if (readProperties(file).has('css_revision_id')) {
    const paragraphs = readParagraphs(file, body, pictures, report);
    return { ...readExportedDocument(paragraphs, report), images: pictures.images };
  }
  const links = readLinks(file.read('word/_rels/document.xml.rels'));
  const text: TextContext = { report, links, pictures };
  const notes = new Map([...readNotes(file, 'footnote'), ...readNotes(file, 'endnote')]);
  const styles = new Styles(file.read('word/styles.xml'), roles);
  const numbering = new Numbering(file.read('word/numbering.xml'));
  const reader = new BodyReader({ styles, numbering, notes, text, report });
  reader.read(body);
  reportOthers(file, text);
  const [title = '', ...further] = reader.titles;
  return {
    title: [title, ...further].join(' '),
    description: reader.preface.join('\n\n'),
    nodes: reader.outline.finish(),
    images: pictures.images,
  };
}

/**
 * Addresses of links by their ids.
 * @throws UnusableDocumentError for text of the document that is in another file
 */
function readLinks(root: XmlElement | null): Map<string, string> {
  const links = new Map<string, string>();
  for (const { attributes } of root === null ? [] : elementsOf(root, 'Relationship')) {
    const { Id = '', Type = '', Target = '', TargetMode } = attributes;
    if (TargetMode !== 'External') continue;
    if (/\/hyperlink$/.test(Type)) links.set(Id, Target);
    else if (/\/(?:subDocument|aFChunk|frame|oleObject)$/.test(Type))
      throw new UnusableDocumentError(
        `The Word file takes text from another file (${Target}). Save it with that text in it.`,
      );
  }
  return links;
}

function readNotes(file: WordPackage, name: 'footnote' | 'endnote'): [string, XmlElement][] {
  const root = file.read(`word/${name}s.xml`);
  return (root === null ? [] : elementsOf(root, name))
    .filter(({ attributes }) => attributes.type === undefined || attributes.type === 'normal')
    .map((note) => [`${name} ${note.attributes.id ?? ''}`, note]);
}

/** Text outside the body, which a standard has no place for. */
function reportOthers(file: WordPackage, text: TextContext): void {
  for (const name of file.names.filter((one) => /^word\/(?:header|footer|comments)\d*\.xml$/.test(one))) {
    const root = file.read(name);
    const what = /(header|footer|comment)/.exec(name)?.[1] ?? name;
    for (const part of root === null ? [] : elementsOf(root)) {
      const from = readText(part, name, { ...text, report: () => undefined, pictures: null })
        .replace(/\s+/g, ' ')
        .trim();
      if (/[\p{L}\p{N}]/u.test(from) && findElement(part, 't') !== undefined)
        text.report({ rule: 'left-out', source: name, address: null, from, to: null, name: what });
    }
  }
}
