/**
 * Paths of the response members that a schema does not declare. Where several shapes fit, the one with the
 * fewest undeclared members counts.
 */
import type { Schema } from '../../../shared/contracts/schema.ts';
import { findShapeMismatches } from '../../../shared/kernel/validation/shape-checks.ts';

/** The paths of the undeclared members. */
export function findUndeclared(schema: Schema, value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return [];
  switch (schema.type) {
    case 'array':
      return Array.isArray(value)
        ? [...new Set(value.flatMap((item) => findUndeclared(schema.items, item, `${path}[]`)))]
        : [];
    case 'object':
      return typeof value === 'object'
        ? Object.entries(value).flatMap(([name, item]) => {
            const declared = Object.hasOwn(schema.props, name) ? schema.props[name] : undefined;
            return declared ? findUndeclared(declared, item, `${path}.${name}`) : [`${path}.${name}`];
          })
        : [];
    case 'record':
      return typeof value === 'object'
        ? Object.values(value).flatMap((item) => findUndeclared(schema.value, item, `${path}.*`))
        : [];
    case 'multi': {
      const matches = schema.rules
        .filter((rule) => findShapeMismatches(rule, value).length === 0)
        .map((rule) => findUndeclared(rule, value, path));
      return matches.sort((a, b) => a.length - b.length)[0] ?? [];
    }
    default:
      return [];
  }
}
