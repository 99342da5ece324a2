/** Tests of topic tags: who may list, create, change and retire them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from '@jest/globals';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { administrator, anonymous, individual, lead, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';

const node = useNode(['identity', 'standards']);
const create = (name: string, group?: string) =>
  node.call(administrator, 'admin.tags.create', { name, group });
const update = (id: string, change: Omit<InputOf<EndpointMap['admin.tags.update']>, 'id'>) =>
  node.call(administrator, 'admin.tags.update', { id, ...change });
const list = async () => (await node.call(individual, 'standards.tags.list', {})).tags;

it('every account lists the tags by group and name, retired ones with active false (S7, S11, A13)', async () => {
  const [steel, asbestos, access] = [
    await create('Steel', 'Material'),
    await create('Asbestos', 'Material'),
    await create('Access'),
  ];
  await update(asbestos.id, { active: false });
  assert.deepEqual(await node.call(individual, 'standards.tags.list', {}), {
    tags: [
      { id: access.id, name: 'Access', group: null, active: true },
      { id: asbestos.id, name: 'Asbestos', group: 'Material', active: false },
      { id: steel.id, name: 'Steel', group: 'Material', active: true },
    ],
    total: 3,
  });
  const statusFor = async (who: Principal) =>
    (await expectRejection(node.call(who, 'standards.tags.list', {}))).status;
  assert.equal(await statusFor(withKey(individual, ['category:read'])), 403);
  assert.equal(await statusFor(anonymous), 401);
});

it('an update changes what is sent, and is refused for an unknown tag (A13)', async () => {
  const { id } = await create('Timber', 'Material');
  assert.deepEqual(await update(id, { name: 'Wood' }), { id, name: 'Wood', group: 'Material', active: true });
  assert.deepEqual(await update(id, { group: null }), { id, name: 'Wood', group: null, active: true });
  assert.deepEqual(await update(id, {}), { id, name: 'Wood', group: null, active: true });
  assert.deepEqual((await list()).find((tag) => tag.id === id)?.name, 'Wood');
  await expectRejection(update(randomUUID(), { active: false }), 404);
});

it('a name is unique in its group without regard to letter case, also concurrently; other groups may have it (A13)', async () => {
  const twice = await Promise.allSettled([create('Glass', 'Part'), create('glass', 'Part')]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const other = await create('Glass', 'Material');
  const [first, second] = [
    await expectRejection(create(' GLASS ', 'Material')),
    await expectRejection(update(other.id, { group: 'Part' })),
  ];
  assert.deepEqual([first.status, first.code, second.code], [409, 'NAME_TAKEN', 'NAME_TAKEN']);
  assert.equal((await list()).find(({ id }) => id === other.id)?.group, 'Material');
});

it('tags are changed by site administrators alone (A13)', async () => {
  const { id } = await create('Brick');
  for (const who of [lead, individual, withKey(administrator, ['standard:read'])]) {
    await expectRejection(node.call(who, 'admin.tags.create', { name: 'Mine' }), 403);
    await expectRejection(node.call(who, 'admin.tags.update', { id, active: false }), 403);
  }
});
