/** Writes contract schemas as TypeScript types in text, with the named shapes as types of their names. */
import type { ObjectSchema, Props, Schema } from '../../../shared/contracts/schema.ts';

/** What a value of a field may be, as the OpenAPI document has it. */
const FIELD_VALUE = 'string | number | boolean | string[] | null';

/** Collects the named shapes while types are written that refer to them. */
export class SchemaDeclarations {
  readonly #texts = new Map<string, string>();

  /** The declarations so far, in the order of their names. */
  get texts(): string[] {
    return [...this.#texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  }

  /** Declares an object by its members in braces. @throws Error where another type has the name */
  declareObject(name: string, type: string, comment = ''): void {
    this.#keep(name, `${comment}export interface ${name} ${type}`);
  }

  /** Declares the type of a schema under a name. @throws Error where another type has the name */
  declare(name: string, schema: Schema): void {
    const comment = docComment(schema.schemaDescription);
    const type = this.#ownType(schema);
    if (schema.type === 'object' && !schema.base) this.declareObject(name, type, comment);
    else this.#keep(name, `${comment}export type ${name} = ${type};`);
  }

  #keep(name: string, text: string): void {
    if ((this.#texts.get(name) ?? text) !== text) throw new Error(`two types have the name ${name}`);
    this.#texts.set(name, text);
  }

  /** The type of a schema. */
  typeOf(schema: Schema): string {
    const { schemaName } = schema;
    if (schemaName === undefined) return withNull(schema, this.#ownType(schema));
    this.declare(schemaName, schema);
    return withNull(schema, schemaName);
  }

  /** An object with these members. */
  objectType(props: Props, isOptional: (schema: Schema) => boolean): string {
    const members = Object.entries(props).map(
      ([name, schema]) =>
        `${docComment(schema.description)}${memberName(name)}${isOptional(schema) ? '?' : ''}: ${this.typeOf(schema)};`,
    );
    return inBraces(members);
  }

  #ownType(schema: Schema): string {
    switch (schema.type) {
      case 'string':
      case 'uuid':
        return 'string';
      case 'number':
      case 'boolean':
        return schema.type;
      case 'enum':
        return schema.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'array':
        return `${inBrackets(this.typeOf(schema.items))}[]`;
      case 'object':
        return this.#object(schema);
      case 'record':
        return `{ [key: string]: ${this.typeOf(schema.value)} }`;
      case 'multi':
        return [...new Set(schema.rules.map((rule) => this.typeOf(rule)))].join(' | ');
      case 'any':
        return schema.exact ? FIELD_VALUE : schema.json ? '{ [member: string]: unknown }' : 'unknown';
    }
  }

  #object({ props, base }: ObjectSchema): string {
    const own = Object.entries(props).filter(([name]) => !(base && name in base.props));
    // A member with a default is always there in a result, and no shape of a request has one.
    const type = this.objectType(
      Object.fromEntries(own),
      (schema) => schema.optional === true && !('default' in schema),
    );
    return base ? `${this.typeOf(base)} & ${type}` : type;
  }
}

const withNull = ({ nullable }: Schema, type: string): string =>
  nullable && type !== 'unknown' && !type.split(' | ').includes('null') ? `${type} | null` : type;

const inBrackets = (type: string): string =>
  /[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type;

const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A comment that editors show; nothing for an empty one. */
export function docComment(text = ''): string {
  if (text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** Declarations in braces, one below the other. */
export const inBraces = (members: readonly string[]): string =>
  members.length === 0
    ? '{}'
    : `{\n${members.map((member) => member.replace(/^(?=.)/gm, '  ')).join('\n')}\n}`;
