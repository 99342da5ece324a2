/** Tests of the end of somebody's roles on projects when they leave the company that owns these. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { eventually } from '../../../test/eventually.ts';
import { expectRejection, startTestNode, useNode } from '../../../test/service-node.ts';
import { joinCompany, resolvePrincipal, type SignedUpAccount, signUp } from '../../../test/test-accounts.ts';

describe('an account that leaves a company loses its roles on the projects that the company owns (X11)', () => {
  const node = useNode(['identity', 'projects', 'audit']);
  let administrator: SignedUpAccount;
  let companyId: number;
  beforeAll(async () => {
    administrator = await signUp(node, 'Arch & Co');
    companyId = administrator.principal.company?.id ?? 0;
  });

  const now = ({ token }: SignedUpAccount): Promise<Principal> => resolvePrincipal(node, 'session', token);
  const join = (who: SignedUpAccount, role: 'CompanyEditor' | 'CompanyViewer' = 'CompanyEditor') =>
    joinCompany(node, { id: companyId, by: administrator.principal }, who, role);
  const leave = (who: SignedUpAccount, by = administrator) =>
    node.call(by.principal, 'companies.members.remove', { id: companyId, userId: who.principal.user.id });
  const project = async (as: SignedUpAccount, name: string) =>
    (await node.call(await now(as), 'projects.create', { name })).id;
  const listed = async (who: SignedUpAccount) => {
    const { owned, company, shared } = await node.call(await now(who), 'projects.list', {});
    return {
      owned: owned.map(({ id }) => id),
      company: company.map(({ id }) => id),
      shared: shared.map(({ id }) => id),
    };
  };
  const roleOn = async (who: SignedUpAccount, id: number) => {
    const { roles } = await node.call(await now(who), 'projects.roles', {});
    return roles.find(({ project_id }) => project_id === id)?.role ?? null;
  };

  it('the lead has lost the role, the company’s administrators act as lead; a role on a project without a company stays', async () => {
    const member = await signUp(node);
    // Made by a free account and given to the company later: the role on it says nothing of the company.
    const given = await project(member, 'Given');
    await join(member);
    const led = await project(member, 'Led');
    await node.call(await now(member), 'projects.edit', {
      id: given,
      baseVersion: await draftVersion(member, given),
      owner_company_id: companyId,
    });
    assert.deepEqual(
      [await roleOn(member, led), await roleOn(administrator, led)],
      ['ProjectOwner', 'ProjectAdmin'],
    );
    await leave(member);
    const kept = await project(member, 'Kept');
    assert.deepEqual(await listed(member), { owned: [kept], company: [], shared: [] });
    for (const id of [led, given]) {
      await expectRejection(node.call(await now(member), 'projects.details', { id }), 'NOT_FOUND');
      assert.equal(await roleOn(administrator, id), 'ProjectOwner');
    }
    assert.deepEqual((await listed(administrator)).owned.sort(), [given, led].sort());
    await join(member, 'CompanyViewer');
    assert.deepEqual(
      [await roleOn(member, led), await roleOn(member, kept)],
      ['ProjectViewer', 'ProjectOwner'],
    );
  });

  const draftVersion = async (who: SignedUpAccount, id: number): Promise<string> => {
    const shown = await node.call(await now(who), 'projects.details', { id });
    assert.ok('draftVersion' in shown && shown.draftVersion);
    return shown.draftVersion;
  };

  it('it is so for a member that leaves by itself, and each ended role is in the audit trail', async () => {
    const member = await signUp(node);
    await join(member);
    const id = await project(member, 'Left');
    await leave(member, { ...member, principal: await resolvePrincipal(node, 'session', member.token) });
    assert.equal(await roleOn(member, id), null);
    const audit = (await node.node.openDatabase('audit')).collection<{ details: object }>('entries');
    const entry = () => audit.findOne({ action: 'projects.endRoles', 'resource.id': id });
    const details = { user_id: member.principal.user.id, before: { role: 'ProjectOwner' }, after: null };
    assert.deepEqual((await eventually(entry)).details, details);
  });

  it('a role granted before the departure does not count, even before the projects service has processed it', async () => {
    const member = await signUp(node);
    await join(member);
    const id = await project(member, 'Unheard');
    const users = (await node.node.openDatabase('identity')).collection<{ _id: number }>('users');
    await users.updateOne(
      { _id: member.principal.user.id },
      { $set: { company_id: null, company_role: null } },
    );
    const other = await startTestNode(['identity', 'projects'], {
      DATABASE_PREFIX: node.node.config.databasePrefix,
    });
    try {
      const late = await resolvePrincipal(other, 'session', member.token);
      await expectRejection(other.call(late, 'projects.details', { id }), 'NOT_FOUND');
      assert.deepEqual((await other.call(late, 'projects.roles', {})).roles, []);
    } finally {
      await other.stop();
    }
  });

  it('a departure while projects is down is processed when it is back', async () => {
    const member = await signUp(node);
    await join(member);
    const id = await project(member, 'Away');
    const alone = await startTestNode(['identity'], { DATABASE_PREFIX: node.node.config.databasePrefix });
    try {
      await alone.call(administrator.principal, 'companies.members.remove', {
        id: companyId,
        userId: member.principal.user.id,
      });
    } finally {
      await alone.stop();
    }
    await eventually(async () => assert.equal(await roleOn(administrator, id), 'ProjectOwner'));
  });
});
