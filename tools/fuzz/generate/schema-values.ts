/** Values from a schema: a generator of valid objects for requests, and lists of boundary values for mutations. */
import fc from 'fast-check';
import type { NumberSchema, Props, Schema, StringSchema } from '../../../shared/contracts/schema.ts';
import { isRequired } from '../../../shared/contracts/schema.ts';
import { anyText, markedText } from './texts.ts';

/** Values known for a parameter name; null where there are none. */
type Lookup = (name: string, schema: Schema) => fc.Arbitrary<unknown> | null;

export interface GenerationContext {
  readonly lookup: Lookup;
  /** The mark that texts of this caller carry; '' where they are public. */
  readonly mark: string;
}

/** Values that satisfy a schema. */
function validValue(name: string, schema: Schema, context: GenerationContext): fc.Arbitrary<unknown> {
  const known = context.lookup(name, schema);
  if (schema.nullable) {
    const value = known ?? valueOfShape(name, schema, context);
    return fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
  }
  return known ?? valueOfShape(name, schema, context);
}

function valueOfShape(name: string, schema: Schema, context: GenerationContext): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return stringOf(schema, context.mark);
    case 'uuid':
      return fc.uuid();
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...schema.values);
    case 'array':
      return fc.array(validValue(name, schema.items, context), {
        minLength: schema.min ?? 0,
        maxLength: Math.min(schema.max ?? 4, Math.max(4, schema.min ?? 0)),
      });
    case 'object':
      return memberValues(schema.props, context);
    case 'record':
      return fc.dictionary(fc.stringMatching(/^[a-z0-9.]{1,8}$/), validValue(name, schema.value, context), {
        maxKeys: 4,
      });
    case 'multi':
      return fc.oneof(...schema.rules.map((rule) => validValue(name, rule, context)));
    case 'any':
      return fc.oneof(
        fc.constantFrom('36', '4 1/2', '', null, true, 12, ['a', 'b']),
        markedText(context.mark, 60),
      );
  }
}

/** The members of an object: all that are required, some of the others. */
export function memberValues(
  props: Props,
  context: GenerationContext,
): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(props).filter(([, schema]) => schema.only !== 'assistant');
  return fc
    .tuple(
      ...entries.map(([name, schema]) => {
        const value = validValue(name, schema, context).map((generated) => [name, generated] as const);
        return isRequired(schema)
          ? value
          : fc.option(value, { freq: 2 }).map((generated) => (OMITTED_MEMBERS.has(name) ? null : generated));
      }),
    )
    .map((generated) => Object.fromEntries(generated.flatMap((each) => (each ? [each] : []))));
}

/**
 * Optional members that matter only after certain refusals; a dry run leaves no audit entry and is not replayed,
 * and has a suite of its own.
 */
const OMITTED_MEMBERS = new Set([
  'resolvedConflicts',
  'conflictVersion',
  'acknowledgeHolds',
  'revisionId',
  'replaceOriginal',
  'project_revision_id',
  'dryRun',
]);

function stringOf(
  { min = 0, max = 2000, pattern, format }: StringSchema,
  mark: string,
): fc.Arbitrary<string> {
  if (format === 'time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
  if (pattern?.startsWith('^[a-z0-9]+')) return fc.stringMatching(/^[a-z0-9]{3,8}-[a-z0-9]{6,10}$/);
  if (pattern?.includes('@')) return fc.stringMatching(/^[a-z]{3,8}\.[a-z0-9]{6,10}@example\.org$/);
  if (pattern?.startsWith('^(?:null')) return fc.constantFrom('null', '1', '7');
  if (min >= 12) return fc.stringMatching(/^[ -~]{12,40}$/);
  const plain = markedText(mark, max);
  // Only strings without a pattern accept control characters.
  return pattern === undefined
    ? fc.oneof(
        { weight: 5, arbitrary: plain },
        { weight: 1, arbitrary: anyText(max).filter((text) => text.length >= min) },
      )
    : plain;
}

function numberOf({ min = -1_000_000, max = 1_000_000_000, integer }: NumberSchema): fc.Arbitrary<number> {
  if (!integer) return fc.double({ min, max, noNaN: true });
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 40) }),
    fc.integer({ min, max: Math.min(max, 2 ** 31) }),
  );
}

/** Values at the bounds of a schema and one beyond them. */
export function boundaryValues(schema: Schema): unknown[] {
  switch (schema.type) {
    case 'string': {
      const { min = 0, max } = schema;
      const bounded =
        max === undefined || max > 30_000
          ? []
          : ['x'.repeat(max), 'x'.repeat(max + 1), '🏗'.repeat(max), '🏗'.repeat(max + 1)];
      return ['', ' ', 'x'.repeat(min), 'x'.repeat(Math.max(0, min - 1)), ...bounded];
    }
    case 'number': {
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = schema;
      return [min, min - 1, max, max + 1, 0, -0, min + 0.5];
    }
    case 'array': {
      const { min = 0, max = 50 } = schema;
      const [item] = boundaryValues(schema.items);
      const few = Math.min(max, 300);
      return [
        [],
        Array.from({ length: Math.max(0, min - 1) }, () => item),
        Array.from({ length: few + 1 }, () => item ?? null),
      ];
    }
    case 'enum':
      return ['', 'no such word', String(schema.values[0]).toUpperCase(), 0, 1e9];
    case 'uuid':
      return [
        '',
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-fffffffffff',
        'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
      ];
    case 'object':
      return [{}, null];
    case 'record':
      return [{}, { '': null }, Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, null]))];
    case 'multi':
      return schema.rules.flatMap(boundaryValues);
    default:
      return [null, '', 0];
  }
}
