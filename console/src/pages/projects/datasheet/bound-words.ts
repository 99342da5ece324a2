/** Words for a value beyond the bound that its standard gives; the service saves it all the same. */
import { type BoundBreach, findBoundBreach } from '../../../../../shared/revisioning/outline/field-bound.ts';
import type { FieldDefinition } from './field-control.tsx';
import { answeredValue, type FieldEdit, wordsOf } from './sheet-edits.ts';

const SAID: Readonly<Record<BoundBreach, (bound: string) => string>> = {
  below: (bound) => `Below the minimum of ${bound}; it is saved as it is.`,
  above: (bound) => `Above the maximum of ${bound}; it is saved as it is.`,
  unequal: (bound) => `Not the ${bound} that the standard asks for; it is saved as it is.`,
};

/** Null where the value keeps to it. */
export function sayBreach(definition: FieldDefinition, { value, disposition }: FieldEdit): string | null {
  const { constraint, default_value } = definition;
  const field = { constraint, default_value: answeredValue(default_value) };
  const breach = disposition === 'specified' ? findBoundBreach(field, value) : null;
  if (breach === null) return null;
  return SAID[breach](`${wordsOf(default_value)} ${definition.unit ?? ''}`.trim());
}
