import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { eventually } from '../../../test/eventually.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signUp, TEST_PASSWORD } from '../../../test/sign-up.ts';

type Change = Omit<InputOf<EndpointMap['admin.users.update']>, 'id'>;
const ADMIN = { email: 'admin@example.org', password: 'correct horse battery', address: '192.0.2.1' };

describe('administration of accounts', () => {
  let node: TestNode;
  let root: UserPrincipal;
  beforeAll(async () => {
    node = await startTestNode(['identity', 'audit']);
    root = await resolvePrincipal(
      node,
      'session',
      (await node.call(anonymous, 'identity.signIn', ADMIN)).session_token,
    );
  });
  afterAll(() => node.stop());
  const change = (id: number, members: Change, as = root) =>
    node.call(as, 'admin.users.update', { id, ...members });
  const list = (query: InputOf<EndpointMap['admin.users.list']> = {}, as = root) =>
    node.call(as, 'admin.users.list', query);
  const principalOf = async (type: 'key' | 'session', secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type, secret })).principal;

  it('A13, A22: lists accounts with exactly the members of the user record, paged', async () => {
    const { principal, email } = await signUp(node, 'Nova GmbH');
    const { users, total } = await list({ search: email.toUpperCase() });
    assert.equal(total, 1);
    assert.deepEqual(users, [
      {
        id: principal.user.id,
        email,
        name: principal.user.name,
        company_id: principal.company?.id,
        approved: true,
        suspended: false,
        contribution_barred: false,
        site_roles: [],
        created_at: users[0]?.created_at,
      },
    ]);
    const page = await list({ limit: 1, offset: 1 });
    assert.deepEqual([page.users.length, page.limit, page.offset], [1, 1, 1]);
    for (const search of ['.*', '(a+)+$', 'a\0b', '\0'])
      assert.equal((await list({ search })).total, 0, JSON.stringify(search));
    assert.equal((await expectRejection(list({ limit: 201 }))).code, 'VALIDATION_ERROR');
  });

  it('A13: needs site:admin, of the account and of the key', async () => {
    const { principal } = await signUp(node, 'Company');
    for (const refused of [
      list({}, principal),
      change(principal.user.id, { site_roles: ['SiteAdmin'] }, principal),
    ]) {
      const { code, extras } = await expectRejection(refused);
      assert.deepEqual([code, extras.metadata?.permission], ['PERMISSION_DENIED', 'site:admin']);
    }
    const { secret } = await node.call(root, 'account.keys.create', {
      name: 'weak',
      permissions: ['standard:read'],
    });
    assert.equal(
      (await expectRejection(list({}, await resolvePrincipal(node, 'key', secret)))).code,
      'PERMISSION_DENIED',
    );
    assert.equal((await expectRejection(change(999_999, { suspended: true }))).code, 'NOT_FOUND');
    assert.equal((await expectRejection(change(principal.user.id, {}))).code, 'NOTHING_TO_CHANGE');
  });

  it('A17: a suspended account: keys and sessions are nobody, login says so after the right password; lifted, they work', async () => {
    const { principal, token, email } = await signUp(node);
    const id = principal.user.id;
    const { secret } = await node.call(principal, 'account.keys.create', {
      name: 'CI',
      permissions: ['standard:read'],
    });
    const received: unknown[] = [];
    node.node.broker.createService({
      name: 'administration-listener',
      events: { 'identity.principalChanged': (ctx: { params: unknown }) => void received.push(ctx.params) },
    });
    assert.equal((await change(id, { suspended: true })).suspended, true);
    assert.deepEqual(received, [{ user_id: id }]);
    assert.deepEqual([await principalOf('key', secret), await principalOf('session', token)], [null, null]);
    const login = (password: string) =>
      node.call(anonymous, 'identity.signIn', { email, password, address: '192.0.2.2' });
    assert.equal((await expectRejection(login(TEST_PASSWORD))).code, 'ACCOUNT_SUSPENDED');
    assert.equal((await expectRejection(login('a wrong password'))).code, 'INVALID_CREDENTIALS');
    assert.deepEqual(
      (await list({ suspended: true })).users.map((user) => user.id),
      [id],
    );
    await change(id, { suspended: false });
    assert.ok((await principalOf('key', secret)) && (await principalOf('session', token)));
  });

  it('R-149, A20: withheld contribution rights end the role at once, and giving them back restores it', async () => {
    const { principal, token } = await signUp(node);
    await node.call(principal, 'account.cla.accept', { document_id: 1 });
    const roles = async () => (await resolvePrincipal(node, 'session', token)).siteRoles;
    assert.deepEqual(await roles(), ['SiteContributor']);
    assert.deepEqual((await change(principal.user.id, { contribution_barred: true })).site_roles, []);
    assert.deepEqual(await roles(), []);
    assert.deepEqual((await change(principal.user.id, { contribution_barred: false })).site_roles, [
      'SiteContributor',
    ]);
    assert.deepEqual(await roles(), ['SiteContributor']);
  });

  it('A18: site roles replace the given ones; SiteContributor is not given, but does no harm where it is held', async () => {
    const { principal, token } = await signUp(node);
    const id = principal.user.id;
    assert.deepEqual((await change(id, { site_roles: ['SiteModerator', 'SiteModerator'] })).site_roles, [
      'SiteModerator',
    ]);
    assert.deepEqual((await resolvePrincipal(node, 'session', token)).siteRoles, ['SiteModerator']);
    const { code, extras } = await expectRejection(change(id, { site_roles: ['SiteContributor'] }));
    assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', 'site_roles']);
    await node.call(principal, 'account.cla.accept', { document_id: 1 });
    assert.deepEqual((await change(id, { site_roles: ['SiteContributor', 'SiteAdmin'] })).site_roles, [
      'SiteContributor',
      'SiteAdmin',
    ]);
    assert.deepEqual((await change(id, { site_roles: [] })).site_roles, ['SiteContributor']);
  });

  it('A22: the last administrator stays: neither demoted nor suspended nor without approval', async () => {
    for (const members of [{ site_roles: [] }, { suspended: true }, { approved: false }] satisfies Change[]) {
      const { code, status } = await expectRejection(change(root.user.id, members));
      assert.deepEqual([code, status], ['LAST_ADMIN', 409]);
    }
    // One who cannot sign in is no other administrator.
    const { principal } = await signUp(node);
    await change(principal.user.id, { site_roles: ['SiteAdmin'], suspended: true });
    assert.equal((await expectRejection(change(root.user.id, { site_roles: [] }))).code, 'LAST_ADMIN');
    await change(principal.user.id, { site_roles: [], suspended: false });
  });

  it('A22: of two administrators who remove each other at once one stays', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { principal, token } = await signUp(node);
      await change(principal.user.id, { site_roles: ['SiteAdmin'] });
      const other = await resolvePrincipal(node, 'session', token);
      const outcomes = await Promise.allSettled([
        change(principal.user.id, { site_roles: [] }),
        change(root.user.id, round % 2 === 0 ? { site_roles: [] } : { suspended: true }, other),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      if (outcomes[1]?.status === 'fulfilled') {
        await change(root.user.id, { site_roles: ['SiteAdmin'], suspended: false }, other);
        await change(principal.user.id, { site_roles: [] });
      }
    }
  });

  it('P14: the audit trail tells what was before and after; a change to the same says nothing', async () => {
    const { principal } = await signUp(node);
    const id = principal.user.id;
    await change(id, { contribution_barred: true });
    await change(id, { contribution_barred: true, suspended: false });
    const rows = await (await node.node.openDatabase('identity')).collection('outbox').find().toArray();
    const entries = async () =>
      (await node.call(root, 'admin.audit.list', { action: 'admin.users.update', resource_id: String(id) }))
        .entries;
    await eventually(async () => (await entries()).length > 0);
    const [entry, ...more] = await entries();
    assert.deepEqual(
      [entry?.details, more],
      [{ before: { contribution_barred: false }, after: { contribution_barred: true } }, []],
    );
    assert.ok(!JSON.stringify([rows, entry]).includes('password_hash'));
  });
});

