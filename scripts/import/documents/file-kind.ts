/**
 * Recognises, by first bytes and lines, files that cannot be imported as they are, and says how to turn them into a
 * document that can. Pure.
 */

/** What a file is, in words, and what to do. */
export interface FileKind {
  name: string;
  way: string;
}

const pandoc = (extension: string): string =>
  `Convert it to Markdown, for example with pandoc -t commonmark FILE.${extension} -o FILE.md, and give each heading its number, such as "# 1 Scope"`;
const SAVE_AS_UTF8 = (encoding: string): string =>
  `Save it as UTF-8, for example with iconv -f ${encoding} -t UTF-8 FILE > NEW`;
const TO_JSON = 'Convert it to JSON such as {"title": "…", "elements": [{"address": "1", "content": "…"}]}';
const NAME_COLUMNS =
  'A list is read whose first row names its columns: number, heading, text, kind, label, type, options, unit, min, max, default, at least two of them. Rename them';
const OSCAL_JSON =
  'A catalogue in OSCAL is read in JSON only. Convert it, for example with oscal-cli convert --to=json FILE catalog.json';

const PDF: FileKind = {
  name: 'a PDF',
  way: 'Take the text out of it, for example with pdftotext -layout FILE.pdf FILE.md, and give each heading its number, such as "# 1 Scope"',
};

/** Names of parts in a zip archive, the first one that occurs. */
const ARCHIVES: readonly [string, FileKind][] = [
  ['word/', { name: 'part of a Word document', way: 'Save it again in Word, as a document (.docx)' }],
  ['xl/', { name: 'a binary spreadsheet (XLSB)', way: 'Save it as an Excel workbook (.xlsx)' }],
  ['ppt/', { name: 'a presentation (PPTX)', way: pandoc('pptx') }],
  ['opendocument.text', { name: 'an OpenDocument text (ODT)', way: pandoc('odt') }],
  ['opendocument', { name: 'an OpenDocument file', way: TO_JSON }],
  ['epub', { name: 'an e-book (EPUB)', way: pandoc('epub') }],
];
const ZIP: FileKind = { name: 'a ZIP archive', way: 'Unpack it, and import the document inside' };

/** First bytes, in Latin-1. */
const SIGNATURES: readonly [string, FileKind][] = [
  ['{\\rtf', { name: 'RTF', way: pandoc('rtf') }],
  [
    '\u00d0\u00cf\u0011\u00e0',
    {
      name: 'a file of old Microsoft Office (DOC, XLS)',
      way: 'Save it in a current format first, then convert that',
    },
  ],
  ['\u001f\u008b', { name: 'a gzip archive', way: 'Unpack it with gunzip, and import the document inside' }],
  ['7z\u00bc\u00af', { name: 'a 7z archive', way: ZIP.way }],
  ['\u0089PNG', { name: 'a picture (PNG)', way: 'A standard is text: import the text' }],
  ['\u00ff\u00d8\u00ff', { name: 'a picture (JPEG)', way: 'A standard is text: import the text' }],
  ['\u00ff\u00fe\u0000\u0000', { name: 'text in UTF-32', way: SAVE_AS_UTF8('UTF-32') }],
  ['\u00ff\u00fe', { name: 'text in UTF-16', way: SAVE_AS_UTF8('UTF-16') }],
  ['\u00fe\u00ff', { name: 'text in UTF-16', way: SAVE_AS_UTF8('UTF-16') }],
];

/** What a file is by its bytes; null for text in UTF-8. */
export function findBinaryKind(bytes: Uint8Array): FileKind | null {
  const start = latin1(bytes.subarray(0, 1024));
  if (start.includes('%PDF-')) return PDF;
  for (const [signature, kind] of SIGNATURES) if (start.startsWith(signature)) return kind;
  if (start.startsWith('PK\u0003\u0004')) {
    // The names of the parts stand uncompressed before each part, and at the end of the archive.
    const names = latin1(bytes.subarray(0, 4_096)) + latin1(bytes.subarray(-65_536));
    return ARCHIVES.find(([part]) => names.includes(part))?.[1] ?? ZIP;
  }
  if (isUtf8(bytes)) return start.includes('\u0000') ? withoutMark(start) : null;
  return (
    withoutMark(start) ?? {
      name: 'text in another encoding than UTF-8, probably Windows-1252',
      way: SAVE_AS_UTF8('WINDOWS-1252'),
    }
  );
}

