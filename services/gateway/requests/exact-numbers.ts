/** Numbers that are to be kept as they were sent: one that parsing changed is refused here, where its text is still known (D8, X12). */
import type { Props, Schema } from '../../../shared/contracts/schema.ts';
import type { Problem } from '../../../shared/kernel/errors.ts';
import { inexact } from '../../../shared/kernel/kept-values.ts';
import { spellingsOf } from '../../../shared/kernel/params.ts';
import type { InexactNumber, JsonPath } from './json-scan.ts';

/** The refusals of those of a body's inexact numbers that its endpoint keeps. */
export function findInexact(props: Props, numbers: readonly InexactNumber[]): Problem[] {
  return numbers.flatMap(({ path, text }) => (isKept({ type: 'object', props }, path) ? [inexact(write(path), text)] : []));
}

/** Whether the schema keeps what stands at the path as it was sent. */
function isKept(schema: Schema, [step, ...rest]: JsonPath): boolean {
  if (schema.type === 'any') return schema.kept === true;
  if (step === undefined) return false;
  const below = stepInto(schema, step);
  return below !== undefined && isKept(below, rest);
}

function stepInto(schema: Schema, step: string | number): Schema | undefined {
  switch (schema.type) {
    case 'object': {
      const name = spellingsOf(schema.props).get(String(step));
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

const write = (path: JsonPath): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
