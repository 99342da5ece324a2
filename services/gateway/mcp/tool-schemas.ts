/**
 * JSON Schemas of a tool: its arguments as one flat object, and the members of its result. Lengths and patterns of
 * texts are left out of arguments, and the shapes of rows out of results: models read lists of tools whole.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { type JsonSchemaObject, toJsonSchema } from '../../../shared/contracts/json-schema.ts';
import { idKindOf, isRequired, type Props, type Schema } from '../../../shared/contracts/schema.ts';
import { paramSchemas } from '../../../shared/kernel/validation/params.ts';
import { isDocumentText } from './document-texts.ts';
import { canContinue, toolOnlyArguments } from './tool-only-arguments.ts';
import { inToolWords } from './tool-words.ts';

/** The kind of credential of a caller: keys must send more (`requiredOfKeys`). */
export type CredentialType = 'key' | 'session';

/** The arguments that a tool takes: those of its endpoint that are for every caller. */
export const offeredParams = (spec: EndpointSpec): Props =>
  Object.fromEntries(Object.entries(paramSchemas(spec)).filter(([, schema]) => schema.only === undefined));

/** @param credential of the caller, which decides what is required */
export function inputSchemaOf(
  id: string,
  spec: EndpointSpec,
  credential: CredentialType,
): Tool['inputSchema'] {
  const params = Object.entries(offeredParams(spec));
  const required = params.flatMap(([name, schema]) =>
    isRequired(schema) || (credential === 'key' && schema.requiredOfKeys) ? [name] : [],
  );
  const properties = Object.fromEntries(
    params.map(([name, schema]) => [name, { ...describeArgument(name, schema), ...leanSchema(schema) }]),
  );
  return {
    type: 'object',
    properties: { ...properties, ...toolOnlyArguments(id, spec) },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** What an argument without a description of its own is: an id of some kind, or what its name says. */
function describeArgument(name: string, schema: Schema): JsonSchemaObject {
  if (schema.description !== undefined) return {};
  // A record by ids is no id.
  const kind = schema.type === 'record' ? undefined : idKindOf(schema);
  return { description: kind === undefined ? inWords(name) : `${inWords(kind)} id` };
}

/** `standardRevision` and `standard_revision` as `Standard revision`. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Checked by the service, and said in its errors. */
const TOO_DETAILED: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
]);

const leanSchema = (schema: Schema): JsonSchemaObject => Object(withoutDetails(toJsonSchema(schema)));

/** A schema in the words of tools, and without bounds that say nothing to a model, such as those of every id. */
function withoutDetails(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDetails);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      // A member of that name whose value is a schema is an argument.
      if (typeof member !== 'object' && (TOO_DETAILED.has(name) || isBoundOfIds(name, value))) return [];
      const isText = name === 'description' && typeof member === 'string';
      return [[name, isText ? inToolWords(member) : withoutDetails(member)]];
    }),
  );
}

const isBoundOfIds = (name: string, { maximum }: { maximum?: unknown }): boolean =>
  (name === 'minimum' || name === 'maximum') && maximum === Number.MAX_SAFE_INTEGER;

/** The members of the result with their types; undefined where the result has no fixed members. */
export function outputSchemaOf(spec: EndpointSpec): Tool['outputSchema'] {
  const { returns } = spec;
  // A part of a large answer leaves lists out, that of a write the texts of documents, too.
  const isAlwaysThere = (name: string, schema: Schema): boolean =>
    !mayBeList(schema) && (canContinue(spec) || !isDocumentText(name));
  if (returns.type === 'object') return membersOf(returns.props, isAlwaysThere);
  if (returns.type !== 'multi') return undefined;
  const shapes = returns.rules.flatMap((rule) => (rule.type === 'object' ? [rule.props] : []));
  if (shapes.length < returns.rules.length) return undefined;
  // A result has the members that all shapes have, and some of the others.
  const [first = {}, ...others] = shapes;
  const common = Object.entries(first).filter(([name, schema]) =>
    others.every((props) => JSON.stringify(props[name]) === JSON.stringify(schema)),
  );
  return common.length === 0 ? undefined : membersOf(Object.fromEntries(common), isAlwaysThere);
}

const mayBeList = (schema: Schema): boolean =>
  schema.type === 'array' || (schema.type === 'multi' && schema.rules.some(mayBeList));

function membersOf(
  props: Props,
  isAlwaysThere: (name: string, schema: Schema) => boolean,
): Tool['outputSchema'] {
  const required = Object.entries(props).flatMap(([name, schema]) =>
    isRequired(schema) && isAlwaysThere(name, schema) ? [name] : [],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(props).map(([name, schema]) => [name, typeOnly(toJsonSchema(schema))]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Of a schema the type, the values where they are few, and the type of the items. */
function typeOnly(schema: JsonSchemaObject): JsonSchemaObject {
  const { type, enum: values, items, anyOf } = schema;
  const types = type ?? (Array.isArray(anyOf) ? commonType(anyOf) : undefined);
  return {
    ...(types === undefined ? {} : { type: types }),
    ...(Array.isArray(values) && values.length <= 6 ? { enum: values } : {}),
    ...(isTyped(items) ? { items: { type: items.type } } : {}),
  };
}

const isTyped = (value: unknown): value is { type: unknown } =>
  typeof value === 'object' && value !== null && 'type' in value;

const commonType = (rules: readonly unknown[]): unknown[] | undefined =>
  rules.every(isTyped) ? [...new Set(rules.flatMap(({ type }) => type))] : undefined;
