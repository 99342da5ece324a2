/**
 * Finds every place in a request where the contract lets it name something by its id (in the address, the query, or
 * the body at any depth and as the key of a map), and replaces one of these ids.
 */

import type { SUBJECT_TYPES } from '../../shared/contracts/common-shapes.ts';
import type { IdKind } from '../../shared/contracts/id-kinds.ts';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import { idKindOf, type Props, type Schema } from '../../shared/contracts/schema.ts';
import type { JsonObject, JsonValue } from '../../shared/rest-client/json.ts';
import { sampleBody, sampleValue } from '../world/sample-values.ts';
import { MISSING_ID } from './distinct-ids.ts';
import type { MatrixRequest } from './request-details.ts';

export type Id = number | string;

/** An id of the same form that nobody has. */
export const nobodys = (id: Id): Id =>
  typeof id === 'number' ? MISSING_ID : '99999999-9999-4999-8999-999999999999';

/** One place of an id: by its members from the top. */
export interface Naming {
  where: 'ids' | 'query' | 'body';
  path: string[];
  kind: IdKind;
  /** Whose scope it is, where an id alone does not say that. */
  scope?: Scope;
}

type Scope = Exclude<(typeof SUBJECT_TYPES)[number], 'global'>;

/** Stands in a path for the key of a map. */
const KEY = '*';

/** Every place where the endpoint takes an id, but for the resource of the call. */
export function namedIds({ spec }: PublishedEndpoint): Naming[] {
  const { path = {}, query = {}, body = {} } = spec;
  const others = Object.entries(path).filter(([name], at) => (spec.on ? name !== spec.on.by : at > 0));
  return [
    ...namedIn(Object.fromEntries(others)).map((named): Naming => ({ where: 'ids', ...named })),
    ...namedIn(query).map((named): Naming => ({ where: 'query', ...named })),
    ...namedIn(body).map((named): Naming => ({ where: 'body', ...named })),
  ].filter((one) => one.path.join() !== spec.on?.by);
}

type Named = Pick<Naming, 'path' | 'kind'>;

const namedIn = (props: Props): Named[] =>
  Object.entries(props).flatMap(([name, schema]) =>
    inside(schema).map(({ path, kind }) => ({ path: [name, ...path], kind })),
  );

function inside(schema: Schema): Named[] {
  const kind = idKindOf(schema);
  // A map that is sent says something of each thing whose id is a key.
  if (kind) return [{ path: schema.type === 'record' ? [KEY] : [], kind }];
  if (schema.type === 'object') return namedIn(schema.props);
  if (schema.type === 'multi') return schema.rules.flatMap(inside);
  return schema.type === 'array' ? inside(schema.items) : [];
}

/** The request with one of its ids replaced. */
export function naming(
  { spec }: PublishedEndpoint,
  request: MatrixRequest,
  { where, path, scope }: Naming,
  value: Id,
): MatrixRequest {
  const [name = ''] = path;
  const ofScope: Record<string, string> = scope ? { subject_type: scope } : {};
  if (where === 'ids') return { ...request, ids: { ...request.ids, [name]: value } };
  if (where === 'query') return { ...request, query: { ...request.query, ...ofScope, [name]: value } };
  return { ...request, body: { ...put(request.body ?? {}, spec.body ?? {}, path, value), ...ofScope } };
}

/** A copy of the object with the value at the path; what is missing on the way is made of the schemas. */
function put(into: JsonObject, props: Props, [name = '', ...rest]: string[], value: Id): JsonObject {
  const schema = props[name];
  if (!schema) throw new Error(`no member ${name}`);
  if (schema.type === 'record') return { ...into, [name]: { [value]: sampleValue(schema.value) } };
  const element = schema.type === 'array' ? schema.items : schema;
  const inner =
    rest.length === 0 || element.type !== 'object'
      ? value
      : put(firstOf(into[name], element.props), element.props, rest, value);
  return { ...into, [name]: schema.type === 'array' ? [inner] : inner };
}

function firstOf(there: JsonValue, props: Props): JsonObject {
  const first = Array.isArray(there) ? there[0] : there;
  return typeof first === 'object' && first !== null && !Array.isArray(first) ? first : sampleBody(props);
}
