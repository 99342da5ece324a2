/**
 * Types of the instructions of an amendment, which make one outline of a standard another. All apply together. A
 * clause that is amended, deleted, moved or renumbered is named by its address before; a new place, and an inserted
 * clause, by the address after.
 */
import type { ElementKind, Field } from '../outline/outline.ts';

/** A field without identities; its clause is named beside it. */
export type FieldMembers = Omit<Field, 'field_id' | 'element_id'>;

export const FIELD_MEMBERS = [
  'label',
  'input_type',
  'options',
  'default_value',
  'order_number',
  'drawing_ref',
  'drawing_ref_locator',
  'starting_disposition',
  'constraint',
  'unit',
] as const satisfies readonly (keyof FieldMembers)[];

export type Instruction =
  /**
   * Words of a text or heading. `words` occur once in it, as it was before; null stands for all of it. They are
   * replaced by `substitute`, which repeats them where words are only inserted beside them.
   */
  | {
      action: 'substitute';
      clause: string;
      part: 'text' | 'heading';
      words: string | null;
      substitute: string;
    }
  | { action: 'kind'; clause: string; kind: ElementKind }
  /** The printed number; null: none is printed. */
  | { action: 'label'; clause: string; before: string | null; printed: string | null }
  /** With its fields; `below`: and with all clauses below it. */
  | { action: 'delete'; clause: string; below: boolean }
  /** What is below a moved or renumbered clause goes along, unless an instruction of its own says where it goes. */
  | { action: 'move'; clause: string; to: string }
  /** `last`: the clauses up to this sibling get the numbers that follow. Null for one clause. */
  | { action: 'renumber'; clause: string; last: string | null; to: string }
  | {
      action: 'insert';
      clause: string;
      kind: ElementKind;
      heading: string;
      text: string;
      /** The printed number; absent where there is none. */
      printed?: string;
    }
  | { action: 'change_field'; clause: string; label: string; field: Partial<FieldMembers> }
  | { action: 'delete_field'; clause: string; label: string }
  | { action: 'move_field'; clause: string; label: string; to: string }
  | { action: 'insert_field'; clause: string; field: FieldMembers }
  /** The words or the kind change, or a clause is inserted, and the caller may not read it: cannot be applied. */
  | { action: 'amend_withheld' | 'insert_withheld'; clause: string };

/** False for an instruction whose words are withheld. */
export const hasWords = ({ action }: Instruction): boolean =>
  action !== 'amend_withheld' && action !== 'insert_withheld';
