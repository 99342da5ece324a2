/**
 * The members of every write that can be tried without effect: the parameter `dryRun`, and `affected` in its
 * response.
 */
import type { Infer, Schema } from './schema.ts';

export const dryRun = {
  type: 'boolean',
  optional: true,
  description: 'true: the same checks and answer, and nothing is stored',
} as const;

const count = { type: 'number', integer: true } as const;

/** What else a write changes, and whom it tells; only in the response of a dry run. */
export const affected = {
  type: 'object',
  schemaName: 'Affected',
  optional: true,
  description:
    'With dryRun: the datasheets and comments that the write would change, and the members that it would change or tell',
  props: { datasheets: count, comments: count, members: count },
} as const;

/** The numbers of a dry run. */
export type Affected = Infer<typeof affected>;

/** The response of a write that can be tried. */
export function withAffected(returns: Schema): Schema {
  if (returns.type !== 'object') return returns;
  const { schemaName, ...shape } = returns;
  return {
    ...shape,
    props: { ...returns.props, affected },
    ...(schemaName === undefined ? {} : { base: returns }),
  };
}

/** Whether a parameter is meant as `dryRun`, in whatever spelling; `isDryRunSpelling` says whether it is one. */
export const isDryRunName = (name: string): boolean => /^dry[-_]?run$/i.test(name);

export const isDryRunSpelling = (name: string): boolean => name === 'dryRun' || name === 'dry_run';