/** UTF-16 without a byte order mark, or no text at all; null without zero bytes. */
function withoutMark(start: string): FileKind | null {
  const zeros = start.split('\u0000').length - 1;
  if (zeros === 0) return null;
  return zeros > start.length / 3
    ? { name: 'text in UTF-16', way: SAVE_AS_UTF8('UTF-16LE') }
    : { name: 'no text', way: 'Import the document as markup or JSON' };
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Characters in which the comments before an XML or YAML document end. */
const MAX_BEGINNING = 20_000;
/** The first tag of XML, behind a declaration, comments and a document type. */
const ROOT = /^\s*(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^>]*>\s*)*<([A-Za-z_][\w.:-]*)/;
/** OSCAL in YAML, perhaps after comments. Its second line tells it from markup, in which `#` is a heading. */
const OSCAL_YAML = /^(?:(?:#.*|---.*|[ \t]*)\r?\n)*(?:catalog|profile):[ \t]*\r?\n[ \t]+(?:uuid|metadata):/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/m;
const YAML =
  /^(?:---[ \t]*\r?\n)?["']?[A-Za-z][\w -]{0,60}["']?:(?:[ \t].*)?\r?\n(?:[ \t]*- |[ \t]*["']?[A-Za-z][\w -]{0,60}["']?:)/;

/**
 * What a text is that is neither markup nor JSON; null for what may be one of them. Only OSCAL, HTML and XML are
 * looked for where the text has a heading of markup.
 */
export function findTextKind(text: string): FileKind | null {
  const beginning = text.slice(0, MAX_BEGINNING);
  if (beginning.trim() === '' && text.length <= MAX_BEGINNING)
    return { name: 'empty', way: 'Give the path of a document' };
  const xml = findXmlKind(beginning);
  if (xml !== null) return xml;
  if (OSCAL_YAML.test(beginning)) return { name: 'YAML', way: OSCAL_JSON };
  if (HEADING.test(text) || /^\s*[{[]/.test(beginning)) return null;
  if (/^\s*(?:%.*\s)*\\(?:documentclass|begin|section|chapter)\b/.test(beginning))
    return { name: 'LaTeX', way: pandoc('tex') };
  if (/^={1,5} \S/m.test(beginning))
    return { name: 'AsciiDoc', way: `${pandoc('adoc').replace('-t', '-f asciidoc -t')}` };
  if (YAML.test(beginning)) return { name: 'YAML', way: TO_JSON };
  const separator = findSeparator(beginning);
  return separator === null ? null : { name: `a table (CSV with ${separator})`, way: NAME_COLUMNS };
}

function findXmlKind(beginning: string): FileKind | null {
  const root = ROOT.exec(beginning)?.[1];
  const declared = /^\s*<\?xml\b/.test(beginning);
  if (root === undefined) return declared ? { name: 'XML', way: TO_JSON } : null;
  const name = root.slice(root.indexOf(':') + 1).toLowerCase();
  if (/^\s*<!doctype html/i.test(beginning) || ['html', 'head', 'body'].includes(name))
    return { name: 'HTML', way: pandoc('html') };
  if (name === 'catalog' || name === 'profile') return { name: 'XML', way: OSCAL_JSON };
  // Markup can begin with a tag or a comment.
  return declared ? { name: `XML (${root.slice(0, 60)})`, way: TO_JSON } : null;
}

const SEPARATORS: readonly [string, string][] = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
];
const MAX_LINES = 6;

/** What separates the cells where the first lines have the same number of them; null for prose. */
function findSeparator(beginning: string): string | null {
  const lines = beginning
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES);
  if (lines.length < 2) return null;
  for (const [mark, name] of SEPARATORS) {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(mark).length - 1);
    const [first = 0] = counts;
    if (first > 0 && counts.every((count) => count === first)) return name;
  }
  return null;
}
