/**
 * Filter for the paths in a JSON body or in MCP arguments whose values an endpoint stores as sent, from its
 * schema; and the validation errors for numbers there that parsing would change.
 */
import type { Props, Schema } from '../../../shared/contracts/schema.ts';
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import type { InexactNumber, JsonPath, PathFilter } from '../../../shared/kernel/json/json-scan.ts';
import { inexactNumberProblem } from '../../../shared/kernel/validation/exact-values.ts';
import { canonicalNames } from '../../../shared/kernel/validation/params.ts';

/** @param from the path of the parameters in the body */
export function exactValueFilter(props: Props, from: readonly string[] = []): PathFilter {
  const schema: Schema = { type: 'object', props };
  return (path) =>
    from.every((name, depth) => path[depth] === name) && keepsExactValue(schema, path, from.length);
}

/** The findings for inexact numbers, with their paths below `depth`. */
export const inexactNumberProblems = (numbers: readonly InexactNumber[], depth = 0): ErrorDetail[] =>
  numbers.map(({ path, text }) => inexactNumberProblem(formatPath(path.slice(depth)), text));

/**
 * Whether the schema stores the value at the path as sent. Takes a depth instead of a shortened copy: called
 * for every inexact number.
 */
function keepsExactValue(schema: Schema, path: JsonPath, depth: number): boolean {
  if (schema.type === 'any') return schema.exact === true;
  const step = path[depth];
  if (step === undefined) return false;
  const below = childSchema(schema, step);
  return below !== undefined && keepsExactValue(below, path, depth + 1);
}

function childSchema(schema: Schema, step: string | number): Schema | undefined {
  switch (schema.type) {
    case 'object': {
      const name = canonicalNames(schema.props).get(String(step));
      return name === undefined ? undefined : schema.props[name];
    }
    case 'array':
      return typeof step === 'number' ? schema.items : undefined;
    case 'record':
      return schema.value;
    default:
      return undefined;
  }
}

const formatPath = (path: JsonPath): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
