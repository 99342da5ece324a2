/** Test of the `allowed_actions` of a company, as its members, others and API keys see them. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { stranger, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { joinCompany, signUp } from '../../../test/test-accounts.ts';

const node = useNode(['identity', 'audit']);

it('lists what a member may do; others and keys, which no write accepts, have none (A14, A22)', async () => {
  const owner = (await signUp(node, 'Acme')).principal;
  const id = owner.company?.id ?? 0;
  const viewer = await joinCompany(node, { id, by: owner }, await signUp(node), 'CompanyViewer');
  const allowed = async (as: typeof owner) =>
    (await node.call(as, 'companies.get', { id })).allowed_actions ?? [];
  const ofOwner = await allowed(owner);
  for (const write of ['companies.update', 'companies.members.add', 'companies.sponsorshipRequests.approve'])
    assert.ok(ofOwner.includes(write), write);
  assert.deepEqual(await allowed(viewer), ['companies.members.remove']);
  await expectRejection(node.call(viewer, 'companies.update', { id, name: 'Theirs' }), 403);
  assert.deepEqual(await allowed(stranger), []);
  assert.deepEqual(await allowed(withKey(owner, ['company:administer'])), []);
});
