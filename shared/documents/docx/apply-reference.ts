/**
 * Gives a Word file the look of another one, such as the letterhead of an office: its styles, headers and footers,
 * page setup, theme and fonts. The text, its numbers, bookmarks and properties stay ours. Pure.
 *
 * What is taken refers to nothing but pictures and links of the headers and footers: no macros, no templates elsewhere.
 */
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { unzipWithin } from '../../archive/unzip-within.ts';
import { ZIP_TIME } from './equal-bytes.ts';

/** A letterhead has pictures, and no more. */
const LIMITS = { parts: 2_000, partBytes: 20 * 1024 * 1024, bytes: 100 * 1024 * 1024 };
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const KINDS = ['header', 'footer'] as const;

/** A file that is no Word document, or has what no letterhead has. */
export class UnusableReferenceError extends Error {}

/**
 * @param file a document of ours
 * @param reference a Word file; only its look is taken
 * @throws UnusableReferenceError
 */
export function applyReference(file: Uint8Array, reference: Uint8Array): Uint8Array {
  const parts = new Map(Object.entries(unzipSync(file)));
  const look = openReference(reference);
  const { styles, ids } = mergeStyles(textIn(parts, 'word/styles.xml'), textIn(look, 'word/styles.xml'));
  put(parts, 'word/styles.xml', styles);
  for (const path of ['word/theme/theme1.xml', 'word/fontTable.xml']) {
    const found = look.get(path);
    if (found) put(parts, path, withoutReferences(strFromU8(found)));
  }
  const body = textIn(parts, 'word/document.xml').replace(
    /(<w:(?:pStyle|rStyle|tblStyle) w:val=")([^"]*)(?=")/g,
    (_all, start: string, id: string) => start + (ids.get(id) ?? id),
  );
  put(parts, 'word/document.xml', setPages(body, look, parts));
  const zip: Zippable = {};
  for (const path of [...parts.keys()].sort())
    zip[path] = [parts.get(path) ?? new Uint8Array(), { mtime: ZIP_TIME, level: 6 }];
  return zipSync(zip);
}

type Parts = Map<string, Uint8Array>;
const put = (parts: Parts, path: string, text: string): void => void parts.set(path, strToU8(text));
const textIn = (parts: Parts, path: string): string => strFromU8(parts.get(path) ?? new Uint8Array());

function openReference(bytes: Uint8Array): Parts {
  const files = unzipWithin(
    bytes,
    LIMITS,
    (name) => /^word\/.*\.(?:xml|rels|png|jpe?g|gif|emf|wmf|svg)$/i.test(name),
    (fault) =>
      new UnusableReferenceError(fault === 'damaged' ? 'it is no Word file (.docx)' : 'it is too large'),
  );
  const parts = new Map(Object.entries(files));
  for (const path of ['word/document.xml', 'word/styles.xml']) {
    const text = textIn(parts, path);
    if (text === '' || /<!DOCTYPE/i.test(text))
      throw new UnusableReferenceError('it is no Word file (.docx)');
  }
  return parts;
}

/** Embedded fonts and pictures of a theme are other parts. */
const withoutReferences = (xml: string): string =>
  xml.replace(/<w:embed\w+ [^>]*\/>/g, '').replace(/ r:(?:embed|link|id)="[^"]*"/g, '');

const STYLE = /<w:style [\s\S]*?<\/w:style>/g;
const attributeOf = (xml: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
const nameOf = (style: string): string => (/<w:name w:val="([^"]*)"/.exec(style)?.[1] ?? '').toLowerCase();

/**
 * The styles of the reference, and those of ours that it has none with the name of. Lists of its styles are left out: they
 * would count beside our numbers. @returns also the ids that our styles have now, by those that they had
 */
