import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { startTestNode, TEST_ADMINISTRATOR } from '../service-node.ts';
import { describePermissionMatrix, isUnusedPermission } from './permission-matrix.ts';

describePermissionMatrix(
  'one process',
  async () => {
    const node = await startTestNode();
    return {
      base: node.url,
      administrator: TEST_ADMINISTRATOR,
      stop: () => node.stop(),
    };
  },
  { cells: 'every caller' },
);

it('A16: the permission of the empty key is one that no open endpoint requires', () => {
  assert.ok(isUnusedPermission());
});
