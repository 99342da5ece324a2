/**
 * Validation of the parameters of an endpoint against its schemas: spellings, parameters of one channel, unknown
 * fields, null, then their shapes. Gives a new object, or throws VALIDATION_ERROR.
 */
import { isDryRunName, isDryRunSpelling } from '../../contracts/dry-run.ts';
import { type EndpointSpec, type ParamsOf, supportsDryRun } from '../../contracts/endpoint.ts';
import {
  type InferProps,
  isRequired,
  type ObjectSchema,
  type Props,
  type Schema,
} from '../../contracts/schema.ts';
import type { Channel } from '../auth/principal.ts';
import { apiError, baseVersionRequired, type ErrorDetail } from '../errors/errors.ts';
import { validateExactValue } from './exact-values.ts';
import { memoise } from './memoise.ts';
import { collectShapeProblems } from './shape-checks.ts';
import { parseString } from './string-params.ts';

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

/** Whether null is refused because an absent value must be omitted. */
const mustBeOmitted = (schema: Schema): boolean =>
  !schema.nullable && schema.type !== 'any' && !isRequired(schema);

/**
 * Of an array without a limit in its contract: as many as the elements of the largest outline.
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
    const items: unknown[] = [];
    // A loop: `flatMap` takes ten times as long, and a save has thousands of items.
    for (const [index, item] of value.entries()) {
      const at = `${path}[${index}]`;
      if (mayBeItem(item, schema.items, at, state)) items.push(parseValue(item, schema.items, at, state));
    }
    return items;
  }
  if (schema.type === 'record' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) => {
        const at = `${path}.${name}`;
        return mayBeItem(member, schema.value, at, state)
          ? [[name, parseValue(member, schema.value, at, state)] as const]
          : [];
      }),
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
 * False for a null that is not allowed in a list or map, of which fastest-validator would say that the list is
 * missing.
 */
function mayBeItem(item: unknown, schema: Schema, path: string, { problems }: ParseState): boolean {
  if (item !== null || schema.nullable || schema.type === 'any') return true;
  problems.push({ path, message: `'${path}' must not be null.` });
  return false;
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
    if (isBaseVersionMissing(props, params)) throw baseVersionRequired(state.problems.slice(0, 100));
    throw validationError(state.problems);
  }
  return asValidated<ParamsOf<E>>(params);
}

/**
 * An object that does not come as parameters, such as a cell of a file, validated as a part of parameters is.
 * @returns its members in their normal forms, or its problems
 */
export function parseMembers<P extends Props>(
  { props, strict = false }: ObjectSchema & { props: P },
  sent: Record<string, unknown>,
): { members: InferProps<P> } | { problems: ErrorDetail[] } {
  const problems: ErrorDetail[] = [];
  const members = parseObject(sent, props, strict, '', { problems, channel: 'bus' });
  collectShapeProblems(members, props, problems);
  return problems.length > 0 ? { problems } : { members: asValidated<InferProps<P>>(members) };
}

/** What asks for a dry run must not write, though unknown parameters are ignored elsewhere. */
function dryRunProblems(spec: EndpointSpec, sent: unknown): ErrorDetail[] {
  if (!spec.mutates || !isObject(sent)) return [];
  const names = Object.keys(sent).filter(isDryRunName);
  return supportsDryRun(spec)
    ? names
        .filter((name) => !isDryRunSpelling(name))
        .map((path) => ({ path, message: `'${path}' is written dryRun. Nothing was stored.` }))
    : names.map((path) => ({ path, message: 'This endpoint has no dry run; leave the parameter out.' }));
}

/** A save without the version that was read has a code of its own. */
const isBaseVersionMissing = ({ baseVersion }: Props, params: Record<string, unknown>): boolean =>
  baseVersion !== undefined && !baseVersion.optional && params.baseVersion === undefined;

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
