/** Tests of the OpenAPI document: valid, small, made of named shapes, and true to the contracts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type NamedSchemas, toJsonSchema } from '../shared/contracts/json-schema.ts';
import * as s from '../shared/contracts/schema.ts';
import { apiError, toProblemDocument } from '../shared/kernel/errors/errors.ts';
import { isJsonObject } from '../shared/rest-client/json.ts';
import {
  ajv,
  document,
  json,
  nodes,
  operationAt,
  operationOf,
  published,
  schemas,
} from './openapi-document.ts';

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

  it('a write that can be tried answers the shape of the read, which has the numbers of a dry run (A9)', () => {
    const tried = published.flatMap(({ spec: { returns } }) =>
      returns.type === 'object' && returns.base ? [returns.base] : [],
    );
    assert.ok(tried.some(({ schemaName }) => schemaName === 'Standard'));
    for (const { schemaName = '' } of tried)
      assert.deepEqual(
        Object(Object(schemas[schemaName]).properties).affected.$ref,
        '#/components/schemas/Affected',
      );
  });

  it('a list of values has a name where it stands twice, and a single value is a constant (A9)', () => {
    const lists = nodes.filter(
      ([path, node]) => Array.isArray(node.enum) && !/^\/components\/schemas\/\w+$/.test(path),
    );
    const byValues = Map.groupBy(lists, ([, node]) => JSON.stringify(node.enum));
    const repeated = [...byValues]
      .filter(([, at]) => at.length > 1)
      .map(([values, at]) => [values, at.map(([path]) => path)]);
    assert.deepEqual(repeated, []);
    for (const [path, node] of lists)
      assert.ok(Array.isArray(node.enum) && node.enum.length > 1 && !node.enum.includes(null), path);
  });

  it('a request without members has no body, and a DELETE takes dryRun in its query (A9)', () => {
    for (const { id, spec } of published) {
      const { requestBody } = operationOf(spec);
      const media = Object.values(Object(Object(requestBody).content));
      for (const { schema } of media.map(Object))
        assert.ok(
          schema.$ref ||
            schema.items ||
            schema.format === 'binary' ||
            Object.keys(schema.properties).length > 0,
          id,
        );
      if (spec.http?.startsWith('DELETE ')) assert.ok(!JSON.stringify(media).includes('"dryRun"'), id);
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

  it('a read or a write with several answers says what each depends on (A9)', () => {
    const several = nodes.filter(([path, { anyOf }]) => /\/responses\/\d+\/.*schema$/.test(path) && anyOf);
    assert.ok(several.length > 0);
    for (const [path, { anyOf }] of several)
      for (const form of Array.isArray(anyOf) ? anyOf : [])
        assert.ok(Object(form).description || Object(form).type === 'null', path);
  });

  it('a conflict names its reasons as literals, and a permission stands in one place (A9)', () => {
    for (const name of ['ClauseConflict', 'FieldConflict'])
      assert.ok(Array.isArray(Object(Object(Object(schemas[name]).properties).reason).enum), name);
    const inline = nodes.filter(
      ([, node]) => Array.isArray(node.enum) && node.enum.includes('standard:read'),
    );
    assert.deepEqual(
      inline.map(([path]) => path),
      ['/components/schemas/Permission'],
    );
  });

  it('a read whose markup can be asked for has it beside its JSON (A9, S22)', () => {
    const withMarkup = published.filter(({ spec }) => spec.markdown);
    assert.ok(withMarkup.length >= 4);
    for (const { id, spec } of published)
      for (const http of [spec.http, spec.alias].filter((line) => line !== undefined)) {
        const { content } = Object(Object(Object(operationAt(http)).responses)['200']);
        const expected = spec.markdown ? { schema: { type: 'string' } } : undefined;
        assert.deepEqual(Object(content)['text/markdown'], expected, id);
      }
  });

  it('every header of the page on HTTP is described, and named where an answer may have it (A9)', () => {
    const [, table = ''] = readFileSync('docs/http.md', 'utf8').split('## Headers of answers');
    const cells = table.split('\n').flatMap((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? []);
    const names = cells.slice(0, cells.findIndex((cell) => cell.includes('WWW-Authenticate')) + 1);
    const written = names.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    const wanted = written.map((name) => (name.startsWith('-') ? `X-RateLimit${name}` : name));
    assert.ok(wanted.length > 15);
    const { headers, responses } = Object(document.components);
    // OpenAPI describes `Content-Type` by the keys of `content`.
    for (const name of wanted.filter((header) => header !== 'Content-Type')) {
      assert.ok(name in headers, name);
      assert.ok(json.includes(`"#/components/headers/${name}"`), name);
    }
    const ofAnswers = nodes.filter(([path]) => /\/responses\/\w+\/headers$/.test(path));
    for (const [path, answer] of ofAnswers)
      for (const name of ['Cache-Control', 'Vary']) assert.ok(name in answer, `${path} ${name}`);
    assert.ok('Allow' in responses.Problem405.headers);
  });

  it('the files of an upload are binary parts (F1)', () => {
    const upload = published.find(({ id }) => id === 'files.upload');
    const { requestBody } = operationOf(upload?.spec ?? published[0]?.spec ?? assert.fail());
    const { schema } = Object(Object(requestBody).content)['multipart/form-data'];
    assert.deepEqual(schema.properties.files.items, { type: 'string', format: 'binary' });
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
      assert.deepEqual([alias['x-alias-of'], alias.deprecated], [id, true]);
      assert.equal(alias.operationId, `${id}.alias`);
      assert.ok(String(alias.description).startsWith(`Another path of \`${spec.http}\``));
    }
  });
});

describe('the schema of problem documents', () => {
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
