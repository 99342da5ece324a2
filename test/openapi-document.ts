/** The OpenAPI document as a client reads it, its objects with their paths, and the operation of an endpoint. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type EndpointSpec, parseHttpLine } from '../shared/contracts/endpoint.ts';
import { buildOpenApi } from '../shared/contracts/openapi.ts';
import { allExamples } from '../shared/contracts/openapi-examples.ts';
import { replacePathParams } from '../shared/contracts/path-template.ts';
import { publishedEndpoints } from '../shared/contracts/published-endpoints.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/rest-client/json.ts';

export const published = publishedEndpoints();
export const examples = allExamples();
export const json = JSON.stringify(buildOpenApi(published, '1.0.0', 'http://localhost', examples));
export const document: JsonObject = JSON.parse(json);
export const schemas: JsonObject = Object(Object(document.components).schemas);

/** Every object of the document but those in examples, with the path to it. */
function* nodesOf(value: JsonValue | undefined, path: string): Generator<[path: string, node: JsonObject]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* nodesOf(item, `${path}[${index}]`);
  if (!isJsonObject(value)) return;
  yield [path, value];
  for (const [name, member] of Object.entries(value))
    if (name !== 'example') yield* nodesOf(member, `${path}/${name}`);
}
export const nodes = [...nodesOf(document, '')];

/** The operation of an endpoint, at its path or at its alias. */
export const operationAt = (http: string): JsonObject => {
  const { method, path } = parseHttpLine(http);
  const template = replacePathParams(path, (name) => `{${name}}`);
  return Object(Object(Object(document.paths)[template])[method.toLowerCase()]);
};
export const operationOf = ({ http }: EndpointSpec): JsonObject => operationAt(http ?? '');

/** Validates by the schemas of the document, whose references begin with `api#`. */
export const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'api');
