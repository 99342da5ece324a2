/**
 * Lays out the manual of a project as a document: its sections with the standards in them, and the chosen values
 * below the clauses that ask for them. It takes the views that the reader gets. Pure.
 */
import type { fieldView } from '../contracts/common-shapes.ts';
import type { certifiedValue } from '../contracts/proofs.ts';
import type { Infer } from '../contracts/schema.ts';
import { plainLine } from './clause-blocks.ts';
import { DISPOSITION_WORDS } from './disposition-words.ts';
import {
  fieldRow,
  type PrintableStandard,
  printBlankField,
  printElements,
  printValue,
} from './print-standard.ts';
import type {
  Attachment,
  Block,
  PrintedDocument,
  PrintedImages,
  PrintedPart,
  Run,
} from './printed-document.ts';

type FieldView = Infer<typeof fieldView>;
type Line = PrintedDocument['cover'][number];

/** What a datasheet records for a field, with its name where the standard has several. */
export interface ChosenValue extends Omit<Infer<typeof certifiedValue>, 'id' | 'address'> {
  datasheet: string;
}

/** A section of a project, or a standard in it; `level` counts the sections above it. */
export type PrintablePart =
  | { kind: 'section'; id: number; level: number; name: string; description: string }
  | {
      kind: 'standard';
      id: number;
      level: number;
      name: string;
      description: string;
      revision_id: number;
      code: string;
      content_hash: string;
      datasheets: string[];
      elements: PrintableStandard['elements'];
      fields: FieldView[];
      /** By field; several datasheets of a standard each record one. */
      values: ReadonlyMap<number, readonly ChosenValue[]>;
    };

export interface PrintableProject {
  head: {
    id: number;
    name: string;
    summary: string;
    /** Further lines of the cover, such as the parties. */
    lines: Line[];
    /** `date` as ISO 8601 in UTC: when it was published, of a draft when it was opened. */
    revision: { id: number; code: string; is_draft: boolean; date: string; author: string };
  };
  parts: PrintablePart[];
  /** The lines of the certificate; null for a draft, which is not signed. */
  certificate: Line[] | null;
  attachments: readonly Attachment[];
  images: PrintedImages;
}

/** The document of a revision of a project. */
export function printProject({
  head,
  parts,
  certificate,
  attachments,
  images,
}: PrintableProject): PrintedDocument {
  const { revision } = head;
  const shown = revision.is_draft ? `Draft of revision ${revision.code}` : `Revision ${revision.code}`;
  return {
    title: head.name,
    description: head.summary,
    cover: [
      { label: 'Revision', value: revision.is_draft ? `${revision.code} (draft)` : revision.code },
      { label: revision.is_draft ? 'Opened' : 'Published', value: revision.date.slice(0, 10) },
      ...head.lines,
    ],
    header: shown,
    date: revision.date,
    author: revision.author,
    properties: {
      css_project_id: String(head.id),
      css_revision_id: String(revision.id),
      css_revision_code: revision.code,
    },
    parts: parts.map(printPart),
    appendices: certificate ? [{ title: 'Certificate', lines: certificate }] : [],
    attachments,
    images,
  };
}

function printPart(part: PrintablePart): PrintedPart {
  const { level, name: title, description } = part;
  const id = `${part.kind} ${part.id}`;
  const text = description
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(plainLine);
  if (part.kind === 'section') return { id, level, title, lines: text, elements: [] };
  const { code, content_hash, datasheets, elements, fields, values } = part;
  return {
    id,
    level,
    title,
    lines: [
      plainLine(`Revision ${code}, content hash ${content_hash}`),
      ...(datasheets.length > 0 ? [plainLine(`Datasheets: ${datasheets.join(', ')}`)] : []),
      ...text,
    ],
    elements: printElements(
      elements,
      fields,
      (field) => printChosen(field, values.get(field.id) ?? []),
      ({ id, label, options }) => ({ label, options, value: printInText(values.get(id) ?? []) }),
    ),
  };
}

/** The value of a field in the text of its clause; empty unless exactly one is specified. */
function printInText([value, ...others]: readonly ChosenValue[]): string {
  if (value === undefined || others.length > 0 || value.disposition !== 'specified') return '';
  const words = printValue(value.user_value);
  return words !== '' && value.unit ? `${words} ${value.unit}` : words;
}

/** A line for each datasheet, or the empty field where none has been made. */
const printChosen = (field: FieldView, values: readonly ChosenValue[]): Block[] =>
  values.length === 0
    ? printBlankField(field)
    : values.map((value) => fieldRow(printChosenValue(field, value, values.length > 1)));

function printChosenValue(field: FieldView, value: ChosenValue, isOneOfSeveral: boolean): Run[] {
  const words = printValue(value.user_value);
  const disposition = value.disposition === 'specified' ? '' : (DISPOSITION_WORDS[value.disposition] ?? '');
  const isSame = value.label === field.label && value.unit === field.unit;
  const remarks = [
    ...(words !== '' && disposition !== '' ? [disposition] : []),
    ...(value.disposition_note ? [value.disposition_note] : []),
    ...(isSame ? [] : [`recorded as ${value.label}${value.unit ? `, ${value.unit}` : ''}`]),
  ];
  const unit = words !== '' && value.unit ? ` ${value.unit}` : '';
  const shown = words === '' ? disposition || 'not chosen' : words;
  return [
    { text: `${field.label}${isOneOfSeveral ? ` (${value.datasheet})` : ''}: `, bold: true },
    { text: `${shown}${unit}${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}` },
  ];
}
