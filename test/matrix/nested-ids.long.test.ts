/**
 * Tests that visibility is checked before rules where a path names something below a resource (`…/:id/…/:childId`):
 * what belongs to another parent, or to nobody, is 404 whatever the query and the body say. Generated from the
 * contract.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { TEST_ADMINISTRATOR, type TestNode } from '../service-node.ts';
import {
  changedCollections,
  type DatabaseContents,
  readDatabaseContents,
} from '../world/database-contents.ts';
import { resourceIds } from '../world/resource-ids.ts';
import { buildMatrixWorld, type MatrixWorld } from './callers.ts';
import { startServiceWithDistinctIds } from './distinct-ids.ts';
import { type Naming, namedIds, naming, nobodys } from './ids-in-request.ts';
import { buildMatrixRequest } from './matrix-requests.ts';
import type { MatrixRequest } from './request-details.ts';
import { matrixRequestPath, sendMatrixRequest } from './send-request.ts';

/** Two revisions of one page, of which either may be missing: the difference of what is there is no question. */
const nested = publishedEndpoints().filter(
  (route) => !route.spec.closed && route.spec.on && namedIds(route).some(({ where }) => where === 'ids'),
);

describe('what a path names below another parent', () => {
  let node: TestNode;
  let site: MatrixWorld;
  let stored: DatabaseContents;
  beforeAll(async () => {
    node = await startServiceWithDistinctIds();
    site = await buildMatrixWorld(node.url, TEST_ADMINISTRATOR);
    stored = await readDatabaseContents(node);
  });
  afterAll(() => node.stop());

  /** Who may do everything with the parent. */
  const callerOf = (isPage: boolean, credential: 'key' | 'session'): RestClient => {
    const name = isPage ? 'site administrator' : 'administrator,';
    const caller = site.callers.find(
      (one) => one.name.startsWith(name) && one.name.includes(credential) && one.granted?.length !== 1,
    );
    assert.ok(caller);
    return caller.client;
  };

  for (const route of nested) {
    const { id, spec } = route;
    const places = namedIds(route);
    const children = places.filter(({ where }) => where === 'ids');
    const others = places.filter(({ where }) => where !== 'ids');
    it(`${id}: ${children.map(({ path }) => path.join()).join(', ')} (Y4)`, async () => {
      const { resources } = site;
      const client = callerOf(
        spec.on?.resource === 'wikiStandard',
        spec.auth === 'session_only' ? 'session' : 'key',
      );
      const request = buildMatrixRequest(route, resources.owner, resources);
      // An open draft is a state of the parent.
      if (spec.needsDraft) {
        await request.before?.();
        stored = await readDatabaseContents(node);
      }
      for (const child of children) {
        const theirs = resourceIds(resources.stranger, resources.wiki)[child.kind];
        const own = request.ids[child.path.join()];
        for (const value of [nobodys(theirs), ...(theirs === own ? [] : [theirs])]) {
          const foreign = naming(route, request, child, value);
          // The body of the matrix, which a late rule refuses, and one that names what is not there.
          for (const sent of [
            foreign,
            ...others.map(
              (one: Naming): MatrixRequest =>
                naming(route, foreign, one, nobodys(resourceIds(resources.owner, resources.wiki)[one.kind])),
            ),
          ]) {
            const { status, body } = await sendMatrixRequest(client, sent);
            assert.deepEqual(
              [status, body.code],
              [404, 'NOT_FOUND'],
              `${matrixRequestPath(sent)} ${JSON.stringify([sent.body, body])}`,
            );
          }
        }
      }
      assert.deepEqual(await changedCollections(stored, node), []);
    });
  }

  it('takes every nested path of the contract', () => assert.ok(nested.length > 35, String(nested.length)));
});
