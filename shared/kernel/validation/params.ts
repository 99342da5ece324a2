/**
 * Validation of the parameters of an endpoint against its schemas (fastest-validator): spellings (G6),
 * parameters of one channel, unknown fields (G5), null (X1). Gives a new object, or throws
 * VALIDATION_ERROR. Also checks results against their declared shape.
 */
import { createRequire } from 'node:module';
import type { ValidationError } from 'fastest-validator';
import { type EndpointSpec, isDryRunName, type ParamsOf, supportsDryRun } from '../../contracts/endpoint.ts';
import { isRequired, type ObjectSchema, type Props, type Schema } from '../../contracts/schema.ts';
import type { Channel } from '../auth/principal.ts';
import { apiError, type ErrorDetail } from '../errors/errors.ts';
import { validateExactValue } from './exact-values.ts';
import { parseString, patternMessages } from './string-params.ts';

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
      // Lengths are counted in code points (G18), which fastest-validator does not do; `parseString` does.
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
      const { anyCase: _, ...rest } = schema;
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

/** A function whose result is computed once per argument. */
function memoise<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, V>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

const compileCheck = memoise(
  (props: Props): Check => validator.compile({ ...toRules(props), $$root: false }),
);

const toCamelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every accepted spelling of every declared name -> the declared name. */
export const canonicalNames = memoise((props: Props): Map<string, string> => {
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(props)) {
    for (const spelling of [toCamelCase(name), toSnakeCase(name), ...(schema.aliases ?? [])])
      if (!names.has(spelling)) names.set(spelling, name);
  }
  for (const name of Object.keys(props)) names.set(name, name);
  return names;
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface ParseState {
  problems: ErrorDetail[];
  channel: Channel;
}

function parseObject(
  value: Record<string, unknown>,
  props: Props,
  strict: boolean,
  path: string,
  state: ParseState,
): Record<string, unknown> {
  const names = canonicalNames(props);
  const params: Record<string, unknown> = {};
  for (const [key, sent] of Object.entries(value)) {
    if (sent === undefined) continue;
    const name = names.get(key);
    const schema = name === undefined ? undefined : props[name];
    const at = path ? `${path}.${key}` : key;
    if (name === undefined || schema === undefined) {
      if (strict) state.problems.push({ path: at, message: `'${at}' is not a field of this request.` });
      continue;
    }
    if (schema.only && schema.only !== state.channel) continue;
    if (sent === null && mustBeOmitted(schema)) {
      state.problems.push({ path: at, message: `'${at}' must not be null; leave it out.` });
      continue;
    }
    const parsed = parseValue(sent, schema, at, state);
    if (name in params && JSON.stringify(params[name]) !== JSON.stringify(parsed)) {
      state.problems.push({
        path: at,
        message: `'${name}' is given twice under different spellings, with different values.`,
      });
    }
    params[name] = parsed;
  }
  return params;
}

/** Whether null is refused because an absent value must be omitted (X1). */
const mustBeOmitted = (schema: Schema): boolean =>
  !schema.nullable && schema.type !== 'any' && !isRequired(schema);

/**
 * Of an array without a limit in its contract: more than any valid request has (S23 allows 10,000 elements).
 */
const MAX_ITEMS = 10_000;

function parseValue(value: unknown, schema: Schema, path: string, state: ParseState): unknown {
  if (schema.type === 'object' && isObject(value))
    return parseObject(value, schema.props, schema.strict ?? false, path, state);
  if (schema.type === 'array' && Array.isArray(value)) {
    const maxItems = schema.max ?? MAX_ITEMS;
    if (value.length > maxItems) {
      state.problems.push({ path, message: `'${path}' must have at most ${maxItems} items.` });
      // Its items are not validated: a long list of invalid ones would block the process.
      return [];
    }
    return value.flatMap((item, index) => parseItem(item, schema.items, `${path}[${index}]`, state));
  }
  if (schema.type === 'record' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) =>
        parseItem(member, schema.value, `${path}.${name}`, state).map((parsed) => [name, parsed] as const),
      ),
    );
  }
  if (schema.type === 'enum' && schema.anyCase && typeof value === 'string') {
    return schema.values.find((word) => String(word).toLowerCase() === value.toLowerCase()) ?? value;
  }
  if (schema.type === 'multi' && isObject(value)) {
    const shape = schema.rules.find((rule): rule is ObjectSchema => rule.type === 'object');
    return shape ? parseObject(value, shape.props, shape.strict ?? false, path, state) : value;
  }
  if (schema.type === 'uuid' && typeof value === 'string') return value.toLowerCase();
  if (schema.type === 'string' && typeof value === 'string')
    return parseString(value, schema, path, state.problems);
  if (schema.type === 'any' && schema.exact) validateExactValue(value, path, state.problems);
  return value;
}

