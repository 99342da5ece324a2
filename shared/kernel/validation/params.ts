/**
 * Reads what a caller sent against the endpoint's schemas: spellings (G6), caller-dependent parameters, unknown fields (G5), null (X1), then
 * fastest-validator. Always builds a new object, so a local call is never changed under its caller.
 */
import { createRequire } from 'node:module';
import type { ValidationError } from 'fastest-validator';
import type { EndpointSpec, ParamsOf } from '../../contracts/endpoint.ts';
import { isRequired, type ObjectSchema, type Props, type Schema } from '../../contracts/schema.ts';
import type { Channel } from '../auth/principal.ts';
import { apiError, type ErrorDetail } from '../errors/errors.ts';
import { validateExactValue } from './exact-values.ts';
import { parseString, patternMessages } from './string-params.ts';

// The package's types describe an ES default export, the package itself is CommonJS: require gives the class under both.
const Validator: typeof import('fastest-validator').default = createRequire(import.meta.url)('fastest-validator');

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

/** fastest-validator's own form of a schema: our extra members mean nothing to it. */
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
      // Beyond 2^53 a number is no longer the one that was sent.
      if (!schema.integer) return { ...rest, ...common };
      const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = schema;
      // A word of the address that is no such number stays a word: too long or with a fraction, the same sentence says what it must be.
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

const compiledChecks = new WeakMap<Props, Check>();

function compileCheck(props: Props): Check {
  const known = compiledChecks.get(props);
  if (known) return known;
  const made: Check = validator.compile({ ...toRules(props), $$root: false });
  compiledChecks.set(props, made);
  return made;
}

const toCamelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const canonicalNamesCache = new WeakMap<Props, Map<string, string>>();

/** Every accepted spelling of every declared name -> the declared name. */
export function canonicalNames(props: Props): Map<string, string> {
  const known = canonicalNamesCache.get(props);
  if (known) return known;
  const made = new Map<string, string>();
  for (const [name, schema] of Object.entries(props)) {
    for (const spelling of [toCamelCase(name), toSnakeCase(name), ...(schema.aliases ?? [])])
      if (!made.has(spelling)) made.set(spelling, name);
  }
  for (const name of Object.keys(props)) made.set(name, name);
  canonicalNamesCache.set(props, made);
  return made;
}

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
  reading: ParseState,
): Record<string, unknown> {
  const names = canonicalNames(props);
  const read: Record<string, unknown> = {};
  for (const [key, sent] of Object.entries(value)) {
    if (sent === undefined) continue;
    const name = names.get(key);
    const schema = name === undefined ? undefined : props[name];
    const at = path ? `${path}.${key}` : key;
    if (name === undefined || schema === undefined) {
      if (strict) reading.problems.push({ path: at, message: `'${at}' is not a field of this request.` });
      continue;
    }
    if (schema.only && schema.only !== reading.channel) continue;
    if (sent === null && mustBeOmitted(schema)) {
      reading.problems.push({ path: at, message: `'${at}' must not be null; omit it instead.` });
      continue;
    }
    const parsed = parseValue(sent, schema, at, reading);
    if (name in read && JSON.stringify(read[name]) !== JSON.stringify(parsed)) {
      reading.problems.push({ path: at, message: `'${name}' is given twice under different spellings, with different values.` });
    }
    read[name] = parsed;
  }
  return read;
}

/** Whether a caller who has nothing to say leaves the member out, because it knows no null (X1). */
const mustBeOmitted = (schema: Schema): boolean => !schema.nullable && schema.type !== 'any' && !isRequired(schema);

/** Of a list whose contract names no limit: more than any legal request has (S23 allows 10,000 elements). */
const MAX_ITEMS = 10_000;

