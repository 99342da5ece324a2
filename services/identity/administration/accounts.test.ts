/**
 * Tests of the endpoints by which site administrators list, suspend and change accounts and their roles, and of the
 * last administrator, who stays one.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { eventually } from '../../../test/eventually.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signInAdministrator, signUp, TEST_PASSWORD } from '../../../test/test-accounts.ts';

type Change = Omit<InputOf<EndpointMap['admin.users.update']>, 'id'>;

describe('administration of accounts', () => {
  let node: TestNode;
  let root: UserPrincipal;
  beforeAll(async () => {
    node = await startTestNode(['identity', 'audit']);
    root = await signInAdministrator(node);
  });
  afterAll(() => node.stop());
  const change = (id: number, members: Change, as = root) =>
    node.call(as, 'admin.users.update', { id, ...members });
  const list = (query: InputOf<EndpointMap['admin.users.list']> = {}, as = root) =>
    node.call(as, 'admin.users.list', query);
  const principalOf = async (type: 'key' | 'session', secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type, secret })).principal;

  it('lists accounts with exactly the members of the user record, paged (A13, A22)', async () => {
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
    await expectRejection(list({ limit: 201 }), 'VALIDATION_ERROR');
  });

  it('needs site:admin, of the account and of the key (A13)', async () => {
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
    await expectRejection(list({}, await resolvePrincipal(node, 'key', secret)), 'PERMISSION_DENIED');
    await expectRejection(change(999_999, { suspended: true }), 'NOT_FOUND');
    await expectRejection(change(principal.user.id, {}), 'NOTHING_TO_CHANGE');
  });

  it('a suspended account: keys and sessions are nobody, login says so after the right password; lifted, they work (A17)', async () => {
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
    await expectRejection(login(TEST_PASSWORD), 'ACCOUNT_SUSPENDED');
    await expectRejection(login('a wrong password'), 'INVALID_CREDENTIALS');
    assert.deepEqual(
      (await list({ suspended: true })).users.map((user) => user.id),
      [id],
    );
    await change(id, { suspended: false });
    assert.ok((await principalOf('key', secret)) && (await principalOf('session', token)));
  });

  it('withheld contribution rights end the role immediately, and giving them back restores it (R-149, A20)', async () => {
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

  it('site roles replace the given ones; SiteContributor is not given, but does no harm where it is held (A18)', async () => {
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

  it('a key changes no site role and makes no administrator, whatever it is granted; a session does (Y2)', async () => {
    const { secret } = await node.call(root, 'account.keys.create', {
      name: 'all',
      permissions: ['site:admin'],
    });
    const key = await resolvePrincipal(node, 'key', secret);
    const { principal } = await signUp(node);
    const id = principal.user.id;
    const refused: [number, Change][] = [
      [id, { site_roles: ['SiteAdmin'] }],
      [id, { site_roles: ['SiteModerator'], approved: true }],
      [id, { site_roles: [] }],
      [999_999, { site_roles: ['SiteAdmin'] }],
    ];
    for (const [whom, members] of refused)
      await expectRejection(change(whom, members, key), 'SESSION_REQUIRED');
    assert.equal((await change(id, { contribution_barred: true }, key)).contribution_barred, true);
    // A suspended administrator is none until the suspension is lifted.
    await change(id, { site_roles: ['SiteAdmin'], suspended: true });
    for (const members of [{ suspended: false }, { suspended: false, approved: true }])
      await expectRejection(change(id, members, key), 'SESSION_REQUIRED');
    assert.equal((await change(id, { contribution_barred: false }, key)).suspended, true);
    assert.equal((await change(id, { suspended: false })).suspended, false);
    assert.equal((await change(id, { suspended: true }, key)).suspended, true);
    await change(id, { site_roles: [] });
  });

  it('the last administrator stays: neither demoted nor suspended nor without approval (A22)', async () => {
    for (const members of [{ site_roles: [] }, { suspended: true }, { approved: false }] satisfies Change[]) {
      await expectRejection(change(root.user.id, members), 409, 'LAST_ADMIN');
    }
    // One who cannot sign in is no other administrator.
    const { principal } = await signUp(node);
    await change(principal.user.id, { site_roles: ['SiteAdmin'], suspended: true });
    await expectRejection(change(root.user.id, { site_roles: [] }), 'LAST_ADMIN');
    await change(principal.user.id, { site_roles: [], suspended: false });
  });

  it('of two administrators who remove each other concurrently one stays (A22)', async () => {
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

  it('the audit trail tells what was before and after; a change to the same says nothing (P14)', async () => {
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
