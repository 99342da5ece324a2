/**
 * Query strings of a read endpoint, for query plans: each optional parameter alone, and every two of them,
 * with real ids.
 */
import { isRequired, type Props, type Schema } from '../../shared/contracts/schema.ts';
import type { ResourceIds } from '../world/resource-ids.ts';
import { sampleValue } from '../world/sample-values.ts';

type QueryParam = readonly [name: string, value: string];

/** The values of a parameter that may need another index: all of an enumeration, else one. */
function valuesOf(schema: Schema, ids: ResourceIds): string[] {
  if (schema.type === 'enum') return schema.values.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  const value = sampleValue(schema, ids);
  return value === null ? [] : [String(value)];
}

/** Above so many pairs of two enumerations each value is in one pair: long ones are filters, for which the planner asks alike. */
const MAX_PAIRS = 12;

/** Two parameters together: each value with each, or with the next one of the other where that would be many. */
function pairsOf(one: readonly QueryParam[], other: readonly QueryParam[]): QueryParam[][] {
  if (one.length * other.length <= MAX_PAIRS)
    return one.flatMap((first) => other.map((second) => [first, second]));
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  return long.flatMap((first, at) =>
    short
      .slice(at % short.length)
      .slice(0, 1)
      .map((second) => [first, second]),
  );
}

/**
 * Query strings of an endpoint with real ids. Required parameters are in each.
 * @param choosePairs those of two optional parameters that are among them
 */
export function readVariants(
  props: Props,
  ids: ResourceIds,
  choosePairs: (pairs: readonly QueryParam[][]) => readonly QueryParam[][],
): URLSearchParams[] {
  const required: QueryParam[] = [];
  const optional: QueryParam[][] = [];
  for (const [name, schema] of Object.entries(props)) {
    const values = valuesOf(schema, ids).map((value): QueryParam => [name, value]);
    if (isRequired(schema)) required.push(...values.slice(0, 1));
    else optional.push(values);
  }
  const pairs = optional.flatMap((one, at) => optional.slice(at + 1).flatMap((other) => pairsOf(one, other)));
  const variants: QueryParam[][] = [[], ...optional.flat().map((param) => [param]), ...choosePairs(pairs)];
  return variants.map((variant) => new URLSearchParams([...required, ...variant].map(([...pair]) => pair)));
}
