/**
 * Conversion of a source outline to the valid elements and fields of a standard, with a report of the
 * changes. Also the type of a document that can be imported, and the check of an outline (`assertValid`).
 * Pure.
 */
import {
  childOf,
  compareAddresses,
  depthOf,
  isAddress,
  MAX_LEVEL_NUMBER,
  MAX_LEVELS,
  ordinalOf,
  parentOf,
} from '../../../shared/revisioning/outline/address.ts';
import type { ElementContent, FieldContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { findFieldWarnings } from '../../../shared/revisioning/outline/field-warnings.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';
import {
  findOutlineProblems,
  MAX_ELEMENT_LABEL_CHARACTERS,
  MAX_ELEMENTS,
} from '../../../shared/revisioning/outline/outline-rules.ts';
import { isLongerThan } from '../../../shared/text/code-points.ts';
import { fitTexts } from './fit-texts.ts';
import { type DocumentWarning, type ReportChange, UnusableDocumentError } from './import-change.ts';
import { type NumberedNode, numberOutline } from './number-outline.ts';
import type { SourceDocument, SourceNode } from './source-outline.ts';
import { toValidFields } from './valid-fields.ts';
import { cleanText, toValidContent, toValidHeading, toValidLabel } from './valid-text.ts';

/** A document that a standard accepts as it is. */
export interface ValidDocument {
  title: string;
  description: string;
  /** The category that the document itself names. */
  category?: string;
  /** In the numeric order of their addresses. */
  elements: ElementContent[];
  fields: FieldContent[];
  warnings: DocumentWarning[];
}

/** Maximum number of fields of one save. */
const MAX_FIELDS = 10_000;
const NOTE_HEADING = 'Fields';

/**
 * The valid form of a document.
 * @throws UnusableDocumentError when it is empty or larger than a standard may be
 */
export function toValidDocument(source: SourceDocument, report: ReportChange): ValidDocument {
  const numbered = numberOutline(source.nodes, report);
  // Before the conversion, which compares the labels of a clause with each other.
  assertFieldCount(numbered.reduce((count, { node }) => count + node.fields.length, 0));
  reportAddresses(numbered, report);
  const highestChild = new Map<string, number>();
  for (const { address } of numbered) {
    const parent = parentOf(address) ?? '';
    highestChild.set(parent, Math.max(highestChild.get(parent) ?? 0, ordinalOf(address)));
  }
  const elements: ElementContent[] = [];
  const fields: FieldContent[] = [];
  for (const { address, node } of numbered) {
    const place = { source: node.source, address };
    const content = toValidContent(node.content, place, report);
    const valid = toValidFields(node.fields, address, report);
    for (const field of valid.fields) fields.push(field);
    const printed = labelOf(node, address);
    const element: ElementContent = {
      address,
      kind: node.kind,
      toc_content: toValidHeading(headingOf(node, printed), place, report),
      content,
      ...labelMember(toValidLabel(printed, place, report)),
    };
    elements.push(...withRemarks(element, valid.remarks, (highestChild.get(address) ?? 0) + 1));
  }
  const sources = new Map(numbered.map(({ address, node }) => [address, node.source]));
  const sourceOf = (address: string): string => sources.get(address) ?? 'the document';
  const fitting = fitTexts(elements, sourceOf, report);
  fitting.sort((a, b) => compareAddresses(a.address, b.address));
  assertValid(fitting, fields, sourceOf);
  const place = { source: 'the document', address: null };
  return {
    title: toValidHeading(source.title, place, report),
    description: cleanText(source.description, place, report),
    elements: fitting,
    fields,
    warnings: findFieldWarnings(fields).map(({ address, rule, message }) => ({
      address,
      rule: rule.replaceAll('_', '-'),
      message,
    })),
  };
}

/** An element, followed by a note with remarks on its fields; where a note has no room, they join its text. */
function withRemarks(element: ElementContent, remarks: readonly string[], ordinal: number): ElementContent[] {
  if (remarks.length === 0) return [element];
  const text = toValidContent(remarks.join('\n\n'), { source: '', address: null }, () => undefined);
  if (depthOf(element.address) === MAX_LEVELS || ordinal > MAX_LEVEL_NUMBER)
    return [{ ...element, content: element.content === '' ? text : `${element.content}\n\n${text}` }];
  const address = childOf(element.address, ordinal);
  return [element, { address, kind: 'note', toc_content: NOTE_HEADING, content: text }];
}

/** The number that people cite where that is not the address; empty for none. */
function labelOf({ label, sourceNumber }: SourceNode, address: string): string {
  const printed = (label ?? sourceNumber ?? '').trim();
  return printed === address || printed === `${address}.` ? '' : printed;
}

/** The heading, behind a printed number that is too long for a label, so that nothing of it is lost. */
const headingOf = ({ heading }: SourceNode, printed: string): string =>
  !isLongerThan(printed, MAX_ELEMENT_LABEL_CHARACTERS) || heading.startsWith(printed)
    ? heading
    : `${printed} ${heading}`.trim();

/** Reports changed numbers, and elements whose place in the order changes. */
function reportAddresses(numbered: readonly NumberedNode[], report: ReportChange): void {
  for (const { address, node } of numbered) {
    const from = node.sourceNumber?.trim() ?? address;
    if (from === address) continue;
    const rule = isAddress(from) ? 'address-shifted' : 'renumbered';
    report({ rule, source: node.source, address, from: node.sourceNumber, to: address });
  }
  reportOrder(
    numbered.map(({ address, node }) => ({ ...node, address })),
    report,
  );
}

/** An element with its address, and its place in the source. */
type PlacedElement = Pick<SourceNode, 'source' | 'position' | 'sourceNumber'> & { address: string };

/** Reports the elements that stand before another one in the source and after it by their addresses. */
export function reportOrder(elements: readonly PlacedElement[], report: ReportChange): void {
  let latest = -1;
  for (const { address, position, source, sourceNumber } of elements.toSorted((a, b) =>
    compareAddresses(a.address, b.address),
  )) {
    if (position < latest)
      report({ rule: 'order-changed', source, address, from: sourceNumber, to: address });
    latest = Math.max(latest, position);
  }
}

/**
 * @param sourceOf the place of an element in the source
 * @throws UnusableDocumentError for too many elements or fields, or none, or too long a text; Error for a defect of
 * this code
 */
export function assertValid(
  elements: readonly ElementContent[],
  fields: readonly FieldContent[],
  sourceOf: (address: string) => string,
): void {
  if (elements.length === 0) throw new UnusableDocumentError('The document has no elements.');
  if (elements.length > MAX_ELEMENTS) {
    throw new UnusableDocumentError(
      `The document has ${elements.length} elements, and a standard has at most ${MAX_ELEMENTS}. Split it.`,
    );
  }
  assertFieldCount(fields.length);
  const [problem] = findOutlineProblems({ elements, fields });
  if (problem?.rule === 'text_too_long')
    throw new UnusableDocumentError(`${sourceOf(problem.address ?? '')}: ${problem.message}.`);
  if (problem) throw new Error(`The outline is not valid: ${problem.path}: ${problem.message}`);
}

/** @throws UnusableDocumentError for too many fields */
function assertFieldCount(count: number): void {
  if (count <= MAX_FIELDS) return;
  throw new UnusableDocumentError(
    `The document has ${count} fields, and a standard has at most ${MAX_FIELDS}. Split it.`,
  );
}
