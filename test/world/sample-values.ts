/**
 * Sample values of the schemas in contracts: for one schema, and for a body or a query with the required
 * members alone. With real ids where they are given.
 */

import { idKindOf, isRequired, type Props, type Schema } from '../../shared/contracts/schema.ts';
import type { JsonObject, JsonValue } from '../../shared/rest-client/json.ts';
import type { ResourceIds } from './resource-ids.ts';

/** A value of the declared type that passes validation; an id of its kind where `ids` are given. */
export function sampleValue(schema: Schema, ids?: ResourceIds): JsonValue {
  const kind = idKindOf(schema);
  const id = ids && kind ? ids[kind] : undefined;
  if (id !== undefined && schema.type !== 'record') return id;
  switch (schema.type) {
    case 'string':
      if (schema.format === 'time') return '2030-01-01T00:00:00Z';
      if (schema.pattern?.startsWith('^[1-9]')) return '1';
      // The other patterns of the contract are those of names, slugs, versions and email addresses.
      return schema.pattern?.includes('@') ? 'a@example.org' : 'a'.repeat(Math.max(1, schema.min ?? 1));
    case 'uuid':
      return '00000000-0000-4000-8000-000000000000';
    case 'number':
      return schema.min ?? 1;
    case 'boolean':
      return false;
    case 'enum':
      return schema.values[0];
    case 'array':
      return Array.from({ length: Math.max(1, schema.min ?? 0) }, () => sampleValue(schema.items, ids));
    case 'object':
      return sampleBody(schema.props, ids);
    case 'record':
      return { [id ?? 'key']: sampleValue(schema.value, ids) };
    case 'multi': {
      const [first] = schema.rules;
      return first ? sampleValue(first, ids) : null;
    }
    default:
      return 'a';
  }
}

/** An object with the required members. */
export function sampleBody(props: Props, ids?: ResourceIds): JsonObject {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, schema]) =>
      isRequired(schema) ? [[name, sampleValue(schema, ids)]] : [],
    ),
  );
}

/** A query string with the required parameters. */
export function sampleQuery(props: Props = {}): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(sampleBody(props))) search.set(name, String(value));
  return search;
}
