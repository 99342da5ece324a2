/** Reads the row of a field in a Word file that this service wrote back as that field. Pure. */
import { readFieldForm } from '../../../../shared/documents/field-form.ts';
import { isMultipleChoice } from '../../../../shared/revisioning/outline/field-rules.ts';
import type { SourceField } from '../source-outline.ts';
import type { ExportedParagraph } from './exported-file.ts';
import { type TextPart, textsOfPart } from './styled-runs.ts';

/** @returns null for a row that is not whole, such as one that somebody wrote */
export function readExportedField({ forms, runs, source }: ExportedParagraph): SourceField | null {
  const form = forms
    .map((one) => readFieldForm(/^f\d+_(.*)$/.exec(one)?.[1] ?? ''))
    .find((one) => one !== null);
  const textsOf = (part: TextPart): string[] => textsOfPart(runs, part);
  const [label, ...others] = textsOf('label');
  if (!form || label === undefined || others.length > 0) return null;
  const { input_type, constraint, ...given } = form;
  const defaults = textsOf('default');
  return {
    source,
    label,
    type: input_type,
    options: textsOf('option'),
    default_value: isMultipleChoice(input_type) ? defaults : (defaults[0] ?? null),
    constraint,
    unit: textsOf('unit')[0] ?? null,
    remarks: [],
    given: { ...given, drawing_ref_locator: textsOf('drawing')[0] ?? null },
  };
}