/**
 * An item of a list or map; none for a null that is not allowed, of which fastest-validator would say that the
 * list is missing.
 */
function parseItem(item: unknown, schema: Schema, path: string, state: ParseState): unknown[] {
  if (item !== null || schema.nullable || schema.type === 'any')
    return [parseValue(item, schema, path, state)];
  state.problems.push({ path, message: `'${path}' must not be null.` });
  return [];
}

/** Path, query and body members of an endpoint as one set of parameters. */
export const paramSchemas = memoise(
  (spec: EndpointSpec): Props => ({ ...spec.body, ...spec.query, ...spec.path }),
);

/**
 * The validated parameters of a call.
 * @throws VALIDATION_ERROR with the path of every offending value
 */
export function parseParams<E extends EndpointSpec>(spec: E, sent: unknown, channel: Channel): ParamsOf<E> {
  const props = paramSchemas(spec);
  const state: ParseState = { problems: [], channel };
  const params = parseObject(isObject(sent) ? sent : {}, props, spec.strictBody ?? false, '', state);
  state.problems.push(...dryRunProblems(spec, sent));
  collectShapeProblems(params, props, state.problems);
  if (state.problems.length > 0) {
    if (isBaseVersionMissing(props, params)) {
      const message = 'Send the version you read as baseVersion, so that a newer save is not overwritten.';
      throw apiError('BASE_VERSION_REQUIRED', message, { errors: state.problems.slice(0, 100) });
    }
    throw validationError(state.problems);
  }
  return asValidated<ParamsOf<E>>(params);
}

/** What asks for a dry run must not write, though unknown parameters are ignored elsewhere (G5). */
function dryRunProblems(spec: EndpointSpec, sent: unknown): ErrorDetail[] {
  if (!spec.mutates || supportsDryRun(spec) || !isObject(sent)) return [];
  const message = 'This endpoint has no dry run; leave the parameter out.';
  return Object.keys(sent)
    .filter(isDryRunName)
    .map((path) => ({ path, message }));
}

/** A save without the version that was read has a code of its own. */
const isBaseVersionMissing = ({ baseVersion }: Props, params: Record<string, unknown>): boolean =>
  baseVersion !== undefined && !baseVersion.optional && params.baseVersion === undefined;

/** The problems of a result against its declared shape; empty when it matches. */
export function findShapeMismatches(schema: Schema, value: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  collectShapeProblems({ result: value }, resultProps(schema), problems);
  return problems;
}

const resultProps = memoise((schema: Schema): Props => ({ result: schema }));

function collectShapeProblems(value: Record<string, unknown>, props: Props, problems: ErrorDetail[]): void {
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

/** A 400 with each problem; the first one is its message. */
export function validationError(problems: ErrorDetail[]): Error {
  const [first] = problems;
  return apiError('VALIDATION_ERROR', first?.message ?? 'The request is not valid.', {
    errors: problems.slice(0, 100),
  });
}

/** The one place where the shape that the validator has proved becomes a type. */
function asValidated<T>(value: unknown): T {
  return value as T;
}
