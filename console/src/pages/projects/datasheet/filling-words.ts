/** How far a datasheet is filled in, in words, from the numbers of the service. */
import type { Sheet } from './sheet-edits.ts';

export const fillingInWords = ({
  total_fields,
  fields_filled_in,
  fields_default,
  fields_empty,
}: Sheet['values_summary']): string =>
  total_fields === 0
    ? 'no fields'
    : [
        `${fields_filled_in} of ${total_fields} filled in`,
        ...(fields_default > 0 ? [`${fields_default} default`] : []),
        ...(fields_empty > 0 ? [`${fields_empty} empty`] : []),
      ].join(', ');
