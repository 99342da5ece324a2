/** Conversion of contract schemas to JSON Schema 2020-12, for OpenAPI and MCP. */
import { defaultOf, idKindOf, isRequired, type Props, type Schema } from './schema.ts';

export type JsonSchemaObject = Record<string, unknown>;

/** A schema as JSON Schema 2020-12. */
export function toJsonSchema(schema: Schema): JsonSchemaObject {
  const shape = { ...typeSchema(schema), ...idKindExtension(schema) };
  const described = { ...shape, ...(schema.description ? { description: schema.description } : {}) };
  if (!schema.nullable) return described;
  if (typeof shape.type === 'string' && !('enum' in shape))
    return { ...described, type: [shape.type, 'null'] };
  return 'enum' in shape && Array.isArray(shape.enum)
    ? { ...described, type: [shape.type, 'null'], enum: [...shape.enum, null] }
    : { anyOf: [described, { type: 'null' }] };
}

/** The kind of an id as `x-id-kind`; of a map, that of its keys. */
function idKindExtension(schema: Schema): JsonSchemaObject {
  const idKind = idKindOf(schema);
  if (idKind === undefined) return {};
  return schema.type === 'record' ? { propertyNames: { 'x-id-kind': idKind } } : { 'x-id-kind': idKind };
}

function typeSchema(schema: Schema): JsonSchemaObject {
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
        items: toJsonSchema(schema.items),
        ...(schema.min === undefined ? {} : { minItems: schema.min }),
        ...(schema.max === undefined ? {} : { maxItems: schema.max }),
      };
    case 'object':
      return {
        ...propsToJsonSchema(schema.props),
        ...(schema.strict ? { additionalProperties: false } : {}),
      };
    case 'record':
      return { type: 'object', additionalProperties: toJsonSchema(schema.value) };
    case 'multi':
      return { anyOf: schema.rules.map(toJsonSchema) };
    case 'any':
      return {};
  }
}

/** The members of an object, and the required ones. */
export function propsToJsonSchema(props: Props): JsonSchemaObject {
  const required = Object.entries(props).flatMap(([name, schema]) => (isRequired(schema) ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(props).map(([name, schema]) => [name, toJsonSchema(schema)]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}
