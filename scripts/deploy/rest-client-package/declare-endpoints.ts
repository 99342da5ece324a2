/**
 * Writes the types of all endpoints as TypeScript text with the names of the contract. The npm package has them in
 * place of `shared/rest-client/endpoint-types.ts`, whose inferred types carry every description and limit.
 */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { ERROR_CODES } from '../../../shared/contracts/error-codes.ts';
import { errorDetail } from '../../../shared/contracts/error-detail.ts';
import { PROBLEM_METADATA } from '../../../shared/contracts/problem-metadata.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { isRequired, type Props, type Schema } from '../../../shared/contracts/schema.ts';
import { docComment, inBraces, SchemaDeclarations } from './schema-declarations.ts';

const GENERIC_TYPES = `
/** Endpoints with a JSON response. */
export type RestEndpointId = keyof Endpoints;

/** Endpoints that answer with the bytes of a file. */
export type FileEndpointId = keyof FileEndpoints;

/** The parameters of an endpoint as one flat object; for a form with its files. */
export type EndpointParams<K extends RestEndpointId | FileEndpointId> = (Endpoints & FileEndpoints)[K]['params'];

/** The response body of an endpoint. */
export type EndpointResult<K extends RestEndpointId> = Endpoints[K]['result'];
`;

/** The text of the declaration file. */
export function declareEndpoints(): string {
  const declarations = new SchemaDeclarations();
  declarations.typeOf(errorDetail);
  const calls: string[] = [];
  const files: string[] = [];
  for (const { id, spec } of publishedEndpoints()) {
    if (spec.closed) continue;
    const params = declareParams(declarations, id, spec);
    const comment = docComment(describe(spec));
    if (spec.responseType === 'file') files.push(`${comment}'${id}': { params: ${params} };`);
    else
      calls.push(
        `${comment}'${id}': { params: ${params}; result: ${declareResult(declarations, id, spec)} };`,
      );
  }
  const metadata = Object.entries<Schema>(PROBLEM_METADATA).map(
    ([code, schema]) => `${code}: ${declarations.typeOf(schema)};`,
  );
  return [
    "import type { UploadFile } from './form-data.js';",
    interfaceOf('Endpoints by id.', 'Endpoints', calls),
    interfaceOf('Endpoints that answer with the bytes of a file, by id.', 'FileEndpoints', files),
    GENERIC_TYPES,
    `/** Stable names of errors. */\nexport type ErrorCode =\n${Object.keys(ERROR_CODES)
      .map((code) => `  | '${code}'`)
      .join('\n')};`,
    interfaceOf(
      '`metadata` of errors, by the codes that have members of their own there.',
      'ProblemMetadata',
      metadata,
    ),
    ...declarations.texts,
    '',
  ].join('\n');
}

const interfaceOf = (comment: string, name: string, members: string[]): string =>
  `${docComment(comment)}export interface ${name} ${inBraces(members)}`;

function describe({ summary, description, permissions, http }: EndpointSpec): string {
  const needs =
    permissions.length > 0 ? `Requires ${permissions.map((name) => `\`${name}\``).join(', ')}.` : '';
  return [`${summary}.`, description, needs, `\`${http}\``].filter(Boolean).join('\n\n');
}

/** Declares the parameters. @returns the name of their type */
function declareParams(declarations: SchemaDeclarations, id: string, spec: EndpointSpec): string {
  const { files, ...props }: Props = Object.fromEntries(
    Object.entries({ ...spec.path, ...spec.body, ...spec.query }).filter(
      ([, { only }]) => only !== 'assistant',
    ),
  );
  const isForm = spec.bodyEncoding === 'multipart';
  const type = declarations.objectType(
    files && !isForm ? { ...props, files } : props,
    (schema) => !isRequired(schema),
  );
  const name = `${typeName(id)}Params`;
  declarations.declareObject(name, isForm ? type.replace(/\}$/, '  files: readonly UploadFile[];\n}') : type);
  return name;
}

/** The type of the result, which gets a name where the contract gives it none. */
function declareResult(declarations: SchemaDeclarations, id: string, { returns }: EndpointSpec): string {
  const type = declarations.typeOf(returns);
  if (!type.includes('{')) return type;
  const name = `${typeName(id)}Result`;
  declarations.declare(name, returns);
  return name;
}

/** `standards.workingCopy.get` as StandardsWorkingCopyGet. */
const typeName = (id: string): string =>
  id
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
