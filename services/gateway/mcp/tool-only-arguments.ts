/**
 * Arguments that tools have in addition to those of their endpoints: `continuation`, for the rest of a cut answer;
 * `as`, for endpoints that answer with the clauses of a standard.
 */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { JsonSchemaObject } from '../../../shared/contracts/json-schema.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';

export type ContentForm = 'markup' | 'json';

export interface ToolOnlyArguments {
  /** From a cut answer; undefined for its first part. */
  continuation: string | undefined;
  /** Undefined for a tool without markup. */
  form: ContentForm | undefined;
}

/** Endpoints whose result has the clauses and fields of a standard. */
const MARKUP_ENDPOINTS: ReadonlySet<string> = new Set([
  'standards.get',
  'standards.edit',
  'standards.workingCopy.get',
]);

export const canAnswerInMarkup = (id: string): boolean => MARKUP_ENDPOINTS.has(id);

const FORMS: readonly ContentForm[] = ['markup', 'json'];

/** Whether a call with the same arguments gives the same answer again, so that its parts can be asked for. */
export const canContinue = ({ mutates, tool }: EndpointSpec): boolean => !mutates || tool?.continues === true;

/** The schemas of the arguments that the tool has of its own. */
export const toolOnlyArguments = (id: string, spec: EndpointSpec): Record<string, JsonSchemaObject> => ({
  ...(canAnswerInMarkup(id)
    ? { as: { type: 'string', enum: FORMS, default: 'markup', description: 'json has ids and metadata' } }
    : {}),
  ...(!canContinue(spec) ? {} : { continuation: { type: 'string', description: 'From a cut answer' } }),
});

/**
 * Takes these arguments out of the ones sent.
 * @throws VALIDATION_ERROR for another value
 */
export function takeToolOnlyArguments(
  id: string,
  spec: EndpointSpec,
  values: Readonly<Record<string, unknown>>,
): ToolOnlyArguments & { values: Record<string, unknown> } {
  const { as, continuation, ...others } = values;
  const own = toolOnlyArguments(id, spec);
  const left = {
    ...others,
    ...('as' in own || as === undefined ? {} : { as }),
    ...('continuation' in own || continuation === undefined ? {} : { continuation }),
  };
  const form = 'as' in own ? FORMS.find((name) => name === (as ?? 'markup')) : undefined;
  if ('as' in own && form === undefined)
    throw validationError([{ path: 'as', message: "'as' is markup or json." }]);
  if (!('continuation' in own) || continuation === undefined)
    return { values: left, form, continuation: undefined };
  if (typeof continuation !== 'string')
    throw validationError([{ path: 'continuation', message: "'continuation' must be a string." }]);
  return { values: left, form, continuation };
}
