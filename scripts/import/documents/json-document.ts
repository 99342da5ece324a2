/**
 * Reader of JSON documents: lists of numbered elements and of fields, in one file or two, as in
 * `test/corpora`: `{title, elements: [{address, label?, heading?, content, kind}]}` and `{fields:
 * [{element_address?, label, input_type, options?, unit?, constraint?, default_value?, description?}]}`.
 * Gives a source outline; fields without a clause go into a section at the end.
 */

import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/rest-client/json.ts';
import { ELEMENT_KINDS } from '../../../shared/revisioning/outline/outline.ts';
import { buildTree } from './build-tree.ts';
import { type ReportChange, UnusableDocumentError } from './import-change.ts';
import { SourceObject } from './source-object.ts';
import type { SourceDocument, SourceField, SourceNode } from './source-outline.ts';

const ORPHANS_HEADING = 'Fields without a clause';

/**
 * Reads a document; a member that it does not know is reported.
 * @param fieldsFile a second file with the fields, when they are kept apart
 */
export function readJsonDocument(
  file: JsonObject,
  fieldsFile: JsonObject | null,
  report: ReportChange,
): SourceDocument {
  const document = new SourceObject(file, '');
  const title = document.text('title') ?? '';
  assertObjects(document.value('elements'), 'elements');
  const nodes = document.objects('elements').map((element, index) => readElement(element, index, report));
  const fieldsDocument = fieldsFile === null ? document : new SourceObject(fieldsFile, 'fields file');
  const origins = describeOrigin(document, '');
  if (fieldsFile !== null) {
    if (!Array.isArray(fieldsFile.fields))
      throw new UnusableDocumentError('The fields file has no list "fields".');
    origins.push(...describeOrigin(fieldsDocument, ' of the fields'));
    // Names the document to which the fields belong.
    fieldsDocument.skip('standard');
  }
  const orphans: SourceField[] = [];
  const nodeAt = new Map(nodes.toReversed().map((node) => [node.sourceNumber, node]));
  for (const sent of fieldsDocument.objects('fields')) {
    const { address, field } = readField(sent, report);
    const node = address === null ? undefined : nodeAt.get(address);
    if (node === undefined) {
      report({
        rule: 'field-moved',
        source: field.source,
        address: null,
        from: address,
        to: ORPHANS_HEADING,
      });
      orphans.push(field);
    } else node.fields.push(field);
  }
  document.reportRest(report);
  if (fieldsDocument !== document) fieldsDocument.reportRest(report);
  return {
    title,
    description: origins.join('\n'),
    nodes: [...buildTree(nodes, report), ...orphanSection(orphans)],
  };
}

/** Where a file comes from and under which licence, as lines of the description. */
function describeOrigin(file: SourceObject, of: string): string[] {
  return ['source', 'licence'].flatMap((name) => {
    const text = file.text(name);
    return text === null ? [] : [`${name === 'source' ? 'Source' : 'Licence'}${of}: ${text}`];
  });
}

function readElement(element: SourceObject, position: number, report: ReportChange): SourceNode {
  const kind = element.text('kind') ?? 'clause';
  const known = ELEMENT_KINDS.find((candidate) => candidate === kind);
  const source = element.path;
  if (known === undefined) report({ rule: 'kind-replaced', source, address: null, from: kind, to: 'clause' });
  for (const name of ['address', 'label', 'heading', 'content']) assertText(element, name);
  const sourceNumber = element.text('address');
  if (sourceNumber === null)
    report({ rule: 'number-added', source, address: null, from: null, to: 'the next number' });
  const node: SourceNode = {
    source,
    position,
    sourceNumber,
    label: element.text('label'),
    ordinal: null,
    kind: known ?? 'clause',
    heading: element.text('heading') ?? '',
    content: element.text('content') ?? '',
    fields: [],
    children: [],
  };
  element.reportRest(report);
  return node;
}

/** @throws UnusableDocumentError for an element that is not an object, because its text would be lost */
function assertObjects(value: JsonValue, name: string): void {
  const index = Array.isArray(value) ? value.findIndex((item) => !isJsonObject(item)) : -1;
  if (index >= 0)
    throw new UnusableDocumentError(
      `${name}[${index}] is not an object with the members address, heading, content and kind.`,
    );
}

/**
 * @throws UnusableDocumentError for a value that is not a text, because it would be lost; an address that is a
 * number may have been another one: 1.10 is read as 1.1
 */
function assertText(element: SourceObject, name: string): void {
  const value = element.value(name);
  if (value === undefined || value === null || typeof value === 'string') return;
  throw new UnusableDocumentError(`${element.path}.${name} is not a text. Write it in quotation marks.`);
}

function readField(sent: SourceObject, report: ReportChange): { address: string | null; field: SourceField } {
  const address = sent.text('element_address');
  const source = sent.path;
  const written = sent.look('default_value');
  const value = Array.isArray(written) ? sent.texts('default_value') : sent.text('default_value');
  if (typeof written === 'number' || typeof written === 'boolean')
    report({ rule: 'value-as-text', source, address: null, from: String(written), to: String(value) });
  const field: SourceField = {
    source,
    label: sent.text('label') ?? '',
    type: sent.text('input_type') ?? 'text',
    options: Array.isArray(sent.look('options')) ? sent.texts('options') : [],
    default_value: value,
    constraint: sent.text('constraint'),
    unit: sent.text('unit'),
    remarks: [sent.text('description')].filter((text) => text !== null),
  };
  sent.reportRest(report);
  return { address, field };
}

/** The section at the end for fields that name no clause of the document. */
function orphanSection(fields: SourceField[]): SourceNode[] {
  if (fields.length === 0) return [];
  return [
    {
      source: 'fields',
      position: Number.MAX_SAFE_INTEGER,
      sourceNumber: null,
      ordinal: null,
      kind: 'section',
      heading: ORPHANS_HEADING,
      content: '',
      fields,
      children: [],
    },
  ];
}
