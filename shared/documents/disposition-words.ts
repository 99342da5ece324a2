/** The words for dispositions, such as "not applicable", in documents and spreadsheets. */
import type { Disposition } from '../revisioning/outline/field-value.ts';

export const DISPOSITION_WORDS: Readonly<Record<Disposition, string>> = {
  specified: 'specified',
  per_drawings: 'per drawings',
  manufacturer_standard: 'manufacturer’s standard',
  not_applicable: 'not applicable',
  tbd: 'to be decided',
};
