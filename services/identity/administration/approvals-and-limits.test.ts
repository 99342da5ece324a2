/** Tests of the approval of accounts, of new versions of the contributor agreement, and of the limits of companies. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import {
  expectOneSuccess,
  expectRejection,
  startTestNode,
  type TestNode,
} from '../../../test/service-node.ts';
import { signIn, signInAdministrator, TEST_PASSWORD } from '../../../test/test-accounts.ts';

describe('administration of approvals, agreements and companies', () => {
  let node: TestNode;
  let root: UserPrincipal;
  beforeAll(async () => {
    node = await startTestNode(['identity'], { USER_APPROVAL: 'manual', SEAT_LIMIT: '11', SLOT_LIMIT: '12' });
    root = await signInAdministrator(node);
  });
  afterAll(() => node.stop());
  let created = 0;
  /** An account that an administrator has approved. */
  const approved = async (company_name?: string) => {
    const email = `waiting${++created}@example.org`;
    await node.call(anonymous, 'identity.register', {
      email,
      password: TEST_PASSWORD,
      name: 'W',
      ...(company_name ? { company_name } : {}),
    });
    const { users } = await node.call(root, 'admin.users.list', { approved: false });
    const id = users.find((user) => user.email === email)?.id ?? 0;
    await node.call(root, 'admin.users.update', { id, approved: true });
    return signIn(node, { email, password: TEST_PASSWORD });
  };

  it('an account that waits may sign in once it is approved, and is notified (A13)', async () => {
    const ann = await approved();
    const { notifications } = await node.call(ann, 'account.notifications.list', {});
    assert.deepEqual(
      notifications.map(({ kind }) => kind),
      ['account_approved'],
    );
  });

  const publish = (version: number, more: { content?: string; effective_date?: string } = {}) =>
    node.call(root, 'admin.cla.publish', { version, content: `# Version ${version}`, ...more });

  it('a new version is in force immediately or from its date on; earlier contributors keep their role (A13, A20, X6)', async () => {
    const ann = await approved();
    await node.call(ann, 'account.cla.accept', { document_id: 1 });
    assert.deepEqual(
      { ...(await publish(2)), effective_date: '' },
      { id: 2, version: 2, content: '# Version 2', effective_date: '' },
    );
    await publish(5, { effective_date: '2999-01-01T00:00:00+02:00' });
    const shown = await node.call(ann, 'account.cla.get', {});
    assert.deepEqual(
      [shown.version, shown.content, shown.accepted, shown.accepted_version],
      [2, '# Version 2', false, 1],
    );
    await expectRejection(node.call(ann, 'account.cla.accept', { document_id: 1 }), 'CLA_VERSION_STALE');
    assert.deepEqual((await node.call(ann, 'account.cla.accept', { document_id: 2 })).site_roles, [
      'SiteContributor',
    ]);
  });

  it('a version that is not higher than every other is 409 CLA_VERSION_STALE, also when two publish it concurrently (A20, X6)', async () => {
    for (const version of [1, 4, 5]) {
      const { code, status, extras } = await expectRejection(publish(version));
      assert.deepEqual([code, status, extras.metadata?.currentVersion], ['CLA_VERSION_STALE', 409, 5]);
    }
    await expectOneSuccess(
      Array.from({ length: 5 }, () => publish(6)),
      'CLA_VERSION_STALE',
    );
    for (const bad of [{ content: ' \n' }, { content: '' }, { effective_date: 'tomorrow' }]) {
      await expectRejection(publish(9, bad), 'VALIDATION_ERROR');
    }
  });

  it('versions rise strictly, also when a higher and a lower one are published concurrently: the lower is first or refused (X6)', async () => {
    for (let version = 10; version < 40; version += 2) {
      const tries = await Promise.allSettled([publish(version + 1), publish(version)]);
      assert.equal(tries[0]?.status, 'fulfilled');
      if (tries[1]?.status === 'rejected')
        await expectRejection(Promise.reject(tries[1].reason), 'CLA_VERSION_STALE');
    }
    const agreements = (await node.node.openDatabase('identity')).collection<{ version: number }>(
      'agreements',
    );
    const inOrder = (await agreements.find().sort({ $natural: 1 }).toArray()).map(({ version }) => version);
    assert.deepEqual(
      inOrder,
      inOrder.toSorted((a, b) => a - b),
    );
  });

  it('limits of a company: its own, else those of the site; other services read its own (P19)', async () => {
    const ann = await approved('Nova GmbH');
    const id = ann.company?.id ?? 0;
    const set = (members: { seat_limit?: number | null; slot_limit?: number | null }) =>
      node.call(root, 'admin.companies.update', { id, ...members });
    const own = async () =>
      (await node.call(anonymous, 'identity.companies', { company_ids: [id] })).companies;
    assert.deepEqual(await own(), [{ id, name: 'Nova GmbH' }]);
    assert.deepEqual(await set({ seat_limit: 3 }), { id, name: 'Nova GmbH', seat_limit: 3, slot_limit: 12 });
    assert.deepEqual(await own(), [{ id, name: 'Nova GmbH', seat_limit: 3 }]);
    assert.deepEqual(await set({ seat_limit: null, slot_limit: 0 }), {
      id,
      name: 'Nova GmbH',
      seat_limit: 11,
      slot_limit: 0,
    });
    await expectRejection(set({}), 'NOTHING_TO_CHANGE');
    await expectRejection(set({ seat_limit: -1 }), 'VALIDATION_ERROR');
    const missing = node.call(root, 'admin.companies.update', { id: 999_999, seat_limit: 1 });
    await expectRejection(missing, 'NOT_FOUND');
    await expectRejection(
      node.call(ann, 'admin.companies.update', { id, seat_limit: 9 }),
      'PERMISSION_DENIED',
    );
  });
});
