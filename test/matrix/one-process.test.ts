/**
 * The permission matrix (`permission-matrix.ts`) on the service in one process; also which queries its requests run.
 * Which callers a short run takes is in `permission-matrix.ts`; `npm run dev -- test:long` takes all.
 */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { type ProfiledQuery, QueryProfile, statementsOf } from '../query-plans/query-profile.ts';
import { startTestNode, TEST_ADMINISTRATOR } from '../service-node.ts';
import { isLongRun } from '../world/share-of.ts';
import { buildMatrixWorld } from './callers.ts';
import { describePermissionMatrix, isUnusedPermission } from './permission-matrix.ts';

let queries: ProfiledQuery[] = [];

describePermissionMatrix(
  'one process',
  async () => {
    const node = await startTestNode();
    const profile = await QueryProfile.start(node.node.config.databasePrefix);
    return {
      world: await buildMatrixWorld(node.url, TEST_ADMINISTRATOR),
      async stop() {
        queries = await profile.stop();
        await node.stop();
      },
    };
  },
  { cells: isLongRun ? 'every caller' : 'one caller of each outcome, and a share' },
);

it('the permission of the empty key is one that no open endpoint requires (A16)', () => {
  assert.ok(isUnusedPermission());
});

it('architecture §5: nobody’s request, refused or not, reads a collection from end to end', () => {
  assert.notEqual(queries.length, 0);
  assert.deepEqual(statementsOf(queries.filter(({ isCollectionScan }) => isCollectionScan)), []);
});
