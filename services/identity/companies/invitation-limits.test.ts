/** Tests of how many invitations a recipient gets and an account sends in a day. */
import assert from 'node:assert/strict';
import { describe, it, jest } from '@jest/globals';
import { fakeDate } from '../../../test/fake-date.ts';
import { expectRejection, startTestNode, useNode } from '../../../test/service-node.ts';
import { resolvePrincipal, type SignedUpAccount, signUp } from '../../../test/test-accounts.ts';

const HOUR_MS = 3_600_000;

describe('limits of invitations', () => {
  const node = useNode(['identity', 'projects', 'audit'], { RATE_LIMIT_INVITATIONS: '50' });

  type Role = 'CompanyViewer' | 'CompanyEditor' | 'CompanyAdmin';
  const invite = ({ principal }: SignedUpAccount, email: string, role: Role = 'CompanyViewer', on = node) =>
    on.call(principal, 'companies.members.add', { id: principal.company?.id ?? 0, email, role });
  const createProject = async ({ principal }: SignedUpAccount): Promise<number> =>
    (await node.call(principal, 'projects.create', { name: 'Quay' })).id;
  type ProjectRole = 'ProjectViewer' | 'ProjectEditor' | 'ProjectAdmin';
  const inviteTo = (
    { principal }: SignedUpAccount,
    projectId: number,
    email: string,
    permission_type: ProjectRole = 'ProjectViewer',
  ) => node.call(principal, 'projects.invite', { projectId, email, permission_type });
  const companies = async (count: number): Promise<SignedUpAccount[]> => {
    const owners: SignedUpAccount[] = [];
    for (let at = 0; at < count; at += 1) owners.push(await signUp(node, `Company ${at}`));
    return owners;
  };
  const refusal = async (call: Promise<unknown>) => {
    const { code, status, detail, extras } = await expectRejection(call);
    return { code, status, detail, wait: Number(extras.metadata?.retryAfter) };
  };

  it('a fourth invitation of one address within a day is 429, whoever sends it and whether or not it has an account (Y7)', async () => {
    const refusals = [];
    for (const email of ['nobody@example.org', (await signUp(node)).email]) {
      const [first, second, third, fourth] = await companies(4);
      assert.ok(first && second && third && fourth);
      await invite(first, email);
      await inviteTo(second, await createProject(second), email);
      await invite(third, email);
      const ofCompany = await refusal(invite(fourth, email));
      const ofProject = await refusal(inviteTo(fourth, await createProject(fourth), email));
      for (const { code, status, wait } of [ofCompany, ofProject]) {
        assert.deepEqual([status, code], [429, 'RATE_LIMITED']);
        assert.ok(wait > 86_300 && wait <= 86_400, String(wait));
      }
      refusals.push(ofCompany.detail, ofProject.detail);
    }
    assert.equal(new Set(refusals).size, 1);
    assert.match(refusals[0] ?? '', /invited 3 times within a day\. Invite again in 24 hours\./);
  });

  it('withdrawing and inviting again counts, also with another spelling; repeating a pending invitation does not (Y7)', async () => {
    const [owner] = await companies(1);
    assert.ok(owner);
    const id = owner.principal.company?.id ?? 0;
    for (let at = 0; at < 3; at += 1) {
      const { invitation_id } = await invite(owner, 'again@example.org');
      await invite(owner, 'AGAIN@example.org.');
      const withdrawal = { id, invitationId: invitation_id ?? '' };
      await node.call(owner.principal, 'companies.invitations.withdraw', withdrawal);
    }
    assert.equal((await refusal(invite(owner, 'again@example.org'))).status, 429);
  });

  it('addresses that differ in a tag or in quotation marks are one recipient (Y7)', async () => {
    const [owner] = await companies(1);
    assert.ok(owner);
    await invite(owner, 'tagged@example.org');
    await inviteTo(owner, await createProject(owner), 'tagged+site@example.org');
    await invite(owner, '"tagged"@example.org');
    const { status, detail } = await refusal(invite(owner, 'tagged+1+2@example.org'));
    assert.equal(status, 429);
    assert.match(detail, /invited 3 times/);
    await invite(owner, '+tagged@example.org');
  });

  it('a new role of a member is no invitation (Y7)', async () => {
    const [owner] = await companies(1);
    assert.ok(owner);
    const projectId = await createProject(owner);
    const { email } = await signUp(node);
    for (const role of ['Viewer', 'Editor', 'Admin', 'Viewer', 'Editor'] as const)
      await inviteTo(owner, projectId, email, `Project${role}`);
    for (const role of ['CompanyViewer', 'CompanyEditor', 'CompanyAdmin'] as const)
      if (role !== 'CompanyAdmin') await assert.rejects(invite(owner, owner.email, role), /administrator/);
      else await invite(owner, owner.email, role);
    await invite(owner, email);
  });

  it('the 51st invitation of one account within a day is 429; a day after the first it may send one more (Y7)', async () => {
    const [owner, other] = await companies(2);
    assert.ok(owner && other);
    fakeDate();
    for (let at = 0; at < 49; at += 1) {
      await invite(owner, `many${at}@example.org`);
      if (at === 0) jest.advanceTimersByTime(HOUR_MS);
    }
    const projectId = await createProject(owner);
    await inviteTo(owner, projectId, 'fiftieth@example.org');
    const { status, detail, wait } = await refusal(invite(owner, 'late@example.org'));
    assert.deepEqual([status, wait], [429, 23 * 3600]);
    assert.equal(detail, 'Your account has sent 50 invitations within a day. Invite again in 23 hours.');
    assert.equal((await refusal(inviteTo(owner, projectId, 'late@example.org'))).status, 429);
    await invite(other, 'late@example.org');
    jest.advanceTimersByTime(23 * HOUR_MS + 1_000);
    const renewed = { ...owner, principal: await resolvePrincipal(node, 'session', owner.token) };
    await invite(renewed, 'late@example.org');
    assert.equal((await refusal(invite(renewed, 'later@example.org'))).status, 429);
  });

  it('concurrent invitations through several nodes count together (Y7)', async () => {
    const owners = await companies(8);
    const other = await startTestNode(['identity'], { DATABASE_PREFIX: node.node.config.databasePrefix });
    try {
      const outcomes = await Promise.allSettled(
        owners.map((owner, at) =>
          invite(owner, 'popular@example.org', 'CompanyViewer', at % 2 === 0 ? node : other),
        ),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
    } finally {
      await other.stop();
    }
  });

  it('a dry run counts nothing (Y7)', async () => {
    const [owner] = await companies(1);
    assert.ok(owner);
    const projectId = await createProject(owner);
    const dry = {
      projectId,
      email: 'dry@example.org',
      permission_type: 'ProjectViewer',
      dryRun: true,
    } as const;
    for (let at = 0; at < 4; at += 1) await node.call(owner.principal, 'projects.invite', dry);
    await inviteTo(owner, projectId, 'dry@example.org');
  });
});
