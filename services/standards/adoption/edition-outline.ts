/** Builds and validates the outline of an adopted edition, with identities of the edition before. Pure. */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { type FieldContent, fieldContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { readFieldValue } from '../../../shared/revisioning/outline/field-value.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { findOutlineProblems } from '../../../shared/revisioning/outline/outline-rules.ts';
import { assignIds, rejectProblems } from '../submission-errors.ts';

type EditionParams = ParamsOf<(typeof standardInternalActions)['standards.adoptEdition']>;

/**
 * The outline of an edition. Clauses and fields are matched by address with the edition before; new ones get
 * provisional identities below zero.
 * @throws VALIDATION_ERROR for an invalid outline
 */
export function buildEditionOutline({ elements, fields: sent }: EditionParams, base: Outline): Outline {
  const fields = sent.map(readField);
  rejectProblems(findOutlineProblems({ elements, fields }));
  return assignIds({ base, elements, fields });
}

function readField(field: EditionParams['fields'][number], index: number): FieldContent {
  const default_value = readFieldValue(field.default_value);
  if (default_value === undefined) {
    throw validationError([
      { path: `fields[${index}].default_value`, message: 'This is not a valid default value.' },
    ]);
  }
  return fieldContent({ ...field, default_value }, field.element_address);
}
