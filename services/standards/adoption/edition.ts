/** An adopted edition as an outline that continues the one before it. Pure. */
import type { Params } from '../../../shared/contracts/endpoint.ts';
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { type FieldContent, fieldContent } from '../../../shared/revisioning/hash.ts';
import { identifyOutline } from '../../../shared/revisioning/identity.ts';
import { findOutlineProblems } from '../../../shared/revisioning/legality.ts';
import {
  CONSTRAINTS,
  type Constraint,
  type FieldValue,
  INPUT_TYPES,
  type InputType,
  type Outline,
} from '../../../shared/revisioning/outline.ts';
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
  const { element_address, input_type, constraint, default_value } = field;
  const path = `fields[${index}]`;
  if (!isInputType(input_type)) throw invalid([{ path: `${path}.input_type`, message: `${input_type} is no input type.` }]);
  if (constraint !== null && !isConstraint(constraint)) {
    throw invalid([{ path: `${path}.constraint`, message: `${constraint} is no constraint.` }]);
  }
  if (!isFieldValue(default_value)) throw invalid([{ path: `${path}.default_value`, message: 'This is no default value.' }]);
  return fieldContent({ ...field, input_type, constraint, default_value }, element_address);
}

const isInputType = (word: string): word is InputType => INPUT_TYPES.some((type) => type === word);
const isConstraint = (word: string): word is Constraint => CONSTRAINTS.some((constraint) => constraint === word);
const isFieldValue = (value: unknown): value is FieldValue =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));
