/**
 * Lays out a standard as a document: its elements with their fields below them. It takes the views that the reader
 * gets, without the words of withheld clauses. Pure.
 */
import type { elementView, fieldView } from '../contracts/common-shapes.ts';
import type { Infer } from '../contracts/schema.ts';
import { withholdsText } from '../contracts/wiki-moderation/withholds-text.ts';
import { kindOf } from '../revisioning/outline/element-body.ts';
import { type ChosenField, showChosenValues } from './chosen-in-text.ts';
import { plainRuns, readBlocks } from './clause-blocks.ts';
import { DISPOSITION_WORDS } from './disposition-words.ts';
import { writeFieldForm } from './field-form.ts';
import type {
  Block,
  FieldPart,
  PrintedDocument,
  PrintedElement,
  PrintedImages,
  Run,
} from './printed-document.ts';

type ElementView = Infer<typeof elementView>;
type FieldView = Infer<typeof fieldView>;
/** A field as it stands below its clause. */
export type ShownField = Pick<
  FieldView,
  | 'label'
  | 'unit'
  | 'options'
  | 'default_value'
  | 'drawing_ref'
  | 'drawing_ref_locator'
  | 'starting_disposition'
  | 'input_type'
  | 'constraint'
  | 'order_number'
>;

/** What the cover of a standard says. */
export interface StandardHead {
  id: number;
  name: string;
  description: string;
  /** `created_at` as ISO 8601 in UTC. */
  revision: {
    id: number;
    code: string;
    summary: string;
    content_hash: string;
    created_at: string;
    author: string;
  };
}

/** A revision of a standard as a reader sees it; elements and fields in outline order. */
export interface PrintableStandard {
  head: StandardHead;
  elements: readonly ElementView[];
  fields: readonly FieldView[];
  /** Those that its elements refer to, as far as a document takes them. */
  images: PrintedImages;
}

/** The document of a revision of a standard. */
export function printStandard({ head, elements, fields, images }: PrintableStandard): PrintedDocument {
  const { revision } = head;
  return {
    title: head.name,
    description: head.description,
    cover: [
      { label: 'Revision', value: revision.code },
      { label: 'Published', value: revision.created_at.slice(0, 10) },
      ...(revision.summary === '' ? [] : [{ label: 'Summary', value: revision.summary }]),
      { label: 'Content hash (SHA-256)', value: revision.content_hash },
    ],
    header: `Revision ${revision.code}`,
    date: revision.created_at,
    author: revision.author,
    properties: {
      css_standard_id: String(head.id),
      css_revision_id: String(revision.id),
      css_revision_code: revision.code,
      css_content_hash: revision.content_hash,
    },
    parts: [
      {
        id: `standard ${head.id}`,
        level: 0,
        title: '',
        lines: [],
        elements: printElements(elements, fields, printBlankField),
      },
    ],
    appendices: [],
    attachments: [],
    images,
  };
}

/**
 * The elements of a standard in their order.
 * @param print the rows of a field
 * @param choose a field with the value that stands in the text in the place of its choices
 */
export function printElements<F extends { element_id: number }>(
  elements: readonly ElementView[],
  fields: readonly F[],
  print: (field: F) => Block[],
  choose?: (field: F) => ChosenField,
): PrintedElement[] {
  const fieldsOf = Map.groupBy(fields, ({ element_id }) => element_id);
  return elements.map(({ element_id, address, depth, attributes, toc_content, content, moderation }) => ({
    id: element_id,
    address,
    depth,
    number: attributes.label ?? address,
    kind: kindOf(attributes),
    isWithheld: moderation !== undefined && withholdsText(moderation),
    heading: plainRuns(toc_content),
    blocks: [
      ...(choose === undefined
        ? readBlocks(content)
        : showChosenValues(readBlocks(content), (fieldsOf.get(element_id) ?? []).map(choose))),
      ...(fieldsOf.get(element_id) ?? []).flatMap(print),
    ],
  }));
}

/** The row of a field. @param form what it does not show, of a field without a value */
export const fieldRow = (runs: Run[], form?: string): Block => ({
  type: 'field',
  runs,
  indent: 0,
  marker: '',
  ...(form === undefined ? {} : { form }),
});

/** Where a reader writes the value in. */
const BLANK = '________';

/** A field without a value: its choices, or a place to write, and what it starts with. */
export function printBlankField(field: ShownField): Block[] {
  const { default_value, drawing_ref_locator, options, starting_disposition, unit } = field;
  const given = (Array.isArray(default_value) ? default_value : [printValue(default_value)]).filter(
    (value) => value !== '',
  );
  const remarks: Run[][] = [
    ...(given.length === 0 ? [] : [[{ text: 'default: ' }, ...listed(given, 'default', ', ')]]),
    ...(starting_disposition ? [[{ text: DISPOSITION_WORDS[starting_disposition] }]] : []),
    ...(field.drawing_ref
      ? [
          [
            { text: `see drawings${drawing_ref_locator ? ' ' : ''}` },
            ...listed(drawing_ref_locator ? [drawing_ref_locator] : [], 'drawing', ''),
          ],
        ]
      : []),
  ];
  const runs: Run[] = [
    { text: field.label, bold: true, part: 'label' },
    { text: ': ', bold: true },
    ...(options.length > 0 ? listed(options, 'option', ' / ') : [{ text: BLANK }]),
    ...(unit ? [{ text: ' ' }, ...listed([unit], 'unit', '')] : []),
    ...remarks.flatMap((remark, index) => [{ text: index === 0 ? ' (' : '; ' }, ...remark]),
    ...(remarks.length > 0 ? [{ text: ')' }] : []),
  ];
  return [fieldRow(runs, writeFieldForm(field))];
}

const listed = (texts: readonly string[], part: FieldPart, between: string): Run[] =>
  texts.flatMap((text, index): Run[] => [
    ...(index === 0 || between === '' ? [] : [{ text: between }]),
    { text, part },
  ]);

/** A value in words; empty for none. */
export const printValue = (value: FieldView['default_value']): string =>
  Array.isArray(value)
    ? value.join(', ')
    : value === null
      ? ''
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : String(value);
