/**
 * The schemas of problem documents in the OpenAPI document: `Problem` is one of the problems with metadata of their
 * own, told apart by `code`, or a plain one (decisions A9).
 */
import { ERROR_CODES, type ErrorCode, isErrorCode } from './error-codes.ts';
import { errorDetail } from './error-detail.ts';
import { type JsonSchemaObject, type NamedSchemas, propsToJsonSchema, toJsonSchema } from './json-schema.ts';
import { metadataOf, PROBLEM_MEMBERS } from './problem-metadata.ts';
import { list, named, object, optional, type Props } from './schema.ts';

const BASE = 'ProblemDetails';

/** RFC 9457, with the members that every problem document has. */
const baseSchema = (schemas: NamedSchemas): JsonSchemaObject => ({
  type: 'object',
  description: 'RFC 9457 problem document.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    message: { type: 'string', description: 'Same as detail.' },
    errors: toJsonSchema(list(errorDetail), schemas),
    requestId: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'message', 'requestId'],
});

/** EDIT_CONFLICT as EditConflict. */
const pascalCase = (code: string): string =>
  code
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1).toLowerCase()}`)
    .join('');

const refTo = (name: string): JsonSchemaObject => ({ $ref: `#/components/schemas/${name}` });

const problemOf = (code: JsonSchemaObject, more: JsonSchemaObject): JsonSchemaObject => ({
  allOf: [refTo(BASE), { type: 'object', properties: { code, ...more }, required: ['code'] }],
});

const topLevelMembers = (codes: readonly ErrorCode[], schemas: NamedSchemas): JsonSchemaObject => {
  const byCode: Partial<Record<ErrorCode, Props>> = PROBLEM_MEMBERS;
  return Object.fromEntries(
    codes.flatMap((code) =>
      Object.entries(byCode[code] ?? {}).map(([name, schema]) => [name, toJsonSchema(schema, schemas)]),
    ),
  );
};

/** As constants, like a single code: a list would be a type of its own in generated clients for each problem. */
const oneOfCodes = (codes: readonly ErrorCode[]): JsonSchemaObject => ({
  anyOf: codes.map((code) => ({ type: 'string', const: code })),
});

/**
 * `Problem` and all schemas that it refers to.
 * @param schemas the named shapes of the document, to which those of metadata are added
 */
export function problemSchemas(schemas: NamedSchemas): [name: string, schema: JsonSchemaObject][] {
  const codes = Object.keys(ERROR_CODES).filter(isErrorCode);
  const byMetadata = Map.groupBy(codes.filter(metadataOf), metadataOf);
  const typed = [...byMetadata].flatMap(([shape, alike]): [string, JsonSchemaObject][] => {
    const [code] = alike;
    if (!shape || !code) return [];
    const name = alike.length > 1 ? (shape.schemaName ?? '').replace(/Metadata$/, '') : pascalCase(code);
    const metadata = toJsonSchema(
      shape.schemaName === undefined ? named(`${name}Metadata`, shape) : shape,
      schemas,
    );
    const members = { metadata, ...topLevelMembers(alike, schemas) };
    return [[`${name}Problem`, problemOf(oneOfCodes(alike), members)]];
  });
  const plain = codes.filter((code) => !metadataOf(code));
  const findings = propsToJsonSchema(object({ errors: optional(list(errorDetail)) }).props, schemas);
  return [
    ['Problem', { oneOf: [...typed.map(([name]) => refTo(name)), refTo('PlainProblem')] }],
    ['PlainProblem', problemOf({ type: 'string', enum: plain }, { metadata: findings })],
    [BASE, baseSchema(schemas)],
    ...typed,
  ];
}
