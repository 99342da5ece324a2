/**
 * Tests of every list with invalid and extreme pages, and of general rules of responses: no bare lists, HEAD,
 * OPTIONS, CORS, unknown paths.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { NumberSchema, Schema } from '../../shared/contracts/schema.ts';
import { keyHeaders, sendRawRequest } from '../../tools/world/raw-http.ts';
import {
  credentialFor,
  OPEN_ENDPOINTS,
  type OpenEndpoint,
  requestPath,
  sendToEndpoint,
} from '../world/contract-requests.ts';
import { collectProblems, memberPaths } from '../world/response-checks.ts';
import { sampleQuery } from '../world/sample-values.ts';
import { shareOf } from '../world/share-of.ts';
import { startWorld, useWorld } from '../world/test-world.ts';

const PAGING = ['page', 'per_page', 'limit', 'offset', 'conflictLimit', 'conflictOffset'];
/** What no reader may take for a number of rows. */
const HOSTILE = [
  '-1',
  '1e2',
  '1.5',
  '0x10',
  '',
  ' ',
  '1,2',
  'NaN',
  'Infinity',
  '1_000',
  '+1',
  '01',
  '9007199254740993',
  '1e999',
  'null',
  '10%00',
  '１',
];

const gets = OPEN_ENDPOINTS.filter(({ method, spec }) => method === 'GET' && spec.responseType !== 'file');
const isNumber = (schema: Schema): schema is NumberSchema => schema.type === 'number';
const paged = OPEN_ENDPOINTS.flatMap((route) =>
  Object.entries({ ...route.spec.query }).flatMap(([name, schema]) =>
    PAGING.includes(name) && isNumber(schema) ? [{ route, name, schema }] : [],
  ),
);
const namesOfList = (body: Record<string, unknown>): string[] =>
  Object.keys(body).filter((name) => Array.isArray(body[name]));

describe('lists and reads', () => {
  const site = useWorld(() => startWorld({ CORS_ORIGINS: 'https://console.example.org' }));

  const read = (
    route: OpenEndpoint,
    query: URLSearchParams | string = sampleQuery(route.spec.query),
    headers: string[] = [],
  ) => sendToEndpoint(site, route, { query, headers });

  it('an invalid page or page size is 400 that names it, on every paged list (H35, G5)', async () => {
    assert.ok(paged.length > 15, `${paged.length} parameters`);
    const wrong = await collectProblems([...paged.entries()], async ([at, { route, name, schema }]) => {
      const { min, max } = schema;
      const beyond = [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])];
      for (const value of shareOf([...HOSTILE, ...beyond.map(String)], at)) {
        const query = sampleQuery(route.spec.query);
        query.set(name, value);
        const { status, body, text } = await read(route, query);
        if (status !== 400 || !memberPaths(body).includes(name))
          return `${route.id}?${name}=${value}: ${status} ${text.slice(0, 200)}`;
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 10), []);
  });

  it('every page size has a maximum (H35)', () => {
    // The conflicts of one datasheet are its fields at most; the document says that all may be asked for.
    const sizes = paged.filter(({ name }) => /^(limit|per_page)$/.test(name));
    const unbounded = sizes.filter(({ schema }) => (schema.max ?? Number.MAX_SAFE_INTEGER) > 1_000);
    assert.deepEqual(
      unbounded.map(({ route, name }) => `${route.id} ${name}`),
      [],
    );
  });

  it('a page past the end is 200 with an empty list and the total (G19)', async () => {
    const starts = paged.filter(({ name }) => name === 'offset' || name === 'page');
    const wrong = await collectProblems(starts, async ({ route, name, schema }) => {
      const query = sampleQuery(route.spec.query);
      if (name === 'page') query.set('per_page', '10');
      const first = await read(route, query);
      query.set(name, String(Math.min(schema.max ?? 10 ** 9, 10 ** 9)));
      const { status, body, text } = await read(route, query);
      const [list = ''] = namesOfList(first.body);
      const rows = body[list];
      const empty =
        Array.isArray(rows) && rows.length === 0 && Number(body.total) >= Number(first.body.total);
      return status === 200 && empty ? null : `${route.id}?${name}: ${status} ${text.slice(0, 200)}`;
    });
    assert.deepEqual(wrong, []);
  });

  it('no response is a bare list (G3)', async () => {
    const wrong = await collectProblems(gets, async (route) => {
      const { status, text } = await read(route);
      return status !== 200 || text.startsWith('{') ? null : `${route.id}: ${text.slice(0, 100)}`;
    });
    assert.deepEqual(wrong, []);
  });

  it('HEAD answers as GET without a body, OPTIONS is 204 with Allow and shows nothing, CORS names configured origins only (G17)', async () => {
    const wrong = await collectProblems(gets, async (route) => {
      const path = `${requestPath(site, route)}?${sampleQuery(route.spec.query)}`;
      const headers = credentialFor(site, route.spec);
      const [get, head] = [
        await read(route),
        await sendRawRequest(site.base, { method: 'HEAD', path, headers }),
      ];
      // Health is that of the moment: where the processes get no time, it is 503.
      const statuses = route.id === 'discovery.health' ? [200, 503] : [get.status];
      if (!statuses.includes(head.status) || head.text !== '')
        return `HEAD ${route.id}: ${head.status}, GET ${get.status}`;
      const options = await sendRawRequest(site.base, {
        method: 'OPTIONS',
        path,
        headers: ['origin', 'https://evil.example'],
      });
      if (options.status !== 204 || !options.headers.allow?.includes('GET') || options.text !== '')
        return `OPTIONS ${route.id}: ${options.status}`;
      if (options.headers['access-control-allow-origin'] !== undefined)
        return `OPTIONS ${route.id}: a foreign origin is let in`;
      const foreign = await read(route, sampleQuery(route.spec.query), ['origin', 'https://evil.example']);
      if (foreign.headers['access-control-allow-origin'] !== undefined)
        return `${route.id}: a foreign origin may read`;
      // A session names its own origin here.
      if (route.spec.auth === 'session_only') return null;
      const ours = await read(route, sampleQuery(route.spec.query), [
        'origin',
        'https://console.example.org',
      ]);
      return ours.headers['access-control-allow-origin'] === 'https://console.example.org'
        ? null
        : `${route.id}: no CORS`;
    });
    assert.deepEqual(wrong, []);
  });

  it('an unknown path is 404 without a credential, with a bad one and with a good one (G17)', async () => {
    for (const path of [
      '/api/nothing',
      '/api/',
      '/api',
      '/nothing',
      '/api/standards/1/nothing',
      '/api/projects/1/x/y/z',
    ]) {
      for (const headers of [[], ['authorization', 'Bearer x'], keyHeaders(site.ada.secret)]) {
        assert.equal((await sendRawRequest(site.base, { path, headers })).status, 404, path);
      }
    }
  });
});
