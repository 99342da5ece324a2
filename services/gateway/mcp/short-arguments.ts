/**
 * For the results of `find_tool`: describes the arguments of a tool in one line, such as `id: integer, changes:
 * {element_id, new_value?}[], summary?: string`.
 */
import { isRecord } from '../../../shared/kernel/json/is-record.ts';

/** Characters of a line; what does not fit is left out, which `…` says. */
const MAX_CHARACTERS = 260;
/** Characters of the type of an argument. */
const MAX_TYPE_CHARACTERS = 70;
/** Values of a list of values that are shown. */
const MAX_VALUES = 6;

/** @param schema the JSON Schema of the arguments. `?` marks those that may be left out, which come last */
export function shortArguments(schema: object): string {
  const members = membersOf(schema, (member) => `: ${briefly(shortType(member))}`);
  let line = '';
  for (const member of members) {
    const longer = line === '' ? member : `${line}, ${member}`;
    if (longer.length > MAX_CHARACTERS) return line === '' ? '…' : `${line}, …`;
    line = longer;
  }
  return line;
}

/** A type with many members shows none of them. */
const briefly = (type: string): string =>
  type.length <= MAX_TYPE_CHARACTERS ? type : type.replace(/\{.*\}/, '{…}').slice(0, MAX_TYPE_CHARACTERS);

/** The names of the members, those that are required first. */
function membersOf(schema: object, typeOf: (member: unknown) => string): string[] {
  const { properties = {}, required = [] } = Object(schema);
  const entries = Object.entries(properties);
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  return [
    ...entries.flatMap(([name, member]) => (isRequired(name) ? [`${name}${typeOf(member)}`] : [])),
    ...entries.flatMap(([name, member]) => (isRequired(name) ? [] : [`${name}?${typeOf(member)}`])),
  ];
}

function shortType(schema: unknown): string {
  if (!isRecord(schema)) return 'any';
  const { type, enum: values, const: value, items, anyOf } = schema;
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) {
    const shown = values.slice(0, MAX_VALUES).map((each) => JSON.stringify(each));
    return [...shown, ...(values.length > MAX_VALUES ? ['…'] : [])].join('|');
  }
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(shortType))].join('|');
  if (type === 'array') return `${shortType(items)}[]`;
  if (type === 'object' && isRecord(schema.properties)) return `{${membersOf(schema, () => '').join(', ')}}`;
  return Array.isArray(type) ? type.join('|') : String(type ?? 'any');
}
