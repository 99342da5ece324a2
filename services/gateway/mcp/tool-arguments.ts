/**
 * The arguments of a tool call against its endpoint: unknown ones are refused by name; those that only HTTP callers or
 * the in-app assistant may send (`only` in the contract) are ignored, and the answer names them.
 */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { canonicalNames, paramSchemas, validationError } from '../../../shared/kernel/validation/params.ts';
import { offeredParams } from './tool-schemas.ts';

/** Arguments that had no effect, for the answer. */
export interface IgnoredArgument {
  name: string;
  /** The callers that it is for. */
  only: 'http' | 'assistant';
}

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

/** A sentence for the answer about the arguments without effect. */
export const describeIgnored = (ignored: readonly IgnoredArgument[]): string =>
  `Ignored: ${ignored
    .map(
      ({ name, only }) => `${name} (${only === 'http' ? 'HTTP callers only' : 'the in-app assistant only'})`,
    )
    .join(', ')}.`;
