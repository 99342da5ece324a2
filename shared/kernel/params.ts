/**
 * Reads what a caller sent against the endpoint's schemas: spellings (G6), caller-dependent parameters, unknown fields (G5), null (X1), then
 * fastest-validator. Always builds a new object, so a local call is never changed under its caller.
 */
import { createRequire } from 'node:module';
import type { ValidationError } from 'fastest-validator';
import type { EndpointSpec, Params } from '../contracts/endpoint.ts';
import { isRequired, type ObjectSchema, type Props, type Schema } from '../contracts/schema.ts';
import type { Channel } from './callers/principal.ts';
import { fail, type Problem } from './errors.ts';
import { checkExactValue } from './exact-values.ts';
import { readString, refusalOf } from './texts.ts';

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
    stringPattern: "'{field}' does not have the required form; GET /api/help describes it.",
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
      // Lengths are counted in code points (G18), which fastest-validator does not do; `readString` does.
      return {
        ...common,
        type: 'string',
        ...(schema.pattern ? { pattern: schema.pattern, ...refusalOf(schema) } : {}),
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
      const { names: _, ...rest } = schema;
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

const checks = new WeakMap<Props, Check>();

function checkOf(props: Props): Check {
  const known = checks.get(props);
  if (known) return known;
  const made: Check = validator.compile({ ...toRules(props), $$root: false });
  checks.set(props, made);
  return made;
}

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const spellings = new WeakMap<Props, Map<string, string>>();

/** Every accepted spelling of every declared name -> the declared name. */
export function spellingsOf(props: Props): Map<string, string> {
  const known = spellings.get(props);
  if (known) return known;
  const made = new Map<string, string>();
  for (const [name, schema] of Object.entries(props)) {
    for (const spelling of [camel(name), snake(name), ...(schema.aliases ?? [])])
      if (!made.has(spelling)) made.set(spelling, name);
  }
  for (const name of Object.keys(props)) made.set(name, name);
  spellings.set(props, made);
  return made;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Reading {
  problems: Problem[];
  channel: Channel;
}

function readObject(
  value: Record<string, unknown>,
  props: Props,
  strict: boolean,
  path: string,
  reading: Reading,
): Record<string, unknown> {
  const names = spellingsOf(props);
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
    if (sent === null && isOnlyLeftOut(schema)) {
      reading.problems.push({ path: at, message: `'${at}' must not be null; leave it out.` });
      continue;
    }
    const parsed = readValue(sent, schema, at, reading);
    if (name in read && JSON.stringify(read[name]) !== JSON.stringify(parsed)) {
      reading.problems.push({ path: at, message: `'${name}' is sent in two spellings with different values.` });
    }
    read[name] = parsed;
  }
  return read;
}

/** Whether a caller who has nothing to say leaves the member out, because it knows no null (X1). */
const isOnlyLeftOut = (schema: Schema): boolean => !schema.nullable && schema.type !== 'any' && !isRequired(schema);

/** Of a list whose contract names no limit: more than any legal request has (S23 allows 10,000 elements). */
const MOST_ITEMS = 10_000;

function readValue(value: unknown, schema: Schema, path: string, reading: Reading): unknown {
  if (schema.type === 'object' && isObject(value)) return readObject(value, schema.props, schema.strict ?? false, path, reading);
  if (schema.type === 'array' && Array.isArray(value)) {
    const most = schema.max ?? MOST_ITEMS;
    if (value.length > most) {
      reading.problems.push({ path, message: `'${path}' must have at most ${most} items.` });
      // What is refused for its number is not looked through: a long list of wrong items would hold up everybody else.
      return [];
    }
    return value.map((item, index) => readValue(item, schema.items, `${path}[${index}]`, reading));
  }
  if (schema.type === 'record' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, readValue(member, schema.value, `${path}.${name}`, reading)]),
    );
  }
  if (schema.type === 'enum' && schema.anyCase && typeof value === 'string') {
    const wanted = value.toLowerCase();
    return schema.values.find((word) => String(word).toLowerCase() === wanted) ?? value;
  }
  if (schema.type === 'multi' && isObject(value)) {
    const shape = schema.rules.find((rule): rule is ObjectSchema => rule.type === 'object');
    return shape ? readObject(value, shape.props, shape.strict ?? false, path, reading) : value;
  }
  if (schema.type === 'uuid' && typeof value === 'string') return value.toLowerCase();
  if (schema.type === 'string' && typeof value === 'string') return readString(value, schema, path, reading.problems);
  if (schema.type === 'any' && schema.kept) checkExactValue(value, path, reading.problems);
  return value;
}

