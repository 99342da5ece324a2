/**
 * Reader of the bytes of a document to import: recognises the format (markup, JSON, OSCAL catalogue, SpecsIntact
 * section, list in CSV or Excel, Word document, IDS, ReqIF) unless it is given, checks size and nesting, and gives a
 * valid document with its images and the list of changes.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/rest-client/json.ts';
import { numberOutline } from '../../../shared/revisioning/outline/content-hash.ts';
import { isOutlineTooLarge, MAX_OUTLINE_BYTES } from '../../../shared/revisioning/outline/outline-size.ts';
import { isXlsx } from '../../../shared/spreadsheets/xlsx-package.ts';
import { type FileKind, findBinaryKind, findTextKind } from './file-kind.ts';
import { isIdsFile, readIdsDocument } from './ids/ids-document.ts';
import { type ImportChange, type ReportChange, UnusableDocumentError } from './import-change.ts';
import { readJsonDocument } from './json-document.ts';
import { isCsvFile, readCsvDocument } from './lists/csv-document.ts';
import { readXlsxDocument } from './lists/xlsx-document.ts';
import { readMarkdownDocument } from './markdown-document.ts';
import { nameDocument } from './name-document.ts';
import { readCatalogue } from './oscal/catalogue.ts';
import { readExportedCatalogue } from './oscal/exported-catalogue.ts';
import { readReqifDocument } from './reqif/reqif-document.ts';
import { isReqifFile } from './reqif/reqif-file.ts';
import { imagesIn } from './source-images.ts';
import type { SourceDocument, SourceImage } from './source-outline.ts';
import { isSectionFile, readSectionFile } from './specsintact/section-file.ts';
import { toValidDocument, type ValidDocument } from './valid-document.ts';
import type { StyleFile } from './word/style-file.ts';
import { readWordDocument } from './word/word-document.ts';
import { isWordFile } from './word/word-package.ts';

export const FORMATS = [
  'markdown',
  'json',
  'oscal',
  'specsintact',
  'csv',
  'xlsx',
  'docx',
  'ids',
  'reqif',
] as const;
export type DocumentFormat = (typeof FORMATS)[number];

export interface ReadDocument {
  format: DocumentFormat;
  document: ValidDocument;
  changes: ImportChange[];
  /** Images that its texts may refer to. */
  images: readonly SourceImage[];
}

interface SourceFiles {
  file: Uint8Array;
  /** The fields of a JSON document, where they are kept in a file of their own. */
  fieldsFile?: Uint8Array | undefined;
  /** Recognised by the content when omitted. */
  format?: DocumentFormat | undefined;
  /** The sheet of an Excel file. */
  sheet?: string | undefined;
  /** The title of a document without one. */
  fileName?: string;
  /** Of a Word file: the roles of its styles, from the user's `--styles` file. */
  roles?: StyleFile | undefined;
}

/**
 * Reads a document in any of the formats.
 * @throws UnusableDocumentError
 */
export function readDocument({
  file,
  fieldsFile,
  format: chosen,
  sheet,
  fileName = '',
  roles,
}: SourceFiles): ReadDocument {
  const changes: ImportChange[] = [];
  const report: ReportChange = (change) => changes.push(change);
  const fileFormat = FILE_READERS.find(
    ({ format, isFile }) => format === chosen || (chosen === undefined && isFile(file)),
  );
  const source = fileFormat?.read(file, report, { sheet, roles });
  const { format, document } =
    fileFormat === undefined || source === undefined
      ? readTextFile(file, fieldsFile, chosen, report)
      : { format: fileFormat.format, document: toValidDocument(source, report) };
  if (roles !== undefined && format !== 'docx')
    throw new UnusableDocumentError(
      'Only a Word file has styles, of which a file with --styles says what they are.',
    );
  if (fieldsFile !== undefined && format !== 'json')
    throw new UnusableDocumentError(
      'Only a JSON document with elements takes its fields from a second file.',
    );
  if (sheet !== undefined && format !== 'xlsx')
    throw new UnusableDocumentError('Only an Excel file (.xlsx) has sheets. Leave out --sheet.');
  const named = nameDocument(document, fileName, report);
  assertSize(named);
  return { format, document: named, changes, images: imagesIn(named.elements, source?.images ?? []) };
}

