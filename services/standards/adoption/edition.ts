/** An adopted edition as an outline that continues the one before it. Pure. */
import type { Params } from '../../../shared/contracts/endpoint.ts';
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { readFieldValue } from '../../../shared/revisioning/field-value.ts';
import { type FieldContent, fieldContent } from '../../../shared/revisioning/hash.ts';
import { identifyOutline } from '../../../shared/revisioning/identity.ts';
import { findOutlineProblems } from '../../../shared/revisioning/legality.ts';
import type { Outline } from '../../../shared/revisioning/outline.ts';
import { refuse } from '../working-copy/submission.ts';

type Edition = Params<(typeof standardsInternal)['standards.adoptEdition']>;

/**
 * The outline of an edition, its clauses and fields tied by address to the edition before; new ones bear provisional
 * identities below zero.
 * @throws VALIDATION_ERROR when it is no legal outline
 */
export function readEdition({ elements, fields: sent }: Edition, base: Outline): Outline {
  const fields = sent.map(readField);
  refuse(findOutlineProblems({ elements, fields }));
  let provisional = 0;
  const next = () => --provisional;
  const { outline, problems } = identifyOutline({ base, elements, fields, nextElementId: next, nextFieldId: next });
  refuse(problems);
  return outline;
}

function readField(field: Edition['fields'][number], index: number): FieldContent {
  const default_value = readFieldValue(field.default_value);
  if (default_value === undefined) {
    throw invalid([{ path: `fields[${index}].default_value`, message: 'This is no default value.' }]);
  }
  return fieldContent({ ...field, default_value }, field.element_address);
}
