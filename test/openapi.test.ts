/** The OpenAPI document: valid, small, made of named shapes, and true to the contracts. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type EndpointSpec, parseHttpLine } from '../shared/contracts/endpoint.ts';
import { type NamedSchemas, toJsonSchema } from '../shared/contracts/json-schema.ts';
import { buildOpenApi } from '../shared/contracts/openapi.ts';
import { replacePathParams } from '../shared/contracts/path-template.ts';
import { publishedEndpoints } from '../shared/contracts/published-endpoints.ts';
import * as s from '../shared/contracts/schema.ts';
import { apiError, toProblemDocument } from '../shared/kernel/errors/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/rest-client/json.ts';

const published = publishedEndpoints();
const json = JSON.stringify(buildOpenApi(published, '1.0.0', 'http://localhost'));
const document: JsonObject = JSON.parse(json);
const schemas: JsonObject = Object(Object(document.components).schemas);

/** Every object of the document with the path to it. */
function* nodesOf(value: JsonValue | undefined, path: string): Generator<[path: string, node: JsonObject]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* nodesOf(item, `${path}[${index}]`);
  if (!isJsonObject(value)) return;
  yield [path, value];
  for (const [name, member] of Object.entries(value)) yield* nodesOf(member, `${path}/${name}`);
}
const nodes = [...nodesOf(document, '')];

/** The operation of an endpoint, at its path or at its alias. */
const operationAt = (http: string): JsonObject => {
  const { method, path } = parseHttpLine(http);
  const template = replacePathParams(path, (name) => `{${name}}`);
  return Object(Object(Object(document.paths)[template])[method.toLowerCase()]);
};
const operationOf = ({ http }: EndpointSpec): JsonObject => operationAt(http ?? '');

