/**
 * The shape of an amendment of a standard: instructions with their sentences. Also the parameter by which a caller
 * asks for such words in another format.
 */
import { ELEMENT_KINDS } from '../../revisioning/outline/outline.ts';
import { fieldMembers } from '../common-shapes.ts';
import { DOCUMENT_FORMATS } from '../document-shapes.ts';
import * as s from '../schema.ts';
import { standardRevisionRow } from './shapes.ts';

export const amendmentInstruction = s.named(
  'AmendmentInstruction',
  s.object({
    action: s.oneOf(
      'substitute',
      'kind',
      'label',
      'delete',
      'move',
      'renumber',
      'insert',
      'change_field',
      'delete_field',
      'move_field',
      'insert_field',
      'amend_withheld',
      'insert_withheld',
    ),
    /** The number of the clause: before, and of what is inserted after. */
    clause: s.text,
    sentence: s.text,
    /** Of substitute. */
    part: s.optional(s.oneOf('text', 'heading')),
    /** Of substitute: what is replaced, and occurs once in the text or heading; null stands for all of it. */
    words: s.optional(s.nullable(s.text)),
    substitute: s.optional(s.text),
    /** Of kind and insert. */
    kind: s.optional(s.oneOf(...ELEMENT_KINDS)),
    heading: s.optional(s.text),
    text: s.optional(s.text),
    /** Of label and insert: the number that is printed; null: none. */
    printed: s.optional(s.nullable(s.text)),
    /** Of label: the number that was printed; null: none. */
    before: s.optional(s.nullable(s.text)),
    /** Of delete: whether all clauses below are deleted with it. */
    below: s.optional(s.boolean),
    /** Of move, renumber and move_field: the number after. */
    to: s.optional(s.text),
    /** Of renumber: the last sibling of a range, which gets the numbers that follow; null for one clause. */
    last: s.optional(s.nullable(s.text)),
    /** The label of the field before. */
    label: s.optional(s.text),
    /** Of insert_field all members, of change_field those that change. */
    field: s.optional(
      s.named(
        'AmendedField',
        s.object({
          label: s.optional(fieldMembers.label),
          input_type: s.optional(fieldMembers.input_type),
          options: s.optional(fieldMembers.options),
          default_value: s.optional(fieldMembers.default_value),
          order_number: s.optional(fieldMembers.order_number),
          drawing_ref: s.optional(fieldMembers.drawing_ref),
          drawing_ref_locator: s.optional(fieldMembers.drawing_ref_locator),
          starting_disposition: s.optional(fieldMembers.starting_disposition),
          constraint: s.optional(fieldMembers.constraint),
          unit: s.optional(fieldMembers.unit),
        }),
      ),
    ),
  }),
);

export const standardAmendment = s.named(
  'StandardAmendment',
  s.object({
    from: standardRevisionRow,
    to: standardRevisionRow,
    instructions: s.list(amendmentInstruction),
    total: s.integer,
    /** False when words are withheld from the caller: then the instructions do not lead from one revision to the other. */
    isComplete: s.boolean,
  }),
);

/** The query of what says in words what makes one revision another. */
export const wordsFormat = {
  type: 'enum',
  values: ['json', 'markdown', ...DOCUMENT_FORMATS],
  default: 'json',
  optional: true,
  description:
    'markdown is a numbered list of the sentences and nothing else; docx and pdf are files with the same instructions, over HTTP alone',
} as const;