const all = new WeakMap<EndpointSpec, Props>();

/** Path, query and body members of an endpoint as one set of parameters. */
export function paramsOf(spec: EndpointSpec): Props {
  const known = all.get(spec);
  if (known) return known;
  const made = { ...spec.body, ...spec.query, ...spec.path };
  all.set(spec, made);
  return made;
}

/**
 * The parameters of a call, validated.
 * @throws VALIDATION_ERROR with the path of every offending value
 */
export function readParams<E extends EndpointSpec>(spec: E, sent: unknown, channel: Channel): Params<E> {
  const props = paramsOf(spec);
  const reading: Reading = { problems: [], channel };
  const read = readObject(isObject(sent) ? sent : {}, props, spec.strictBody ?? false, '', reading);
  checkShape(read, props, reading.problems);
  if (reading.problems.length > 0) {
    if (isBaseVersionMissing(props, read)) {
      throw fail('BASE_VERSION_REQUIRED', 'Send as baseVersion the version you read, so that a newer save is not overwritten.', {
        errors: reading.problems.slice(0, 100),
      });
    }
    throw invalid(reading.problems);
  }
  return trusted<Params<E>>(read);
}

/** The documents have a word of its own for a save without the version that was read. */
const isBaseVersionMissing = ({ baseVersion }: Props, read: Record<string, unknown>): boolean =>
  baseVersion !== undefined && !baseVersion.optional && read.baseVersion === undefined;

/** The problems of an answer against its declared shape; empty when it matches. */
export function findMismatches(schema: Schema, value: unknown): Problem[] {
  const problems: Problem[] = [];
  checkShape({ answer: value }, answerProps(schema), problems);
  return problems;
}

const answers = new WeakMap<Schema, Props>();
function answerProps(schema: Schema): Props {
  const known = answers.get(schema);
  if (known) return known;
  const made: Props = { answer: schema };
  answers.set(schema, made);
  return made;
}

function checkShape(value: Record<string, unknown>, props: Props, problems: Problem[]): void {
  const outcome = checkOf(props)(value);
  if (outcome === true) return;
  if (!Array.isArray(outcome)) throw new Error('a schema may not be asynchronous');
  for (const { type, field, message = `'${field}' is not valid.`, actual, expected } of outcome) {
    const isLong = type === 'enumValue' && String(expected).length > LONGEST_CHOICE;
    problems.push({ path: field, message: isLong ? unknownValue(field, actual) : message });
  }
}

/** What has many possible values is not told them all, but which it was. */
const LONGEST_CHOICE = 300;
const unknownValue = (field: string, actual: unknown): string =>
  `'${field}' does not know ${JSON.stringify(actual)?.slice(0, 80)}. GET /api/help lists what it takes.`;

/** A 400 naming each problem; the first one is the sentence. */
export function invalid(problems: Problem[]): Error {
  const [first] = problems;
  return fail('VALIDATION_ERROR', first?.message ?? 'The request is not valid.', { errors: problems.slice(0, 100) });
}

/** The validator has just proved the shape; this is the one place where that proof becomes a type. */
function trusted<T>(value: unknown): T {
  return value as T;
}
