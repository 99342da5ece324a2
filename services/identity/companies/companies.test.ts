/**
 * Tests of companies and their members: creation, search by name, roles, removal, the last administrator, and what
 * others see.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import { anonymous, personPrincipal } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, useNode } from '../../../test/service-node.ts';
import { joinCompany } from '../../../test/test-accounts.ts';

describe('companies', () => {
  const node = useNode(['identity', 'audit']);

  let created = 0;
  /** A registered account, with or without a company of its own, as identity describes it. */
  const register = async (company_name?: string, email = `p${++created}@example.org`) => {
    const response = await node.call(anonymous, 'identity.register', {
      email,
      password: 'a long enough password',
      name: `P ${created}`,
      ...(company_name ? { company_name } : {}),
    });
    const { principal } = await node.call(anonymous, 'identity.principal', {
      type: 'session',
      secret: response.session_token ?? '',
    });
    if (!principal) throw new Error('no principal');
    return {
      principal,
      token: response.session_token ?? '',
      email,
      id: principal.user.id,
      companyId: principal.company?.id ?? 0,
    };
  };
  type Registered = Awaited<ReturnType<typeof register>>;
  const refreshed = async ({ token }: { token: string }) =>
    (await node.call(anonymous, 'identity.principal', { type: 'session', secret: token })).principal;

  it('whoever creates a company becomes its administrator; an account belongs to one company (A14)', async () => {
    const free = await register();
    const company = await node.call(free.principal, 'companies.create', { name: '  Nova GmbH ' });
    assert.equal(company.name, 'Nova GmbH');
    const now = await refreshed(free);
    assert.deepEqual([now?.company?.id, now?.companyRole], [company.id, 'CompanyAdmin']);
    await expectRejection(
      node.call(free.principal, 'companies.create', { name: 'Two' }),
      'ALREADY_IN_COMPANY',
    );
  });

  /** An account accepts the invitation of a company. */
  const join = async (owner: Registered, who: Registered, role: CompanyRole) =>
    joinCompany(node, { id: owner.companyId, by: owner.principal }, who, role);

  it('adding a member of the company again changes its role immediately (A22, Y1)', async () => {
    const owner = await register('Acme');
    const mate = await register();
    await join(owner, mate, 'CompanyEditor');
    const again = { id: owner.companyId, email: mate.email.toUpperCase(), role: 'CompanyViewer' } as const;
    assert.deepEqual(await node.call(owner.principal, 'companies.members.add', again), {
      email: mate.email,
      role: 'CompanyViewer',
      pending: false,
      invitation_id: null,
      expires_at: null,
    });
    assert.equal((await refreshed(mate))?.companyRole, 'CompanyViewer');
    const demoted = { ...again, email: owner.email };
    await expectRejection(node.call(owner.principal, 'companies.members.add', demoted), 'LAST_ADMIN');
  });

  it('an unknown email is pending until it registers (A22)', async () => {
    const owner = await register('Waiting');
    await node.call(owner.principal, 'companies.members.add', {
      id: owner.companyId,
      email: 'later@example.org',
      role: 'CompanyEditor',
    });
    const { members } = await node.call(owner.principal, 'companies.members.list', { id: owner.companyId });
    assert.deepEqual(
      members.map(({ email, pending }) => [email, pending]),
      [
        [owner.email, false],
        ['later@example.org', true],
      ],
    );
    const late = await register(undefined, 'later@example.org');
    assert.deepEqual([late.companyId, late.principal.companyRole], [owner.companyId, 'CompanyEditor']);
    assert.equal(
      (await node.call(owner.principal, 'companies.members.list', { id: owner.companyId })).members.filter(
        ({ pending }) => pending,
      ).length,
      0,
    );
  });

  it('the last administrator cannot leave or be demoted, also when two demote each other concurrently (A22)', async () => {
    const first = await register('Two heads');
    const id = first.companyId;
    await expectRejection(
      node.call(first.principal, 'companies.members.remove', { id, userId: first.id }),
      'LAST_ADMIN',
    );
    await expectRejection(
      node.call(first.principal, 'companies.members.update', {
        id,
        userId: first.id,
        role: 'CompanyViewer',
      }),
      'LAST_ADMIN',
    );
    const second = await register();
    await join(first, second, 'CompanyAdmin');
    const secondNow = await refreshed(second);
    assert.ok(secondNow);
    await expectOneSuccess([
      node.call(first.principal, 'companies.members.update', {
        id,
        userId: second.id,
        role: 'CompanyViewer',
      }),
      node.call(secondNow, 'companies.members.update', { id, userId: first.id, role: 'CompanyViewer' }),
    ]);
    const { members } = await node.call(first.principal, 'companies.members.list', { id });
    assert.equal(members.filter(({ role }) => role === 'CompanyAdmin').length, 1);
  });

  it('a member may remove only itself (A22)', async () => {
    const owner = await register('Leavers');
    const [one, two] = [await register(), await register()];
    for (const member of [one, two]) await join(owner, member, 'CompanyEditor');
    const now = await refreshed(one);
    assert.ok(now);
    await expectRejection(
      node.call(now, 'companies.members.remove', { id: owner.companyId, userId: two.id }),
      'PERMISSION_DENIED',
    );
    assert.deepEqual(
      await node.call(now, 'companies.members.remove', { id: owner.companyId, userId: one.id }),
      {
        removed: true,
      },
    );
    assert.equal((await refreshed(one))?.company, null);
  });

  it('the members of another company are 404; its name is public (H1)', async () => {
    const owner = await register('Hidden');
    const stranger = await register('Elsewhere');
    const foreign = await expectRejection(
      node.call(stranger.principal, 'companies.members.list', { id: owner.companyId }),
    );
    const missing = await expectRejection(
      node.call(stranger.principal, 'companies.members.list', { id: 999_999 }),
    );
    assert.deepEqual(foreign, missing);
    await expectRejection(
      node.call(stranger.principal, 'companies.update', { id: owner.companyId, name: 'Mine' }),
      'NOT_FOUND',
    );
    assert.equal(
      (await node.call(stranger.principal, 'companies.get', { id: owner.companyId })).name,
      'Hidden',
    );
  });

  it('a member is added by email only (A14)', async () => {
    const { principal, companyId } = await register('Addressed');
    for (const email of ['no address', 'a@b@c', '<a@b.c>', 'a@b.c\r\nBcc: d@e.f', '@b.c', 'a@']) {
      const { status, extras } = await expectRejection(
        node.call(principal, 'companies.members.add', { id: companyId, email, role: 'CompanyViewer' }),
      );
      assert.deepEqual([status, extras.errors?.[0]?.path], [400, 'email'], JSON.stringify(email));
    }
  });

  it('companies are found by a plain part of their name (A21, H5)', async () => {
    await register('Plus (+) Minus');
    const anybody = personPrincipal({ id: 1 });
    assert.equal((await node.call(anybody, 'companies.list', { search: 'plus (+)' })).total, 1);
    await register('Straße');
    assert.equal((await node.call(anybody, 'companies.list', { search: ' STRASSE ' })).total, 1);
    for (const search of ['.*', '(a+)+$', 'Plus\0', '\0']) {
      assert.equal((await node.call(anybody, 'companies.list', { search })).total, 0, JSON.stringify(search));
    }
  });

  it('changing a company requires a session (G4)', async () => {
    const key = personPrincipal({
      id: 1,
      company: { id: 1, name: 'X' },
      companyRole: 'CompanyAdmin',
      granted: ['company:administer'],
    });
    await expectRejection(
      node.call(key, 'companies.members.add', { id: 1, email: 'a@b.c', role: 'CompanyViewer' }),
      'SESSION_REQUIRED',
    );
  });
});
