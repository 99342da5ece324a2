/** A datasheet field that differs between two revisions, in words. */
import { diffWords } from '../../../shared/text/word-diff.ts';
import { choicesOf, remarksOf, type ShownField } from './field-table.tsx';
import { Pill } from './pill.tsx';
import { Words } from './words.tsx';

export interface ChangedField {
  change: string;
  field_id: number;
  element_id: number;
  before: ShownField | null;
  after: ShownField | null;
}

export function FieldChange({ field: { change, before, after } }: { field: ChangedField }) {
  const [old, fresh] = [before, after].map((field) => (field ? fieldInWords(field) : ''));
  return (
    <li>
      {(after ?? before)?.element_address} <Pill state={change}>{change}</Pill>
      <Words runs={diffWords(old ?? '', fresh ?? '')} />
    </li>
  );
}

/** A field with all that it asks for, in a line. */
export const fieldInWords = ({
  label,
  ...field
}: Omit<ShownField, 'id' | 'element_id' | 'element_address' | 'order_number' | 'starts_deferred'>): string =>
  [label, choicesOf(field), ...remarksOf(field)].join(', ');
