/**
 * The flat parameters of an action, from path, query and body. Text becomes a number, boolean or list only
 * where it is exactly one, also in forms (`coerceText`); else it remains a string, and the owning service
 * responds 400.
 */
import { dryRun, isDryRunName } from '../../../shared/contracts/dry-run.ts';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { Props, Schema } from '../../../shared/contracts/schema.ts';
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import type { InexactNumber } from '../../../shared/kernel/json/json-scan.ts';
import { memoise } from '../../../shared/kernel/validation/memoise.ts';
import { canonicalNames, validationError } from '../../../shared/kernel/validation/params.ts';
import { inexactNumberProblems } from './exact-numbers.ts';

const INTEGER = /^-?(?:0|[1-9]\d{0,15})$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MAX_QUERY_PARAMETERS = 200;
const NO_PROPS: Props = {};

/**
 * The parameters of a request.
 * @param body parsed JSON, or undefined without a body
 * @param inexact the numbers of the body that parsing changed
 * @throws VALIDATION_ERROR with the path of every offending value
 */
export function flattenRequest(
  spec: EndpointSpec,
  path: Record<string, string>,
  search: URLSearchParams,
  body: unknown,
  inexact: readonly InexactNumber[] = [],
): Record<string, unknown> {
  const problems: ErrorDetail[] = [];
  const query = readQuery(querySchemas(spec), search, problems);
  const sent = readBody(spec, path, body, problems);
  problems.push(...inexactNumberProblems(inexact), ...(isDelete(spec) ? [] : dryRunConflicts(query, sent)));
  if (problems.length > 0) throw validationError(problems);
  return { ...query, ...sent, ...readPath(spec.path ?? {}, path) };
}

const isDelete = ({ http }: EndpointSpec): boolean => http?.startsWith('DELETE') === true;

/** Parameters of DELETE are accepted in the body and in the query; the body wins. */
const querySchemas = memoise(
  (spec: EndpointSpec): Props => ({
    ...(spec.mutates ? { dryRun } : {}),
    ...spec.query,
    ...(isDelete(spec) ? spec.body : {}),
  }),
);

/**
 * The faults of dry-run parameters with one value in the query and another in the body. Neither wins: a write that was
 * meant as a dry run must not be done.
 */
function dryRunConflicts(query: Record<string, unknown>, sent: Record<string, unknown>): ErrorDetail[] {
  return Object.keys(sent)
    .filter((name) => isDryRunName(name) && name in query && query[name] !== sent[name])
    .map((name) => ({
      path: name,
      message: `'${name}' differs between the query and the body; send it once.`,
    }));
}

function readPath(props: Props, path: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(path).map(([name, value]) => {
      const schema = props[name];
      return [name, schema ? coerceText(schema, value) : value];
    }),
  );
}

function readQuery(props: Props, search: URLSearchParams, problems: ErrorDetail[]): Record<string, unknown> {
  const names = canonicalNames(props);
  const read: Record<string, unknown> = {};
  let count = 0;
  for (const [key, value] of search) {
    count += 1;
    if (count > MAX_QUERY_PARAMETERS)
      throw validationError([
        { path: key.slice(0, 100), message: `The query has more than ${MAX_QUERY_PARAMETERS} parameters.` },
      ]);
    const bracket = key.indexOf('[');
    const name = names.get(bracket < 0 ? key : key.slice(0, bracket));
    const schema = name === undefined ? undefined : props[name];
    if (name === undefined || schema === undefined) {
      // `dryRun` in another spelling is passed on, so that the service refuses it.
      if (props.dryRun !== undefined && isDryRunName(key)) read[key] = value;
      continue;
    }
    if (bracket >= 0)
      problems.push({
        path: key.slice(0, 100),
        message: `'${name}' takes a plain value; bracket syntax is not supported.`,
      });
    else if (key in read) problems.push({ path: key, message: `'${key}' is given more than once.` });
    // Both spellings may be sent; the service checks that their values agree.
    else read[key] = coerceText(schema, value);
  }
  return read;
}

/** A text as the type of its schema, or unchanged when it is not exactly that. */
export function coerceText(schema: Schema, value: string): unknown {
  switch (schema.type) {
    case 'number': {
      if (!(schema.integer ? INTEGER : DECIMAL).test(value)) return value;
      const number = Number(value);
      return schema.integer && !Number.isSafeInteger(number) ? value : number;
    }
    case 'boolean':
      if (value === 'true' || value === '1') return true;
      return value === 'false' || value === '0' ? false : value;
    case 'array':
      return value === '' ? [] : value.split(',').map((item) => coerceText(schema.items, item));
    default:
      return value;
  }
}

function readBody(
  spec: EndpointSpec,
  path: Record<string, string>,
  body: unknown,
  problems: ErrorDetail[],
): Record<string, unknown> {
  if (body === undefined) return {};
  const { arrayBody } = spec;
  if (arrayBody !== undefined) {
    if (Array.isArray(body)) return { [arrayBody]: body };
    problems.push({ path: arrayBody, message: 'The body must be a JSON array.' });
    return {};
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    problems.push({ path: '', message: 'The body must be a JSON object.' });
    return {};
  }
  const inBody = canonicalNames(spec.body ?? NO_PROPS);
  const inPath = canonicalNames(spec.path ?? NO_PROPS);
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const pathName = inPath.get(key);
    if (inBody.has(key) || (spec.mutates && isDryRunName(key))) read[key] = value;
    else if (pathName !== undefined) {
      // The path wins; a body with another value is reported. Objects are compared as JSON: their
      // toString may be anything.
      if ((typeof value === 'string' ? value : JSON.stringify(value)) !== path[pathName])
        problems.push({ path: key, message: `'${key}' differs from the value in the path.` });
    } else if (spec.strictBody)
      problems.push({ path: key, message: `'${key}' is not a field of this request.` });
  }
  return read;
}
