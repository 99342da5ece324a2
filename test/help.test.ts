/** Tests of `GET /api/help`: its forms, groups and rows, compared with the contracts. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { ENDPOINT_GROUPS, parseHttpLine } from '../shared/contracts/endpoint.ts';
import { replacePathParams } from '../shared/contracts/path-template.ts';
import { publishedEndpoints } from '../shared/contracts/published-endpoints.ts';
import { RestClient } from '../shared/rest-client/client.ts';
import { isJsonObject, type JsonObject, listMember, objectMember } from '../shared/rest-client/json.ts';
import { startTestNode, type TestNode } from './service-node.ts';

describe('GET /api/help (document 1; A9, A23, G8)', () => {
  let node: TestNode;
  let anyone: RestClient;
  let full: JsonObject;
  let index: JsonObject;
  beforeAll(async () => {
    node = await startTestNode(['gateway']);
    anyone = new RestClient(node.node.url ?? '');
    full = await anyone.get('/api/help');
    index = await anyone.get('/api/help?format=index');
  });
  afterAll(() => node.stop());

  const endpoint = (method: string, path: string): JsonObject => {
    const found = listMember(full, 'endpoints').find((row) => row.method === method && row.path === path);
    assert.ok(found, `${method} ${path} is in help`);
    return found;
  };
  const parameter = (row: JsonObject, name: string): JsonObject =>
    listMember(row, 'parameters').find((each) => each.name === name) ?? {};

  it('needs no credential, and a stale one does not disturb it (R-157, A15)', async () => {
    const key = `css_live_${'x'.repeat(43)}_000000`;
    assert.equal((await anyone.withCredential({ key }).request('GET', '/api/help')).status, 200);
  });

  it('full is the default and lists every endpoint once', async () => {
    assert.deepEqual(full, await anyone.get('/api/help?format=full'));
    assert.deepEqual(Object.keys(full).sort(), ['endpoints', 'format', 'groups', 'service']);
    assert.equal(full.format, 'full');
    const rows = listMember(full, 'endpoints').map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      rows,
      publishedEndpoints().map(({ spec }) => spec.http),
    );
    assert.equal(new Set(rows).size, rows.length);
  });

  it('a full row has every member that A9 names, and a parameter its own (A9)', () => {
    const members = [
      'method',
      'path',
      'summary',
      'description',
      'permission',
      'optional_permissions',
      'auth',
      'tier',
      'mutates',
    ];
    for (const row of listMember(full, 'endpoints')) {
      for (const name of [...members, 'needs_draft', 'group', 'parameters', 'returns', 'errors']) {
        assert.ok(name in row, `${row.method} ${row.path} has ${name}`);
      }
      assert.ok(String(row.description).length > 10 && String(row.summary).length > 10);
      for (const each of listMember(row, 'parameters')) {
        for (const name of ['name', 'in', 'type', 'required'])
          assert.ok(name in each, `${row.method} ${row.path} ${each.name}: ${name}`);
      }
      for (const { status, code } of listMember(row, 'errors'))
        assert.ok(Number(status) >= 400 && typeof code === 'string');
    }
    const format = parameter(endpoint('GET', '/api/help'), 'format');
    assert.deepEqual(
      [format.in, format.type, format.required, format.enum, format.default],
      ['query', 'string', false, ['full', 'index'], 'full'],
    );
  });

  it('index is one short row per endpoint, a guide and the count per group', () => {
    const rows = listMember(index, 'endpoints');
    assert.equal(rows.length, listMember(full, 'endpoints').length);
    for (const { alias: _, ...row } of rows) {
      assert.deepEqual(Object.keys(row).sort(), [
        'id',
        'method',
        'mutates',
        'path',
        'permission',
        'summary',
        'tier',
      ]);
    }
    assert.deepEqual(
      rows.map(({ id }) => id),
      listMember(full, 'endpoints').map(({ id }) => id),
    );
    const guide = objectMember(index, 'guide');
    for (const about of ['authentication', 'revisions', 'pagination', 'errors']) {
      assert.ok(String(guide[about]).length > 80, `the guide tells of ${about}`);
    }
  });

  it('the groups are A9’s, each with a sentence, and their counts add up (A9)', () => {
    for (const help of [full, index]) {
      const groups = listMember(help, 'groups');
      for (const { name, description } of groups) {
        assert.ok(
          ENDPOINT_GROUPS.some((known) => known === name),
          String(name),
        );
        assert.match(String(description), /^[A-Z].{15,}\.$/);
      }
      for (const { name, count } of groups) {
        assert.equal(
          listMember(full, 'endpoints').filter(({ group }) => group === name).length,
          count,
          String(name),
        );
      }
    }
    const named = [
      'discovery',
      'account',
      'standards',
      'categories',
      'wiki',
      'projects',
      'comments',
      'datasheet',
      'files',
    ];
    assert.deepEqual([...ENDPOINT_GROUPS].sort(), [...named, 'companies', 'admin'].sort());
  });

  it('group shows only one group; an unknown one is 404 and lists the groups', async () => {
    for (const { name, count } of listMember(full, 'groups')) {
      const part = await anyone.get(`/api/help?group=${name}`);
      assert.equal(listMember(part, 'endpoints').length, count);
      assert.deepEqual(
        listMember(part, 'groups').map((group) => group.name),
        [name],
      );
    }
    const { status, problem } = await anyone.requestExpectingError('GET', '/api/help?group=plumbing');
    assert.deepEqual([status, problem.code], [404, 'NOT_FOUND']);
    assert.deepEqual(
      objectMember(problem, 'metadata').groups,
      listMember(full, 'groups').map(({ name }) => name),
    );
  });

  it('a format other than full or index is 400 (R-177)', async () => {
    const { status, problem } = await anyone.requestExpectingError('GET', '/api/help?format=short');
    assert.deepEqual(
      [status, problem.code, listMember(problem, 'errors')[0]?.path],
      [400, 'VALIDATION_ERROR', 'format'],
    );
  });

  it('permission is null, a string, or an array (A23)', () => {
    assert.equal(endpoint('GET', '/api/whoami').permission, null);
    assert.equal(endpoint('GET', '/api/standards').permission, 'standard:read');
    assert.deepEqual(endpoint('GET', '/api/datasheet/:id').permission, ['datasheet:read', 'project:read']);
    for (const { permission, method, path } of listMember(full, 'endpoints')) {
      const isRight =
        permission === null ||
        typeof permission === 'string' ||
        (Array.isArray(permission) && permission.length > 1);
      assert.ok(isRight, `${method} ${path}`);
    }
  });

  it('libraries are in standards, certificates in projects, openapi in discovery (A23)', () => {
    assert.equal(endpoint('GET', '/api/libraries').group, 'standards');
    assert.equal(endpoint('GET', '/api/certificates/keys').group, 'projects');
    assert.equal(endpoint('GET', '/api/openapi.json').group, 'discovery');
    assert.equal(endpoint('GET', '/api/datasheet/:id').group, 'datasheet');
    assert.equal(endpoint('GET', '/api/wiki/libraries').group, 'wiki');
  });

  it('an export mutates, closed endpoints do not (A23)', () => {
    assert.equal(endpoint('POST', '/api/projects/export/:id').mutates, true);
    const closed = publishedEndpoints().filter(({ spec }) => spec.closed);
    assert.ok(closed.length > 0);
    for (const { spec } of closed) {
      const [method = '', path = ''] = (spec.http ?? '').split(' ');
      assert.equal(endpoint(method, path).mutates, false, spec.http);
    }
  });

  it('tier 1 is session only, 2 key or session, 3 no credential (G8)', () => {
    assert.equal(endpoint('POST', '/api/account/keys').tier, 1);
    assert.equal(endpoint('GET', '/api/whoami').tier, 2);
    assert.equal(endpoint('GET', '/api/health').tier, 3);
    const tiers = { session_only: 1, key_or_session: 2, none: 3 } as const;
    for (const { spec } of publishedEndpoints()) {
      const { method, path } = parseHttpLine(spec.http ?? '');
      assert.equal(endpoint(method, path).tier, tiers[spec.auth], spec.http);
    }
  });

  it('parameters of one kind of caller are marked (document 1, callers)', () => {
    assert.equal(parameter(endpoint('GET', '/api/standards/:id'), 'format').http_only, true);
    assert.equal(parameter(endpoint('GET', '/api/standards/:id'), 'fields_only').assistant_only, true);
  });

  it('what decisions add is marked an extension; nothing outside /api/ and no internal action is listed (A9, G17)', () => {
    assert.equal(endpoint('GET', '/api/openapi.json').extension, true);
    assert.ok(!('extension' in endpoint('GET', '/api/standards')));
    for (const { path } of listMember(full, 'endpoints')) assert.match(String(path), /^\/api\//);
  });

  it('no path has a segment for a version, and those of files are below their project (R-001, R-026, R-239)', () => {
    const paths = listMember(full, 'endpoints').map(({ path }) => String(path));
    for (const path of paths) assert.doesNotMatch(path, /\/v\d/);
    const ofFiles = paths.filter((path) => path.startsWith('/api/files'));
    assert.ok(ofFiles.length > 10);
    for (const path of ofFiles) assert.ok(path.startsWith('/api/files/projects/:projectId/'), path);
  });

  it('OpenAPI tells the same: every path, its credentials, its headers, each status with its codes (A9)', async () => {
    const openapi = await anyone.get('/api/openapi.json');
    assert.equal(openapi.openapi, '3.1.0');
    const { securitySchemes, responses } = objectMember(openapi, 'components');
    assert.deepEqual(
      Object.entries(Object(securitySchemes)).map(([name, scheme]) => [
        name,
        Object(scheme).scheme ?? Object(scheme).in,
      ]),
      [
        ['key', 'bearer'],
        ['session', 'cookie'],
      ],
    );
    for (const row of listMember(full, 'endpoints')) {
      const template = replacePathParams(String(row.path), (name) => `{${name}}`);
      const described = Object(Object(openapi.paths)[template])[String(row.method).toLowerCase()];
      assert.ok(isJsonObject(described), `${row.method} ${row.path}`);
      const security = { 1: [{ session: [] }], 2: [{ key: [] }, { session: [] }], 3: [] }[Number(row.tier)];
      assert.deepEqual(described.security, security, template);
      assert.deepEqual(described.tags, [row.group]);
      const statuses = new Map<number, string[]>();
      if (described.deprecated) continue;
      for (const { status, code } of listMember(row, 'errors')) {
        statuses.set(Number(status), [...(statuses.get(Number(status)) ?? []), String(code)]);
      }
      for (const [status, codes] of statuses) {
        const name: string = String(Object(Object(described.responses)[status]).$ref).replace(
          '#/components/responses/',
          '',
        );
        const refusal: JsonObject = Object(Object(responses)[name]);
        const headers = objectMember(refusal, 'headers');
        const shown = objectMember(described, 'x-error-codes');
        assert.deepEqual(shown[status], codes.sort(), `${row.method} ${row.path} ${status}`);
        assert.ok('X-RateLimit-Limit' in headers && 'X-Request-Id' in headers);
        assert.equal('Retry-After' in headers, status === 429 || status === 503);
      }
    }
    const create: JsonObject = Object(Object(openapi.paths)['/api/categories']).post;
    const sent = listMember(create, 'parameters').map(({ name, in: place }) => `${place} ${name}`);
    assert.ok(sent.includes('header Idempotency-Key'));
    const tags = listMember(openapi, 'tags');
    assert.deepEqual(
      tags.map(({ name }) => name),
      listMember(full, 'groups').map(({ name }) => name),
    );
    assert.deepEqual(
      tags.map(({ description }) => description),
      listMember(full, 'groups').map(({ description }) => description),
    );
  });
});
