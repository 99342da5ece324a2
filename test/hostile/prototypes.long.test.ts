/**
 * Tests of names such as `__proto__` wherever a request can contain a name. The service runs in this process, so that
 * pollution of prototypes is seen here.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@jest/globals';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import { sendJsonByKey, sendRawRequest } from '../../tools/world/raw-http.ts';
import { OPEN_ENDPOINTS, type OpenEndpoint, sendToEndpoint } from '../world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { collectProblems, isSameResponse, memberPaths } from '../world/response-checks.ts';
import { sampleBody, sampleQuery } from '../world/sample-values.ts';
import { shareOf } from '../world/share-of.ts';
import { useWorld } from '../world/test-world.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];
const BODIES = [
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"prototype":{"isAdmin":true}}',
  '{"a":{"b":[{"__proto__":{"isAdmin":true}}]}}',
  '{"\\u005f_proto__":{"isAdmin":true}}',
];

const withBody = OPEN_ENDPOINTS.filter(({ spec }) => spec.body && !spec.bodyEncoding);

describe('names that mean something to JavaScript', () => {
  const site = useWorld();
  afterEach(() => {
    const fresh: Record<string, unknown> = {};
    assert.equal(fresh.isAdmin, undefined);
    const inherited: string[] = [];
    for (const name in fresh) inherited.push(name);
    assert.deepEqual(inherited, []);
  });

  const send = (route: OpenEndpoint, query: string, body?: string) =>
    sendToEndpoint(site, route, { query, body });

  it('in a body 400, on every endpoint that takes one; nothing is written (H6)', async () => {
    assert.ok(withBody.length > 35, `${withBody.length} endpoints`);
    const before = await readDatabaseContents(site.node);
    const wrong = await collectProblems([...withBody.entries()], async ([at, route]) => {
      for (const sent of shareOf(BODIES, at)) {
        const body =
          `${JSON.stringify(sampleBody(route.spec.body ?? {})).slice(0, -1)},${sent.slice(1)}`.replace(
            '{,',
            '{',
          );
        const { status, body: response } = await send(route, sampleQuery(route.spec.query).toString(), body);
        if (status !== 400 || response.code !== 'MALFORMED_JSON')
          return `${route.id} ${sent} ${status} ${JSON.stringify(response)}`;
      }
      return null;
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('as names in a query they are unknown, on every endpoint (H6)', async () => {
    const polluting =
      '__proto__[isAdmin]=true&__proto__.isAdmin=true&constructor[prototype][isAdmin]=true&prototype=x&toString=y&__proto__=z';
    const wrong = await collectProblems(
      // Health is that of the moment, so that two responses may differ.
      OPEN_ENDPOINTS.filter(
        ({ id, method, spec }) =>
          method === 'GET' && spec.responseType !== 'file' && id !== 'discovery.health',
      ),
      async (route) => {
        const query = sampleQuery(route.spec.query).toString();
        const plain = await send(route, query);
        const { status, body, text } = await send(route, `${query}&${polluting}`);
        return status === plain.status && isSameResponse(route, body, plain.body)
          ? null
          : `${route.id} ${status} ${text.slice(0, 200)}`;
      },
    );
    assert.deepEqual(wrong, []);
  });

  it('as a word of a list of words they are 400, in every query and body (H6)', async () => {
    const cases = OPEN_ENDPOINTS.flatMap((route) => [
      ...Object.entries(route.spec.query ?? {}).map(([name, schema]) => ({
        route,
        name,
        schema,
        inQuery: true,
      })),
      ...Object.entries(route.spec.bodyEncoding ? {} : (route.spec.body ?? {})).map(([name, schema]) => ({
        route,
        name,
        schema,
        inQuery: false,
      })),
    ]).filter(({ schema }) => schema.type === 'enum' && schema.only !== 'assistant');
    assert.ok(cases.length > 25, `${cases.length} lists of words`);
    const wrong = await collectProblems([...cases.entries()], async ([at, { route, name, inQuery }]) => {
      for (const word of shareOf(NAMES, at)) {
        const query = sampleQuery(route.spec.query);
        if (inQuery) query.set(name, word);
        const body = route.spec.body
          ? { ...sampleBody(route.spec.body), ...(inQuery ? {} : { [name]: word }) }
          : undefined;
        const response = await send(route, query.toString(), body && JSON.stringify(body));
        if (response.status !== 400 || !memberPaths(response.body).includes(name))
          return `${route.id} ${name}=${word} ${response.status} ${response.text}`;
      }
      return null;
    });
    assert.deepEqual(wrong, []);
  });

  it('as a key of a free map, an address, a label or a slug they are plain unknown names (H6)', async () => {
    const { ada } = site;
    const put = (method: string, path: string, body: JsonObject) =>
      sendJsonByKey(site.base, ada.secret, method, path, body);
    for (const name of NAMES) {
      const sheet = { standard_id: ada.standardId, project_id: ada.projectId, name: `Sheet ${name}` };
      // JSON.parse keeps `__proto__` as a member of its own, where a literal would set the prototype.
      const map: JsonObject = JSON.parse(JSON.stringify({ '#': 'x' }).replace('#', name));
      const responses = {
        elementValues: await put('POST', '/api/datasheet', { ...sheet, elementValues: map }),
        dispositions: await put('POST', '/api/datasheet', {
          ...sheet,
          dispositions: [{ address: name, disposition: 'specified' }],
        }),
        resolutions: await put('POST', `/api/standards/${ada.standardId}/batch-upgrade`, {
          project_id: ada.projectId,
          datasheet_ids: [ada.datasheetId],
          resolutions: map,
        }),
        change: await put('POST', `/api/datasheet/${ada.datasheetId}/revise`, {
          severity: 'MINOR',
          changes: [
            { element_id: ada.fieldId, [name === '__proto__' ? 'x' : name]: 'y', new_value: { [name]: 'z' } },
          ],
        }),
        field: await put('PUT', `/api/standards/${ada.standardId}/working-copy`, {
          datasheetElementsOnly: true,
          datasheetElements: [{ element_address: name, label: 'L', input_type: 'text' }],
        }),
      };
      for (const [what, { status, text }] of Object.entries(responses)) {
        assert.ok(status >= 400 && status < 500, `${what} ${name}: ${status} ${text}`);
      }
      for (const path of [
        `/api/wiki/libraries/${name}`,
        `/api/wiki/standards/${name}/${name}`,
        `/api/wiki/standards/codes/${name}`,
        `/api/help?group=${name}`,
      ]) {
        assert.equal((await sendRawRequest(site.base, { path })).status, 404, path);
      }
    }
  });

  it('in the frontmatter of a page they are a finding, and it is not written; a standard has none (H6, Y20)', async () => {
    for (const yaml of [
      '__proto__: {isAdmin: true}',
      '__proto__: x',
      'constructor: x',
      '<<: {isAdmin: true}',
    ]) {
      const content = `---\ntitle: T\n${yaml}\n---\n\n# 1 A\n`;
      const post = (path: string, body: JsonObject) =>
        sendJsonByKey(site.base, site.ada.secret, 'POST', path, body);
      const checked = await post('/api/standards/validate-markdown', { markdown: content });
      assert.equal(checked.status, 200, checked.text);
      assert.equal(checked.body.ok, true, yaml);
      const page = { librarySlug: site.wiki.librarySlug, title: 'T', content };
      const written = await post('/api/wiki/standards', page);
      assert.equal(written.status, 422, written.text);
    }
  });
});