describe('administration of approvals, agreements and companies', () => {
  let node: TestNode;
  let root: UserPrincipal;
  beforeAll(async () => {
    node = await startTestNode(['identity'], { USER_APPROVAL: 'manual', SEAT_LIMIT: '11', SLOT_LIMIT: '12' });
    root = await resolvePrincipal(
      node,
      'session',
      (await node.call(anonymous, 'identity.signIn', ADMIN)).session_token,
    );
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
    const login = { email, password: TEST_PASSWORD, address: '192.0.2.3' };
    return resolvePrincipal(
      node,
      'session',
      (await node.call(anonymous, 'identity.signIn', login)).session_token,
    );
  };

  it('A13: an account that waits enters once it is approved, and is told', async () => {
    const ann = await approved();
    const { notifications } = await node.call(ann, 'account.notifications.list', {});
    assert.deepEqual(
      notifications.map(({ kind }) => kind),
      ['account_approved'],
    );
  });

  const publish = (version: number, more: { content?: string; effective_date?: string } = {}) =>
    node.call(root, 'admin.cla.publish', { version, content: `# Version ${version}`, ...more });

  it('A13, A20, X6: a new version is in force at once or from its date on; earlier contributors keep their role', async () => {
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
    assert.equal(
      (await expectRejection(node.call(ann, 'account.cla.accept', { document_id: 1 }))).code,
      'CLA_VERSION_STALE',
    );
    assert.deepEqual((await node.call(ann, 'account.cla.accept', { document_id: 2 })).site_roles, [
      'SiteContributor',
    ]);
  });

  it('A20, X6: a version that is not higher than every other is 409 CLA_VERSION_STALE, also when two publish it at once', async () => {
    for (const version of [1, 4, 5]) {
      const { code, status, extras } = await expectRejection(publish(version));
      assert.deepEqual([code, status, extras.metadata?.currentVersion], ['CLA_VERSION_STALE', 409, 5]);
    }
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => publish(6)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of tries) {
      if (outcome.status === 'rejected')
        assert.equal((await expectRejection(Promise.reject(outcome.reason))).code, 'CLA_VERSION_STALE');
    }
    for (const bad of [{ content: ' \n' }, { content: '' }, { effective_date: 'tomorrow' }]) {
      assert.equal((await expectRejection(publish(9, bad))).code, 'VALIDATION_ERROR');
    }
  });

  it('X6: versions rise strictly, also when a higher and a lower one are published at once: the lower is there first or not at all', async () => {
    for (let version = 10; version < 40; version += 2) {
      const tries = await Promise.allSettled([publish(version + 1), publish(version)]);
      assert.equal(tries[0]?.status, 'fulfilled');
      if (tries[1]?.status === 'rejected')
        assert.equal((await expectRejection(Promise.reject(tries[1].reason))).code, 'CLA_VERSION_STALE');
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

  it('P19: limits of a company: its own, else those of the site; other services read its own', async () => {
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
    assert.equal((await expectRejection(set({}))).code, 'NOTHING_TO_CHANGE');
    assert.equal((await expectRejection(set({ seat_limit: -1 }))).code, 'VALIDATION_ERROR');
    const missing = node.call(root, 'admin.companies.update', { id: 999_999, seat_limit: 1 });
    assert.equal((await expectRejection(missing)).code, 'NOT_FOUND');
    assert.equal(
      (await expectRejection(node.call(ann, 'admin.companies.update', { id, seat_limit: 9 }))).code,
      'PERMISSION_DENIED',
    );
  });
});