/** Where object shapes with this many members stand that are not references, by what they are. */
const shapesOf = (members: number): [shape: string, paths: string[]][] => {
  const byShape = Map.groupBy(
    nodes.filter(
      ([, { properties }]) => isJsonObject(properties) && Object.keys(properties).length >= members,
    ),
    ([, { properties }]) =>
      JSON.stringify(Object.entries(Object(properties)).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
  return [...byShape].map(([shape, at]) => [shape, at.map(([path]) => path)]);
};

describe('the OpenAPI document', () => {
  it('is valid by a public validator (A9)', async () => {
    const outcome = await new Validator().validate(JSON.parse(json));
    assert.deepEqual(outcome.errors ?? [], []);
    assert.ok(outcome.valid);
  });

  it('has its shapes by name, none of five or more members twice, and at most 1.2 MB (A9)', () => {
    const names = Object.keys(schemas);
    const repeated = shapesOf(5).filter(([, paths]) => paths.length > 1);
    const bytes = Buffer.byteLength(json);
    console.info(`${names.length} named schemas, ${repeated.length} repeated shapes, ${bytes} bytes`);
    assert.ok(names.length >= 80);
    assert.deepEqual(
      names.filter((name) => !/^[A-Za-z][A-Za-z0-9]{1,59}$/.test(name)),
      [],
    );
    assert.deepEqual(repeated, []);
    assert.ok(bytes <= 1_200_000, `${bytes} bytes`);
  });

  it('names the domain’s own shapes, and refers to every one of them (A9)', () => {
    const wanted =
      'Standard StandardSummary Element FieldDefinition FieldValue WorkingCopy StandardRevision MergePlan Project ProjectRevision Datasheet Category File Comment WikiStandard AdoptedRevision Erratum ModerationLogEntry Problem';
    assert.deepEqual(
      wanted.split(' ').filter((name) => !(name in schemas)),
      [],
    );
    const referred = new Set(nodes.map(([, { $ref }]) => $ref));
    for (const name of Object.keys(schemas)) assert.ok(referred.has(`#/components/schemas/${name}`), name);
    for (const reference of referred) {
      if (reference === undefined) continue;
      const [, , kind = '', name = ''] = String(reference).split('/');
      assert.ok(name in Object(Object(document.components)[kind]), String(reference));
    }
  });

  it('a shape keeps its name where it is optional, nullable or in a list', () => {
    const pair = s.named('Pair', s.object({ a: s.text }));
    const shape = s.object({
      one: s.optional(pair),
      none: s.nullable(pair),
      all: s.list(pair),
      ...pair.props,
    });
    const named: NamedSchemas = new Map();
    const $ref = '#/components/schemas/Pair';
    assert.deepEqual(toJsonSchema(shape, named).properties, {
      one: { $ref },
      none: { anyOf: [{ $ref }, { type: 'null' }] },
      all: { type: 'array', items: { $ref } },
      a: { type: 'string' },
    });
    assert.deepEqual([...named.keys()], ['Pair']);
    assert.ok(!JSON.stringify(toJsonSchema(shape)).includes('$ref'));
  });

  it('refuses two shapes of one name', () => {
    const named: NamedSchemas = new Map();
    toJsonSchema(s.named('Pair', s.object({ a: s.text })), named);
    toJsonSchema(s.optional(s.named('Pair', s.object({ a: s.text }))), named);
    assert.throws(() => toJsonSchema(s.named('Pair', s.object({ a: s.integer })), named), /name Pair/);
  });

  it('what refers to the parts of a shape has all of its members', () => {
    for (const { id, spec } of published) {
      if (spec.returns.type !== 'object' || !spec.returns.parts) continue;
      const inParts = spec.returns.parts.flatMap(({ props }) => Object.entries(props));
      assert.deepEqual(Object.fromEntries(inParts), spec.returns.props, id);
    }
  });

  it('every value has a schema, and what is internal is left out (A9)', () => {
    const empty = nodes.filter(
      ([path, node]) => Object.keys(node).length === 0 && !/\/properties$/.test(path),
    );
    assert.deepEqual(
      empty.map(([path]) => path),
      [],
    );
    assert.doesNotMatch(json, /"x-(?:rules|id-kind)"/);
    assert.deepEqual(schemas.FieldValue && Object(schemas.FieldValue).type, [
      'string',
      'number',
      'boolean',
      'array',
      'null',
    ]);
  });

  it('every operation says what it needs, and its codes by status (A9)', () => {
    const ids = new Set<unknown>();
    for (const { id, spec } of published) {
      const { operationId, description, 'x-error-codes': codes, responses, deprecated } = operationOf(spec);
      assert.equal(operationId, id);
      ids.add(operationId);
      if (deprecated) continue;
      const text = String(description);
      for (const permission of spec.permissions) assert.ok(text.includes(`\`${permission}\``), id);
      assert.match(text, /Requires /, id);
      for (const [status, names] of Object.entries(Object(codes))) {
        assert.ok(Array.isArray(names));
        assert.ok(text.includes(`- ${status}: ${names.join(', ')}`), `${id} ${status}`);
        const response = Object(Object(responses)[status]);
        assert.deepEqual(response, {
          $ref: `#/components/responses/Problem${status}`,
          description: names.join(', '),
        });
      }
    }
    assert.equal(ids.size, published.length);
    const create = published.find(({ id }) => id === 'standards.create');
    assert.match(String(create && operationOf(create.spec).description), /Requires `standard:create`\./);
  });

  it('a closed operation is deprecated and answers 410 only; an alias names its operation (A9, G4)', () => {
    const closed = published.filter(({ spec }) => spec.closed);
    assert.ok(closed.length > 0);
    for (const { spec } of closed) {
      const { deprecated, responses } = operationOf(spec);
      assert.equal(deprecated, true);
      assert.deepEqual(Object.keys(Object(responses)), ['410']);
    }
    const aliased = published.filter(({ spec }) => spec.alias);
    assert.ok(aliased.length > 0);
    for (const { id, spec } of aliased) {
      const alias = operationAt(spec.alias ?? '');
      assert.equal(alias['x-alias-of'], id);
      assert.equal(alias.operationId, `${id}.alias`);
      assert.ok(String(alias.description).startsWith(`Another path of \`${spec.http}\``));
    }
  });
});

describe('the schema of problem documents', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const validate = ajv.compile({ $ref: 'api#/components/schemas/Problem' });
  const isProblem = (error: Error): boolean =>
    validate(JSON.parse(JSON.stringify(toProblemDocument(error, { instance: '/api', requestId: 'r' }))));

  it('is the same for every error response (A9)', () => {
    const ofErrors = nodes.filter(([path]) => path.endsWith('/content/application/problem+json'));
    assert.ok(ofErrors.length > 0);
    for (const [path, { schema }] of ofErrors)
      assert.deepEqual(schema, { $ref: '#/components/schemas/Problem' }, path);
  });

  it('takes what the service answers, and checks metadata by code (A9, G2)', () => {
    assert.ok(isProblem(apiError('NOT_FOUND', 'Not found.')));
    assert.ok(isProblem(apiError('EDIT_CONFLICT', 'Changed.', { metadata: { reason: 'draft_closed' } })));
    assert.ok(isProblem(apiError('LAST_ADMIN', 'The last.', { errors: [{ path: 'role', message: 'No.' }] })));
    const used = { limit: 10, used: 11 };
    assert.ok(isProblem(apiError('QUOTA_EXCEEDED', 'Full.', { metadata: used })));
    assert.ok(!isProblem(apiError('QUOTA_EXCEEDED', 'Full.', { metadata: { limit: '10' } })));
    assert.ok(!isProblem(apiError('EDIT_CONFLICT', 'Changed.', { metadata: { reason: 'unknown' } })));
  });
});
