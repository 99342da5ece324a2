/** Tests of malformed ids in the paths of all endpoints, and of ids in bodies and queries that differ from the path. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { pathParamNames } from '../../shared/contracts/path-template.ts';
import {
  clientFor,
  OPEN_ENDPOINTS,
  type OpenEndpoint,
  requestPath,
  sendToEndpoint,
} from '../world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { collectProblems, isSameResponse, memberPaths } from '../world/response-checks.ts';
import { sampleBody, sampleQuery } from '../world/sample-values.ts';
import { shareOf } from '../world/share-of.ts';
import { useWorld } from '../world/test-world.ts';

/** What a lenient reader would take for an id; `{id}` stands for a real one. */
const NO_IDS = [
  ...[
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '9007199254740993',
    '1%00',
    '%EF%BC%91',
    '%5B%5D',
    '[]',
    'true',
    '%22%22',
    '%20',
  ],
  ...[
    '{id}.0',
    '{id}e0',
    '+{id}',
    '0{id}',
    '%20{id}',
    '{id}%20',
    '{id}%0A',
    '{id},{id}',
    '[{id}]',
    '{id}abc',
    '%2B{id}',
  ],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '-0',
    '__proto__',
    'constructor',
    '%7B%22$gt%22:0%7D',
    '%2e%2e',
    '%2f',
    '{id}%2f..',
  ],
];

const withIds = OPEN_ENDPOINTS.filter(({ pattern }) => pathParamNames(pattern).length > 0);

describe('ids in addresses', () => {
  const site = useWorld();

  const send = (route: OpenEndpoint, path: string, query = sampleQuery(route.spec.query)) => {
    const { spec } = route;
    const body = spec.body && !spec.bodyEncoding ? JSON.stringify(sampleBody(spec.body)) : undefined;
    return sendToEndpoint(site, route, { path, query, body });
  };

  it('a malformed id is 400 that names it, or 404, on every endpoint with an id in its path; nothing is written (H2)', async () => {
    assert.ok(withIds.length > 40, `${withIds.length} endpoints`);
    const places = withIds.flatMap((route) => pathParamNames(route.pattern).map((name) => ({ route, name })));
    const cases = places.flatMap((place, at) => shareOf(NO_IDS, at).map((value) => ({ ...place, value })));
    const before = await readDatabaseContents(site.node);
    const wrong = await collectProblems(cases, async ({ route, name, value }) => {
      const real = requestPath(site, { ...route, pattern: `:${name}` });
      const path = requestPath(site, route, site.ada, { [name]: value.replaceAll('{id}', real) });
      const { status, body } = await send(route, path);
      const result =
        status === 404 ||
        (status === 400 && (memberPaths(body).includes(name) || body.code === 'MALFORMED_REQUEST'));
      // A method the shorter address takes is no other object.
      return result || status === 405
        ? null
        : `${route.method} ${path} answered ${status} ${JSON.stringify(body).slice(0, 200)}`;
    });
    assert.deepEqual(wrong.slice(0, 20), []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('a body that names another id than the address is 400, in either spelling; the same id is none (H7, G18)', async () => {
    const cases = withIds
      // An array has no members that could name one.
      .filter(({ spec, method }) => method !== 'GET' && !spec.bodyEncoding && !spec.arrayBody)
      .flatMap((route) => pathParamNames(route.pattern).map((name) => ({ route, name })));
    assert.ok(cases.length > 25, `${cases.length} cases`);
    const before = await readDatabaseContents(site.node);
    const wrong = await collectProblems([...cases.entries()], async ([at, { route, name }]) => {
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const path = requestPath(site, route);
      for (const spelling of new Set([name, snake])) {
        for (const other of shareOf([987_654, '987654', null, [987_654], { $gt: 0 }, true], at)) {
          const { status, body } = await clientFor(site, route.spec).request(route.method, path, {
            [spelling]: other,
          });
          if (status !== 400 || !memberPaths(body).includes(spelling))
            return `${route.method} ${path} with ${spelling} ${JSON.stringify(other)} answered ${status} ${JSON.stringify(body).slice(0, 200)}`;
        }
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 20), []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('an id in the query of a path that has one changes nothing (H7)', async () => {
    const reads = withIds.filter(({ method, spec }) => method === 'GET' && spec.responseType !== 'file');
    const wrong = await collectProblems(reads, async (route) => {
      const path = requestPath(site, route);
      const names = pathParamNames(route.pattern).filter((name) => !(name in { ...route.spec.query }));
      const query = sampleQuery(route.spec.query);
      const plain = await send(route, path, query);
      for (const name of names) {
        const { status, body } = await send(route, path, new URLSearchParams([...query, [name, '987654']]));
        if (status !== plain.status || !isSameResponse(route, body, plain.body))
          return `${path}?${name}=987654 answered ${status}, without it ${plain.status}`;
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 20), []);
  });
});