function parseValue(value: unknown, schema: Schema, path: string, reading: ParseState): unknown {
  if (schema.type === 'object' && isObject(value)) return parseObject(value, schema.props, schema.strict ?? false, path, reading);
  if (schema.type === 'array' && Array.isArray(value)) {
    const most = schema.max ?? MAX_ITEMS;
    if (value.length > most) {
      reading.problems.push({ path, message: `'${path}' must have at most ${most} items.` });
      // What is refused for its number is not looked through: a long list of wrong items would hold up everybody else.
      return [];
    }
    return value.map((item, index) => parseValue(item, schema.items, `${path}[${index}]`, reading));
  }
  if (schema.type === 'record' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, parseValue(member, schema.value, `${path}.${name}`, reading)]),
    );
  }
  if (schema.type === 'enum' && schema.anyCase && typeof value === 'string') {
    const wanted = value.toLowerCase();
    return schema.values.find((word) => String(word).toLowerCase() === wanted) ?? value;
  }
  if (schema.type === 'multi' && isObject(value)) {
    const shape = schema.rules.find((rule): rule is ObjectSchema => rule.type === 'object');
    return shape ? parseObject(value, shape.props, shape.strict ?? false, path, reading) : value;
  }
  if (schema.type === 'uuid' && typeof value === 'string') return value.toLowerCase();
  if (schema.type === 'string' && typeof value === 'string') return parseString(value, schema, path, reading.problems);
  if (schema.type === 'any' && schema.exact) validateExactValue(value, path, reading.problems);
  return value;
}

const paramSchemasCache = new WeakMap<EndpointSpec, Props>();

/** Path, query and body members of an endpoint as one set of parameters. */
export function paramSchemas(spec: EndpointSpec): Props {
  const known = paramSchemasCache.get(spec);
  if (known) return known;
  const made = { ...spec.body, ...spec.query, ...spec.path };
  paramSchemasCache.set(spec, made);
  return made;
}

/**
 * The parameters of a call, validated.
 * @throws VALIDATION_ERROR with the path of every offending value
 */
export function parseParams<E extends EndpointSpec>(spec: E, sent: unknown, channel: Channel): ParamsOf<E> {
  const props = paramSchemas(spec);
  const reading: ParseState = { problems: [], channel };
  const read = parseObject(isObject(sent) ? sent : {}, props, spec.strictBody ?? false, '', reading);
  collectShapeProblems(read, props, reading.problems);
  if (reading.problems.length > 0) {
    if (isBaseVersionMissing(props, read)) {
      throw apiError(
        'BASE_VERSION_REQUIRED',
        'Send the version you read as baseVersion, so that a newer save is not overwritten.',
        {
          errors: reading.problems.slice(0, 100),
        },
      );
    }
    throw validationError(reading.problems);
  }
  return asValidated<ParamsOf<E>>(read);
}

/** The documents have a word of its own for a save without the version that was read. */
const isBaseVersionMissing = ({ baseVersion }: Props, read: Record<string, unknown>): boolean =>
  baseVersion !== undefined && !baseVersion.optional && read.baseVersion === undefined;

/** The problems of an answer against its declared shape; empty when it matches. */
export function findShapeMismatches(schema: Schema, value: unknown): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  collectShapeProblems({ answer: value }, resultProps(schema), problems);
  return problems;
}

const resultPropsCache = new WeakMap<Schema, Props>();
function resultProps(schema: Schema): Props {
  const known = resultPropsCache.get(schema);
  if (known) return known;
  const made: Props = { answer: schema };
  resultPropsCache.set(schema, made);
  return made;
}

function collectShapeProblems(value: Record<string, unknown>, props: Props, problems: ErrorDetail[]): void {
  const outcome = compileCheck(props)(value);
  if (outcome === true) return;
  if (!Array.isArray(outcome)) throw new Error('asynchronous schemas are not supported');
  for (const { type, field, message = `'${field}' is not valid.`, actual, expected } of outcome) {
    const isLong = type === 'enumValue' && String(expected).length > MAX_ENUM_MESSAGE_LENGTH;
    problems.push({ path: field, message: isLong ? unknownValueMessage(field, actual) : message });
  }
}

/** What has many possible values is not told them all, but which it was. */
const MAX_ENUM_MESSAGE_LENGTH = 300;
const unknownValueMessage = (field: string, actual: unknown): string =>
  `'${field}' does not accept ${JSON.stringify(actual)?.slice(0, 80)}. GET /api/help lists the accepted values.`;

/** A 400 naming each problem; the first one is the sentence. */
export function validationError(problems: ErrorDetail[]): Error {
  const [first] = problems;
  return apiError('VALIDATION_ERROR', first?.message ?? 'The request is not valid.', { errors: problems.slice(0, 100) });
}

/** The validator has just proved the shape; this is the one place where that proof becomes a type. */
function asValidated<T>(value: unknown): T {
  return value as T;
}