/** Readers of files that are not text in UTF-8, or not always; tried before the text is decoded. */
const FILE_READERS: readonly {
  format: DocumentFormat;
  isFile: (file: Uint8Array) => boolean;
  read: (
    file: Uint8Array,
    report: ReportChange,
    options: Pick<SourceFiles, 'sheet' | 'roles'>,
  ) => SourceDocument;
}[] = [
  { format: 'specsintact', isFile: isSectionFile, read: readSectionFile },
  { format: 'csv', isFile: isCsvFile, read: readCsvDocument },
  {
    format: 'xlsx',
    isFile: isXlsx,
    read: (file, report, { sheet }) => readXlsxDocument(file, report, sheet),
  },
  {
    format: 'docx',
    isFile: isWordFile,
    read: (file, report, { roles }) => readWordDocument(file, report, roles),
  },
  { format: 'ids', isFile: isIdsFile, read: readIdsDocument },
  { format: 'reqif', isFile: isReqifFile, read: readReqifDocument },
];

/** A file of text: markup, JSON or OSCAL. */
function readTextFile(
  file: Uint8Array,
  fieldsFile: Uint8Array | undefined,
  chosen: DocumentFormat | undefined,
  report: ReportChange,
): Pick<ReadDocument, 'format' | 'document'> {
  const text = markdownOfResponse(decode(file));
  if (chosen !== 'markdown') assertKind(findTextKind(text));
  const format = chosen ?? recogniseFormat(text);
  const fields =
    fieldsFile === undefined || format !== 'json' ? null : parseObject(decode(fieldsFile), FIELDS_FILE);
  return { format, document: readText(format, text, fields, report) };
}

function readText(
  format: DocumentFormat,
  text: string,
  fields: JsonObject | null,
  report: ReportChange,
): ValidDocument {
  if (format === 'markdown') return readMarkdownDocument(text, report);
  const json = parseObject(text);
  const exported = format === 'oscal' ? readExportedCatalogue(json, report) : null;
  if (exported !== null) return exported;
  const source = format === 'oscal' ? readCatalogue(json, report) : readJsonDocument(json, fields, report);
  return toValidDocument(source, report);
}

/** @throws UnusableDocumentError for more text than a standard may have */
function assertSize(document: ValidDocument): void {
  if (isOutlineTooLarge(numberOutline(document)))
    throw new UnusableDocumentError(
      `A standard has at most ${MAX_OUTLINE_BYTES / 1024 / 1024} MB of text and fields, and the document has more. Split it.`,
    );
}

/** The markup in a saved response of `GET /api/standards/:id?format=markdown`; any other text as it is. */
function markdownOfResponse(text: string): string {
  if (!/^\s*\{\s*"markdown"/.test(text)) return text;
  const { markdown } = parseObject(text);
  return typeof markdown === 'string' ? markdown : text;
}

/** @throws UnusableDocumentError for a file of another kind, with the way to one that is read */
function assertKind(kind: FileKind | null): void {
  if (kind === null) return;
  throw new UnusableDocumentError(
    `The file is ${kind.name}. Markup, JSON, catalogues in OSCAL as JSON, SpecsIntact sections, Word documents (DOCX), lists in CSV or Excel (XLSX), IDS and ReqIF can be imported. ${kind.way}.`,
  );
}

function recogniseFormat(text: string): DocumentFormat {
  if (!/^\s*[{[]/.test(text)) return 'markdown';
  const json = parseObject(text);
  if (json.catalog !== undefined) return 'oscal';
  if (json.elements !== undefined) return 'json';
  const members = Object.keys(json).slice(0, 5).join(', ');
  const advice =
    json.profile === undefined
      ? 'Expected an "elements" list or an OSCAL "catalog".'
      : 'It is an OSCAL profile: resolve it to a catalogue first.';
  throw new UnusableDocumentError(`The JSON has the members ${members || '(none)'}. ${advice}`);
}

/** @throws UnusableDocumentError for a file that is no text in UTF-8 */
function decode(bytes: Uint8Array): string {
  assertKind(findBinaryKind(bytes));
  return new TextDecoder('utf-8').decode(bytes);
}

/** What a file of JSON must be: the file in words, and an example. */
const DOCUMENT = { file: 'JSON', example: '{"title": "…", "elements": […]}, or a catalogue in OSCAL' };
const FIELDS_FILE = { file: 'fields file', example: '{"fields": […]}' };

/** @throws UnusableDocumentError */
function parseObject(text: string, { file, example } = DOCUMENT): JsonObject {
  const value = parseJson(text);
  assertNesting(value);
  if (isJsonObject(value)) return value;
  const found = Array.isArray(value) ? 'a list' : 'a single value';
  throw new UnusableDocumentError(`The ${file} is ${found}. Expected is an object such as ${example}.`);
}

/** Deeper than any document; the readers are recursive. */
const MAX_NESTING = 500;

/** @throws UnusableDocumentError */
function assertNesting(value: JsonValue): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_NESTING)
      throw new UnusableDocumentError(`The JSON is nested more than ${MAX_NESTING} levels deep.`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnusableDocumentError(
      `The file is not valid JSON: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
