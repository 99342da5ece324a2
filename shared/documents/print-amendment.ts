/**
 * Lays out an amendment or addendum as a document: numbered instructions, and tables of the fields and values that
 * they set. Pure.
 */

import type { Infer } from '../contracts/schema.ts';
import type { amendmentInstruction } from '../contracts/standards/amendment-shapes.ts';
import { inQuotes, sayValue } from '../revisioning/amend/sentences.ts';
import { readFieldValue } from '../revisioning/outline/field-value.ts';
import { plainLine, plainRuns } from './clause-blocks.ts';
import type { Block, PrintedDocument, PrintedElement } from './printed-document.ts';

type Instruction = Infer<typeof amendmentInstruction>;

/** An instruction, with the rows of a table whose first row is the head, and instructions below it. */
export interface PrintableEntry {
  sentence: string;
  table?: readonly (readonly string[])[];
  below?: readonly PrintableEntry[];
}

/** A revision as the cover names it. */
interface Edition {
  id: number;
  /** Such as `1.0.0`, or `2 (draft)`. */
  code: string;
  content_hash: string;
}

export interface PrintableAmendment {
  /** That of a project is an addendum. */
  name: 'amendment' | 'addendum';
  head: {
    id: number;
    name: string;
    from: Edition;
    /** `date` as ISO 8601 in UTC. */
    revision: Edition & { date: string; author: string };
  };
  entries: readonly PrintableEntry[];
  /** False when words are withheld from the reader. */
  isComplete: boolean;
}

/** The document of an amendment or addendum. */
export function printAmendment({ name, head, entries, isComplete }: PrintableAmendment): PrintedDocument {
  const { from, revision } = head;
  const printed = printEntries(entries, '');
  return {
    title: `${head.name}: ${name}`,
    description: '',
    cover: [
      { label: 'From revision', value: from.code },
      { label: 'To revision', value: revision.code },
      { label: 'Dated', value: revision.date.slice(0, 10) },
      { label: 'Instructions', value: String(entries.length) },
      ...(from.content_hash === ''
        ? []
        : [{ label: 'Content hash before (SHA-256)', value: from.content_hash }]),
      ...(revision.content_hash === ''
        ? []
        : [{ label: 'Content hash after (SHA-256)', value: revision.content_hash }]),
    ],
    header: `From revision ${from.code} to ${revision.code}`,
    date: revision.date,
    author: revision.author,
    properties: {
      css_amended_revision_id: String(from.id),
      css_amended_to_revision_id: String(revision.id),
    },
    parts: [
      {
        id: '',
        level: 0,
        title: '',
        lines: [
          ...(printed.length === 0 ? ['Nothing differs.'] : []),
          ...(isComplete
            ? []
            : ['Words of some clauses are withheld, so these instructions are not complete.']),
        ].map(plainLine),
        elements: printed,
      },
    ],
    appendices: [],
    attachments: [],
    images: new Map(),
  };
}

/** The instruction of a standard. Members of a field stand in a table. */
export function toEntry({ action, clause, field, label, sentence }: Instruction): PrintableEntry {
  if (!field || (action !== 'change_field' && action !== 'insert_field')) return { sentence };
  const name = `"${label ?? field.label ?? ''}"`;
  const members = Object.entries(field).filter(
    ([, value]) => action === 'change_field' || !(value === null || value === false),
  );
  return {
    sentence:
      action === 'change_field'
        ? `In the field ${name} of ${clause} set`
        : `Insert in ${clause} the field ${name} with`,
    table: [
      ['Member', 'Value'],
      ...members.map(([member, value]) => [
        member.replaceAll('_', ' '),
        sayValue(readFieldValue(value) ?? null, inQuotes),
      ]),
    ],
  };
}

const printEntries = (entries: readonly PrintableEntry[], above: string): PrintedElement[] =>
  entries.flatMap((entry, index) => {
    const address = `${above}${index + 1}`;
    return [printEntry(entry, address), ...printEntries(entry.below ?? [], `${address}.`)];
  });

const printEntry = ({ sentence, table }: PrintableEntry, address: string): PrintedElement => ({
  // No clause: what comes back is not recognised by it.
  id: null,
  address,
  depth: address.split('.').length,
  number: address,
  kind: 'clause',
  isWithheld: false,
  heading: [],
  blocks: [
    { type: 'paragraph', runs: plainRuns(sentence), indent: 0, marker: '' },
    ...(table ? [{ type: 'table', rows: table.map((row) => row.map(plainRuns)) } satisfies Block] : []),
  ],
});
