/**
 * Tests of joining a company: an account lists, accepts or declines its invitations; those of a member who is removed
 * from a company or a project are withdrawn.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, jest } from '@jest/globals';
import { fakeDate } from '../../../test/fake-date.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import {
  joinCompany,
  resolvePrincipal,
  type SignedUpAccount,
  signInAdministrator,
  signUp,
} from '../../../test/test-accounts.ts';

const DAY_MS = 86_400_000;

describe('joining a company takes two', () => {
  const node = useNode(['identity', 'projects', 'audit']);

  interface Owner extends SignedUpAccount {
    companyId: number;
  }
  const found = async (name: string): Promise<Owner> => {
    const account = await signUp(node, name);
    return { ...account, companyId: account.principal.company?.id ?? 0 };
  };
  const invite = ({ principal, companyId }: Owner, email: string) =>
    node.call(principal, 'companies.members.add', { id: companyId, email, role: 'CompanyEditor' });
  const accept = (who: SignedUpAccount, id: string | null) =>
    node.call(who.principal, 'account.invitations.accept', { id: id ?? '' });
  const now = ({ token }: SignedUpAccount) => resolvePrincipal(node, 'session', token);
  const listed = async (who: SignedUpAccount) =>
    (await node.call(who.principal, 'account.invitations.list', {})).invitations;
  let unknown = 0;
  const unknownEmail = (): string => `unknown${++unknown}@example.org`;

  it('inviting changes nothing for the account, and answers alike for every kind of recipient (Y1)', async () => {
    const owner = await found('Inviters');
    const free = await signUp(node);
    const elsewhere = await found('Elsewhere');
    const administrator = await signInAdministrator(node);
    const emails = [unknownEmail(), free.email, elsewhere.email, administrator.user.email];
    const answers = [];
    for (const email of emails) answers.push(await invite(owner, email));
    answers.push(await invite(owner, free.email));
    for (const [at, answer] of answers.entries()) {
      assert.deepEqual(answer, {
        email: emails[at] ?? free.email,
        role: 'CompanyEditor',
        pending: true,
        invitation_id: answer.invitation_id,
        expires_at: answer.expires_at,
      });
      assert.match(answer.invitation_id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    }
    assert.equal(answers[1]?.invitation_id, answers.at(-1)?.invitation_id);
    assert.equal((await now(free)).company, null);
    assert.equal((await now(elsewhere)).company?.name, 'Elsewhere');
    assert.equal((await signInAdministrator(node)).company, null);
    const { members } = await node.call(owner.principal, 'companies.members.list', { id: owner.companyId });
    const pending = members.filter((row) => row.pending);
    assert.deepEqual(pending.map(({ email }) => email).sort(), emails.toSorted());
    assert.ok(pending.every(({ user_id, name }) => user_id === null && name === null));
  });

  it('the invited account lists the invitation, accepts it once, and is a member (Y1)', async () => {
    const owner = await found('Welcoming');
    const guest = await signUp(node);
    const { invitation_id } = await invite(owner, guest.email);
    const [row, ...others] = await listed(guest);
    assert.ok(row);
    assert.deepEqual(others, []);
    assert.deepEqual(row, {
      id: invitation_id,
      company: { id: owner.companyId, name: 'Welcoming' },
      role: 'CompanyEditor',
      invited_at: row.invited_at,
      expires_at: new Date(Date.parse(row.invited_at) + 30 * DAY_MS).toISOString(),
    });
    assert.deepEqual(await accept(guest, row.id), { company: row.company, role: 'CompanyEditor' });
    assert.deepEqual((await now(guest)).company, row.company);
    assert.deepEqual(await listed(guest), []);
    await expectRejection(accept(guest, row.id), 'NOT_FOUND');
  });

  it('the invitation of another account, a withdrawn, an expired and an invented one are equally 404 (Y1)', async () => {
    const owner = await found('Careful');
    const [guest, other] = [await signUp(node), await signUp(node)];
    const missing = await expectRejection(accept(guest, randomUUID()), 'NOT_FOUND');
    const theirs = await invite(owner, other.email);
    assert.deepEqual(await expectRejection(accept(guest, theirs.invitation_id)), missing);
    const withdrawn = await invite(owner, guest.email);
    const at = { id: owner.companyId, invitationId: withdrawn.invitation_id ?? '' };
    await node.call(owner.principal, 'companies.invitations.withdraw', at);
    assert.deepEqual(await expectRejection(accept(guest, withdrawn.invitation_id)), missing);
    const late = await invite(owner, guest.email);
    fakeDate();
    jest.advanceTimersByTime(30 * DAY_MS + 1);
    assert.deepEqual(await expectRejection(accept(guest, late.invitation_id)), missing);
    const declining = node.call(guest.principal, 'account.invitations.decline', { id: at.invitationId });
    assert.deepEqual(await expectRejection(declining), missing);
    assert.deepEqual(await listed(guest), []);
    const { members } = await node.call(owner.principal, 'companies.members.list', { id: owner.companyId });
    assert.deepEqual(
      members.map(({ email }) => email),
      [owner.email],
    );
    const renewed = await invite(owner, guest.email);
    assert.notEqual(renewed.invitation_id, late.invitation_id);
  });

  it('accepting while in a company is 409, shown to the invited only; after leaving it the invitation still holds (Y1)', async () => {
    const [first, second] = [await found('First'), await found('Second')];
    const guest = await signUp(node);
    await joinCompany(node, { id: first.companyId, by: first.principal }, guest, 'CompanyViewer');
    const member = { ...guest, principal: await now(guest) };
    const { invitation_id } = await invite(second, guest.email);
    await expectRejection(accept(member, invitation_id), 'ALREADY_IN_COMPANY');
    const leaving = { id: first.companyId, userId: guest.principal.user.id };
    await node.call(member.principal, 'companies.members.remove', leaving);
    await accept(guest, invitation_id);
    assert.equal((await now(guest)).company?.name, 'Second');
  });

  it('of two invitations that are accepted concurrently one is 409 (Y1)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [await found('One'), await found('Other')];
      const guest = await signUp(node);
      const invitations = [await invite(first, guest.email), await invite(second, guest.email)];
      const outcomes = await Promise.allSettled(
        invitations.map(({ invitation_id }) => accept(guest, invitation_id)),
      );
      const [refused, ...others] = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      );
      assert.deepEqual(others, []);
      await expectRejection(Promise.reject(refused), 'ALREADY_IN_COMPANY');
    }
  });

  it('a declined invitation is deleted for both (Y1)', async () => {
    const owner = await found('Hopeful');
    const guest = await signUp(node);
    const { invitation_id } = await invite(owner, guest.email);
    const id = invitation_id ?? '';
    assert.deepEqual(await node.call(guest.principal, 'account.invitations.decline', { id }), {
      declined: true,
    });
    const { total } = await node.call(owner.principal, 'companies.members.list', { id: owner.companyId });
    assert.deepEqual([total, await listed(guest)], [1, []]);
  });

  it('when a member is removed, the invitations that this member sent last are withdrawn, to the company and its projects (Y1)', async () => {
    const owner = await found('Losing');
    const colleague = await signUp(node);
    const company = { id: owner.companyId, by: owner.principal };
    const principal = await joinCompany(node, company, colleague, 'CompanyAdmin');
    const member: Owner = { ...colleague, principal, companyId: owner.companyId };
    const [theirs, ours, taken] = [unknownEmail(), unknownEmail(), unknownEmail()];
    const { invitation_id } = await invite(member, theirs);
    await invite(owner, ours);
    await invite(member, taken);
    await invite(owner, taken);
    const { id: projectId } = await node.call(owner.principal, 'projects.create', { name: 'Quay' });
    const asked = { projectId, permission_type: 'ProjectViewer' } as const;
    await node.call(principal, 'projects.invite', { ...asked, email: theirs });
    await node.call(owner.principal, 'projects.invite', { ...asked, email: ours });
    const removal = { id: owner.companyId, userId: principal.user.id };
    await node.call(owner.principal, 'companies.members.remove', removal);
    const { members } = await node.call(owner.principal, 'companies.members.list', { id: owner.companyId });
    const pending = members.filter((row) => row.pending).map(({ email }) => email);
    assert.deepEqual(pending, [ours, taken].toSorted());
    const { invitations } = await node.call(owner.principal, 'projects.invitations.list', { id: projectId });
    assert.deepEqual(
      invitations.map(({ email }) => email),
      [ours],
    );
    const withdrawn = { id: owner.companyId, invitationId: invitation_id ?? '' };
    const again = node.call(owner.principal, 'companies.invitations.withdraw', withdrawn);
    await expectRejection(again, 'NOT_FOUND');
    await expectRejection(invite(member, unknownEmail()), 'NOT_FOUND');
  });

  it('when somebody is removed from a project, their invitations to it are withdrawn (Y1)', async () => {
    const owner = await found('Projecting');
    const helper = await signUp(node);
    const projects = [];
    for (const name of ['Pier', 'Mole']) {
      const { id: projectId } = await node.call(owner.principal, 'projects.create', { name });
      const role = { email: helper.email, permission_type: 'ProjectAdmin' } as const;
      await node.call(owner.principal, 'projects.invite', { projectId, ...role });
      const sent = { projectId, email: unknownEmail(), permission_type: 'ProjectViewer' } as const;
      await node.call(helper.principal, 'projects.invite', sent);
      projects.push(projectId);
    }
    const [id = 0, other = 0] = projects;
    const removal = { id, userId: helper.principal.user.id };
    await node.call(owner.principal, 'projects.members.remove', removal);
    const countOf = async (project: number): Promise<number> =>
      (await node.call(owner.principal, 'projects.invitations.list', { id: project })).total;
    assert.deepEqual([await countOf(id), await countOf(other)], [0, 1]);
  });
});
