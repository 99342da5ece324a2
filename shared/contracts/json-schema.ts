/** Conversion of contract schemas to JSON Schema 2020-12, for OpenAPI and MCP. */
import { defaultOf, isRequired, type Props, type Schema } from './schema.ts';

export type JsonSchemaObject = Record<string, unknown>;

/** The named schemas of a document, by their names. */
export type NamedSchemas = Map<string, JsonSchemaObject>;

/**
 * A schema as JSON Schema 2020-12.
 * @param named collects the named shapes, to which the schema then refers; without it all of it stands inline
 * @throws Error where two different shapes have one name
 */
export function toJsonSchema(schema: Schema, named?: NamedSchemas): JsonSchemaObject {
  const { schemaName, schemaDescription, description } = schema;
  if (named && schemaName !== undefined) {
    const own = {
      ...typeSchema({ ...schema, ...WITHOUT_DEFAULT }, named),
      ...describedBy(schemaDescription),
    };
    const shape = {
      ...referTo(schemaName, own, named),
      ...defaultOf(schema),
      ...(description === schemaDescription ? {} : describedBy(description)),
    };
    return schema.nullable ? { anyOf: [shape, { type: 'null' }] } : shape;
  }
  const shape = typeSchema(schema, named);
  const described = { ...shape, ...describedBy(description) };
  if (!schema.nullable) return described;
  if (typeof shape.type === 'string' && !('enum' in shape))
    return { ...described, type: [shape.type, 'null'] };
  if (schema.type === 'any') return described;
  return 'enum' in shape && Array.isArray(shape.enum)
    ? { ...described, type: [shape.type, 'null'], enum: [...shape.enum, null] }
    : { anyOf: [described, { type: 'null' }] };
}

const WITHOUT_DEFAULT = { default: undefined };

const describedBy = (description: string | undefined): JsonSchemaObject =>
  description ? { description } : {};

/** A reference to a named shape, which is added to the others. */
function referTo(name: string, shape: JsonSchemaObject, named: NamedSchemas): JsonSchemaObject {
  const known = named.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(shape))
    throw new Error(`Two different shapes have the name ${name}. Give one of them another name.`);
  named.set(name, shape);
  return { $ref: `#/components/schemas/${name}` };
}

/** A value that is stored as it was sent (X12). */
const FIELD_VALUE: JsonSchemaObject = {
  type: ['string', 'number', 'boolean', 'array', 'null'],
  maxLength: 20_000,
  items: { type: 'string' },
};

function typeSchema(schema: Schema, named?: NamedSchemas): JsonSchemaObject {
  const fallback = defaultOf(schema);
  switch (schema.type) {
    case 'string':
      return {
        type: 'string',
        ...(schema.format === 'time' ? { format: 'date-time' } : {}),
        ...(schema.min === undefined ? {} : { minLength: schema.min }),
        ...(schema.max === undefined ? {} : { maxLength: schema.max }),
        ...(schema.pattern === undefined ? {} : { pattern: schema.pattern }),
        ...fallback,
      };
    case 'uuid':
      return { type: 'string', format: 'uuid' };
    case 'number':
      return {
        type: schema.integer ? 'integer' : 'number',
        ...(schema.min === undefined ? {} : { minimum: schema.min }),
        ...(schema.max === undefined ? {} : { maximum: schema.max }),
        ...fallback,
      };
    case 'boolean':
      return { type: 'boolean', ...fallback };
    case 'enum':
      return {
        type: schema.values.every((value) => typeof value === 'number') ? 'integer' : 'string',
        enum: [...schema.values],
        ...fallback,
      };
    case 'array':
      return {
        type: 'array',
        items: toJsonSchema(schema.items, named),
        ...(schema.min === undefined ? {} : { minItems: schema.min }),
        ...(schema.max === undefined ? {} : { maxItems: schema.max }),
      };
    case 'object':
      if (named && schema.bytes) return { type: 'string', format: 'binary' };
      if (named && schema.base) return toJsonSchema(schema.base, named);
      return {
        ...propsToJsonSchema(schema.props, named),
        ...(schema.strict ? { additionalProperties: false } : {}),
      };
    case 'record':
      return {
        type: 'object',
        additionalProperties: isAnything(schema.value) || toJsonSchema(schema.value, named),
      };
    case 'multi':
      return { anyOf: schema.rules.map((rule) => toJsonSchema(rule, named)) };
    case 'any':
      if (schema.exact) return FIELD_VALUE;
      return schema.json ? { type: schema.json } : {};
  }
}

const isAnything = (schema: Schema): boolean => schema.type === 'any' && !schema.exact && !schema.json;

/** The members of an object, and the required ones. */
export function propsToJsonSchema(props: Props, named?: NamedSchemas): JsonSchemaObject {
  const required = Object.entries(props).flatMap(([name, schema]) => (isRequired(schema) ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(props).map(([name, schema]) => [name, toJsonSchema(schema, named)]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}
