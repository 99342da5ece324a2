/** How far a field of a datasheet is filled in: by somebody, as it started, or not at all. */
import { isBlankValue, type RecordedValue } from './field-value.ts';

export type FieldFilling = 'filled_in' | 'default' | 'empty';

/**
 * @param isTouched whether somebody saved it; otherwise it has what the standard gave it
 * @returns empty also where it is to be decided
 */
export function fillingOf(
  { value, disposition }: Pick<RecordedValue, 'value' | 'disposition'>,
  isTouched: boolean,
): FieldFilling {
  if (disposition === 'tbd' || (disposition === 'specified' && isBlankValue(value))) return 'empty';
  return isTouched ? 'filled_in' : 'default';
}
