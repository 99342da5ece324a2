import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous, individual, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { Tags } from './repository.ts';

const node = useNode(['identity', 'standards']);

const id = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`;

it('S7, S11: every account lists the tags by group and name, retired ones with active false', async () => {
  const tags = new Tags(await node.node.openDatabase('standards'));
  await tags.insert(
    null,
    { _id: id(1), name: 'Steel', group: 'Material', active: true },
    { _id: id(2), name: 'Asbestos', group: 'Material', active: false },
    { _id: id(3), name: 'Access', group: null, active: true },
  );
  assert.deepEqual(await node.call(individual, 'standards.tags.list', {}), {
    tags: [
      { id: id(3), name: 'Access', group: null, active: true },
      { id: id(2), name: 'Asbestos', group: 'Material', active: false },
      { id: id(1), name: 'Steel', group: 'Material', active: true },
    ],
    total: 3,
  });
  const statusFor = async (who: Principal) =>
    (await expectRejection(node.call(who, 'standards.tags.list', {}))).status;
  assert.equal(await statusFor(withKey(individual, ['category:read'])), 403);
  assert.equal(await statusFor(anonymous), 401);
});
