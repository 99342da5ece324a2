/**
 * Checks of values against schemas, by fastest-validator: types, limits, patterns and required members of parameters
 * and results. What it cannot check is done before (`params.ts`).
 */
import { createRequire } from 'node:module';
import type { ValidationError } from 'fastest-validator';
import type { Props, Schema } from '../../contracts/schema.ts';
import type { ErrorDetail } from '../errors/errors.ts';
import { memoise } from './memoise.ts';
import { patternMessages } from './string-params.ts';

// The package's types describe an ES default export, the package itself is CommonJS: require gives the class
// under both.
const Validator: typeof import('fastest-validator').default = createRequire(import.meta.url)(
  'fastest-validator',
);

const validator = new Validator({
  useNewCustomCheckerFunction: true,
  // null is a value like any other: allowed only where a schema says `nullable`.
  considerNullAsAValue: true,
  haltOnFirstError: false,
  messages: {
    required: "'{field}' is required.",
    string: "'{field}' must be a string.",
    stringPattern: "'{field}' does not have the required format; see GET /api/help.",
    number: "'{field}' must be a number.",
    numberMin: "'{field}' must be at least {expected}.",
    numberMax: "'{field}' must be at most {expected}.",
    boolean: "'{field}' must be true or false.",
    array: "'{field}' must be an array.",
    arrayMin: "'{field}' must have at least {expected} item(s).",
    arrayMax: "'{field}' must have at most {expected} items.",
    enumValue: "'{field}' must be one of: {expected}.",
    object: "'{field}' must be an object.",
    record: "'{field}' must be an object.",
    uuid: "'{field}' must be a UUID.",
  },
});

type Check = (value: object) => true | ValidationError[] | Promise<true | ValidationError[]>;

/** A schema as a rule of fastest-validator, which does not know our extra members. */
function toRule(schema: Schema): Record<string, unknown> {
  const { optional, nullable } = schema;
  const common = { ...(optional ? { optional } : {}), nullable: nullable ?? false };
  switch (schema.type) {
    case 'string':
      // Lengths are counted in code points, which fastest-validator does not do; `parseString` does.
      return {
        ...common,
        type: 'string',
        ...(schema.pattern ? { pattern: schema.pattern, ...patternMessages(schema) } : {}),
        ...(schema.default === undefined ? {} : { default: schema.default }),
      };
    case 'array':
      return { ...schema, ...common, items: toRule(schema.items) };
    case 'object':
      return { ...common, type: 'object', props: toRules(schema.props) };
    case 'record':
      return { ...common, type: 'record', key: { type: 'string' }, value: toRule(schema.value) };
    case 'multi':
      return { ...common, type: 'multi', rules: schema.rules.map(toRule) };
    case 'enum': {
      const { anyCase: _, schemaName: _name, schemaDescription: _description, ...rest } = schema;
      return { ...rest, ...common, values: [...schema.values] };
    }
    case 'number': {
      const { idKind: _, ...rest } = schema;
      // A number beyond 2^53 is no longer the one that was sent.
      if (!schema.integer) return { ...rest, ...common };
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = schema;
      // A path segment that is not such a number remains a string, so both messages are the same.
      const whole = `'{field}' must be a whole number from ${min} to ${max}.`;
      return { ...rest, ...common, min, max, messages: { number: whole, numberInteger: whole } };
    }
    case 'uuid':
      return { ...common, type: 'uuid' };
    case 'any':
      return { ...common, type: 'any', nullable: true };
    default:
      return { ...schema, ...common };
  }
}

const toRules = (props: Props): Record<string, Record<string, unknown>> =>
  Object.fromEntries(Object.entries(props).map(([name, schema]) => [name, toRule(schema)]));

const compileCheck = memoise(
  (props: Props): Check => validator.compile({ ...toRules(props), $$root: false }),
);

/** The problems of a result against its declared shape; empty when it matches. */
export function findShapeMismatches(schema: Schema, value: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  collectShapeProblems({ result: value }, resultProps(schema), problems);
  return problems;
}

const resultProps = memoise((schema: Schema): Props => ({ result: schema }));

/** Adds the problems of parameters or results against the shapes declared for them. */
export function collectShapeProblems(
  value: Record<string, unknown>,
  props: Props,
  problems: ErrorDetail[],
): void {
  const outcome = compileCheck(props)(value);
  if (outcome === true) return;
  if (!Array.isArray(outcome)) throw new Error('asynchronous schemas are not supported');
  for (const { type, field, message = `'${field}' is not valid.`, actual, expected } of outcome) {
    const isLong = type === 'enumValue' && String(expected).length > MAX_ENUM_MESSAGE_LENGTH;
    problems.push({ path: field, message: isLong ? unknownValueMessage(field, actual) : message });
  }
}

/** A longer list of accepted values is omitted from the message. */
const MAX_ENUM_MESSAGE_LENGTH = 300;
const unknownValueMessage = (field: string, actual: unknown): string =>
  `'${field}' does not accept ${JSON.stringify(actual)?.slice(0, 80)}. GET /api/help lists the accepted values.`;
