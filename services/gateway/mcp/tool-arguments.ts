/**
 * Checks the arguments of a tool call against its endpoint: unknown ones are refused by name. Arguments that only other
 * callers may send (`only` in the contract), and unknown members within an argument, are ignored and named in the
 * answer. The answer of a write also says when the version that was read was not sent.
 */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { Schema } from '../../../shared/contracts/schema.ts';
import { isRecord } from '../../../shared/kernel/json/is-record.ts';
import { canonicalNames, paramSchemas, validationError } from '../../../shared/kernel/validation/params.ts';
import { offeredParams } from './tool-schemas.ts';

/** Arguments that had no effect, for the answer. */
export interface IgnoredArgument {
  /** With the members on the way to it, such as `elements[].colour`. */
  name: string;
  /** The callers that it is for; null for an unknown member. */
  only: 'http' | 'assistant' | null;
}

/** How many ignored members an answer names at most. */
const MAX_NAMED = 20;

/**
 * The arguments that are ignored.
 * @param own the arguments of the tool itself, for the message
 * @throws VALIDATION_ERROR with each unknown argument
 */
export function findIgnoredArguments(
  spec: EndpointSpec,
  values: Readonly<Record<string, unknown>>,
  own: readonly string[],
): IgnoredArgument[] {
  const props = paramSchemas(spec);
  const names = canonicalNames(props);
  const unknown: string[] = [];
  const ignored: IgnoredArgument[] = [];
  for (const name of Object.keys(values)) {
    const declared = names.get(name);
    const schema = declared === undefined ? undefined : props[declared];
    if (schema === undefined) unknown.push(name);
    else if (schema.only !== undefined) ignored.push({ name, only: schema.only });
    else
      for (const member of unknownMembers(schema, values[name], name))
        ignored.push({ name: member, only: null });
  }
  if (unknown.length === 0) return ignored;
  const known = [...Object.keys(offeredParams(spec)), ...own];
  const all = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`;
  throw validationError(
    unknown.map((name) => ({
      path: name.slice(0, 200),
      message: `'${name.slice(0, 200)}' is not an argument of this tool. ${all}`,
    })),
  );
}

/** The members that a schema does not have, each once, such as `elements[].colour`. */
function unknownMembers(schema: Schema, value: unknown, at: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (part: Schema, sent: unknown, path: string): void => {
    if (found.size === MAX_NAMED) return;
    if (part.type === 'array' && Array.isArray(sent)) {
      for (const item of sent) visit(part.items, item, `${path}[]`);
    } else if (part.type === 'object' && isRecord(sent)) {
      const names = canonicalNames(part.props);
      for (const [name, member] of Object.entries(sent)) {
        const declared = part.props[names.get(name) ?? ''];
        if (declared) visit(declared, member, `${path}.${name}`);
        else if (found.size < MAX_NAMED) found.add(`${path}.${name.slice(0, 200)}`);
      }
    }
  };
  visit(schema, value, at);
  return found;
}

const WHY_IGNORED = {
  http: 'HTTP callers only',
  assistant: 'the in-app assistant only',
  unknown: 'no such member',
} as const;

/** A sentence for the answer about the arguments without effect. */
export const describeIgnored = (ignored: readonly IgnoredArgument[]): string =>
  `Ignored: ${ignored.map(({ name, only }) => `${name} (${WHY_IGNORED[only ?? 'unknown']})`).join(', ')}.`;

/** For the answer of a write without the version that was read, where the contract lets it be left out. */
export const WITHOUT_BASE =
  'Without baseVersion this goes over whatever is current, and what somebody else saved since you read it is not noticed. Send baseVersion.';

/** Whether a write takes a base version, and got none. */
export const isWithoutBase = (spec: EndpointSpec, values: Readonly<Record<string, unknown>>): boolean => {
  const props = paramSchemas(spec);
  const names = canonicalNames(props);
  const sent = Object.entries(values).some(
    ([name, value]) => value !== undefined && (name === 'ifMatch' || names.get(name) === 'baseVersion'),
  );
  return spec.mutates && 'baseVersion' in props && !sent;
};