function mergeStyles(ours: string, theirs: string): { styles: string; ids: ReadonlyMap<string, string> } {
  const named = new Map(
    (theirs.match(STYLE) ?? []).map((style) => [nameOf(style), attributeOf(style, 'w:styleId')]),
  );
  const taken = new Set(named.values());
  const ids = new Map<string, string>();
  const missing: string[] = [];
  for (const style of ours.match(STYLE) ?? []) {
    const id = attributeOf(style, 'w:styleId');
    const known = named.get(nameOf(style));
    ids.set(id, known ?? (taken.has(id) ? `Css${id}` : id));
    if (known === undefined) missing.push(style);
  }
  const added = missing.map((style) =>
    style
      .replace(/ w:default="[^"]*"/, '')
      .replace(
        /( w:styleId="|<w:(?:basedOn|next|link) w:val=")([^"]*)(?=")/g,
        (_all, start: string, id: string) => start + (ids.get(id) ?? id),
      ),
  );
  const plain = theirs.replace(/<w:numPr>[\s\S]*?<\/w:numPr>|<w:numPr\/>/g, '');
  return { styles: plain.replace('</w:styles>', `${added.join('')}</w:styles>`), ids };
}

/** What a section says of its pages, in the order of the schema. */
const PAGE_MEMBERS =
  /<w:(pgSz|pgMar|pgBorders|cols|vAlign|titlePg|textDirection|bidi|docGrid)\b(?:[^>]*\/>|[\s\S]*?<\/w:\1>)/g;
const SECTION = /<w:sectPr\b[\s\S]*?<\/w:sectPr>/g;

/** The document with the pages, headers and footers of the reference; those of ours where it has none. */
function setPages(body: string, look: Parts, parts: Parts): string {
  const theirs = textIn(look, 'word/document.xml').match(SECTION)?.at(-1) ?? '';
  const own = body.match(SECTION)?.at(-1);
  if (own === undefined) return body;
  const members = (theirs.match(PAGE_MEMBERS) ?? []).join('');
  const references = KINDS.flatMap((kind) => {
    const found = copyReferences(kind, theirs, look, parts);
    return found.length > 0 ? found : (own.match(new RegExp(`<w:${kind}Reference [^>]*/>`, 'g')) ?? []);
  });
  const pages = members === '' ? (own.match(PAGE_MEMBERS) ?? []).join('') : members;
  const at = body.lastIndexOf(own);
  return `${body.slice(0, at)}<w:sectPr>${references.join('')}${pages}</w:sectPr>${body.slice(at + own.length)}`;
}

/** Copies the headers or footers of the first page and of the others. @returns the references to them */
function copyReferences(kind: (typeof KINDS)[number], section: string, look: Parts, parts: Parts): string[] {
  const targets = readRelationships(textIn(look, 'word/_rels/document.xml.rels'));
  return (section.match(new RegExp(`<w:${kind}Reference [^>]*/>`, 'g')) ?? []).flatMap((reference) => {
    const type = attributeOf(reference, 'w:type');
    const target = targets.get(attributeOf(reference, 'r:id'))?.target ?? '';
    const text = textIn(look, `word/${target}`);
    if (text === '' || (type !== 'default' && type !== 'first')) return [];
    const name = `reference-${kind}-${type}.xml`;
    put(parts, `word/${name}`, text);
    copyLinks(target, name, look, parts);
    const id = `rId_${kind}_${type}`;
    addText(
      parts,
      'word/_rels/document.xml.rels',
      '</Relationships>',
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${name}"/>`,
    );
    addText(
      parts,
      '[Content_Types].xml',
      '</Types>',
      `<Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml" PartName="/word/${name}"/>`,
    );
    return [`<w:${kind}Reference w:type="${type}" r:id="${id}"/>`];
  });
}

/** Copies the pictures of a header, and keeps its links. */
function copyLinks(from: string, to: string, look: Parts, parts: Parts): void {
  const kept = [...readRelationships(textIn(look, `word/_rels/${from}.rels`))].flatMap(
    ([id, { target, type, xml }]) => {
      if (type === `${RELATIONSHIPS}/hyperlink`) return [xml];
      const picture = look.get(`word/${target}`);
      if (type !== `${RELATIONSHIPS}/image` || !picture) return [];
      const name = `media/reference-${target.replace(/^.*\//, '')}`;
      parts.set(`word/${name}`, picture);
      const extension = /\.(\w+)$/.exec(name)?.[1] ?? '';
      const mime = extension.toLowerCase();
      if (!textIn(parts, '[Content_Types].xml').includes(`Extension="${extension}"`))
        addText(
          parts,
          '[Content_Types].xml',
          '</Types>',
          `<Default ContentType="image/${mime === 'emf' || mime === 'wmf' ? `x-${mime}` : mime}" Extension="${extension}"/>`,
        );
      return [`<Relationship Id="${id}" Type="${type}" Target="${name}"/>`];
    },
  );
  put(
    parts,
    `word/_rels/${to}.rels`,
    `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${kept.join('')}</Relationships>`,
  );
}

const readRelationships = (xml: string) =>
  new Map(
    (xml.match(/<Relationship [^>]*\/>/g) ?? []).map((row) => [
      attributeOf(row, 'Id'),
      {
        target: attributeOf(row, 'Target').replace(/^\/word\//, ''),
        type: attributeOf(row, 'Type'),
        xml: row,
      },
    ]),
  );

const addText = (parts: Parts, path: string, before: string, text: string): void =>
  put(parts, path, textIn(parts, path).replace(before, `${text}${before}`));
