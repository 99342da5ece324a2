/** Tests of inviting people to a project, changing their role and removing them. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { throughAssistant, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { type SignedUpAccount, signUp } from '../../../test/test-accounts.ts';
import { MembersWorld, type TestCompany } from '../members-world.fixture.ts';

describe('inviting to a project', () => {
  const site = MembersWorld.use();
  let company: TestCompany;
  let admin: SignedUpAccount;
  beforeAll(async () => {
    company = await site.createCompany();
    ({ admin } = company);
  });

  it('an account and an unknown email get the same response; the account has the role at once (P10, H30)', async () => {
    const id = await site.createProject(company);
    const guest = await signUp(site.node);
    const known = await site.invite(admin, id, guest.email.toUpperCase());
    const unknown = await site.invite(admin, id, 'nobody.yet@example.org');
    assert.deepEqual(known, { email: guest.email, permission_type: 'ProjectEditor', status: 'invited' });
    assert.deepEqual(unknown, { ...known, email: 'nobody.yet@example.org' });
    assert.equal(await site.roleOf(guest, id), 'ProjectEditor');
    const { shared } = await site.node.call(guest.principal, 'projects.list', {});
    assert.deepEqual(
      shared.map((row) => row.id),
      [id],
    );
    const { invitations } = await site.node.call(admin.principal, 'projects.invitations.list', { id });
    assert.deepEqual(
      invitations.map(({ email, permission_type }) => [email, permission_type]),
      [['nobody.yet@example.org', 'ProjectEditor']],
    );
    await site.settled();
    assert.deepEqual(await site.notificationsOf(guest), ['project_membership']);
    const text = /^You are now a member of the project “Harbour” as ProjectEditor\.$/m;
    assert.match((await site.mailbox.newestTo(guest.email)).text, text);
    const asked =
      /^You are invited to the project “Harbour” as ProjectEditor\. You will join it when you register/m;
    assert.match((await site.mailbox.newestTo('nobody.yet@example.org')).text, asked);
  });

  it('inviting again changes the role of a member and of an invitation, and mails once for each role (P10)', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    for (const role of ['ProjectAdmin', 'ProjectAdmin', 'ProjectEditor'] as const)
      await site.invite(admin, id, guest.email, role);
    assert.equal(await site.roleOf(guest, id), 'ProjectEditor');
    const later = 'changed.role@example.org';
    for (const role of ['ProjectViewer', 'ProjectViewer', 'ProjectAdmin'] as const)
      await site.invite(admin, id, later, role);
    const { invitations, total } = await site.node.call(admin.principal, 'projects.invitations.list', { id });
    assert.deepEqual([total, invitations[0]?.permission_type], [1, 'ProjectAdmin']);
    await site.settled();
    assert.equal((await site.mailbox.requireMails(later, 2)).length, 2);
    assert.equal((await site.mailbox.requireMails(guest.email, 3)).length, 3);
  });

  it('the lead’s role is fixed, for an invitation and for a removal (P19)', async () => {
    const id = await site.createProject(company);
    const invited = await expectRejection(site.invite(admin, id, admin.email, 'ProjectViewer'));
    const userId = admin.principal.user.id;
    const removed = await expectRejection(
      site.node.call(admin.principal, 'projects.members.remove', { id, userId }),
    );
    assert.deepEqual(
      [invited.status, invited.code, removed.status, removed.code],
      [409, 'LEAD_ROLE_FIXED', 409, 'LEAD_ROLE_FIXED'],
    );
  });

  it('editors cannot invite, administrators of the project can, up to their own role; others get 404 (P10, R-165)', async () => {
    const id = await site.createProject(company);
    const editor = await site.inviteGuest(company, id, 'ProjectEditor');
    const manager = await site.inviteGuest(company, id, 'ProjectAdmin');
    const refused = await expectRejection(site.invite(editor, id, 'friend@example.org', 'ProjectViewer'));
    assert.deepEqual([refused.status, refused.extras.metadata?.permission], [403, 'project:update']);
    await site.invite(manager, id, 'friend@example.org', 'ProjectAdmin');
    const stranger = await signUp(site.node);
    await expectRejection(site.invite(stranger, id, 'friend@example.org'), 404);
    const owner = { projectId: id, email: 'friend@example.org', permission_type: 'ProjectOwner' };
    const above = await expectRejection(site.node.callUntyped(manager.principal, 'projects.invite', owner));
    assert.deepEqual([above.status, above.extras.errors?.[0]?.path], [400, 'permission_type']);
  });

  it('a member leaves or is removed, and has no access from then on; a stranger is 404 (P19)', async () => {
    const id = await site.createProject(company);
    const [one, other] = [await site.inviteGuest(company, id), await site.inviteGuest(company, id)];
    const remove = (by: SignedUpAccount, of: SignedUpAccount) =>
      site.node.call(by.principal, 'projects.members.remove', { id, userId: of.principal.user.id });
    await expectRejection(remove(one, other), 403, 'PERMISSION_DENIED');
    assert.deepEqual(await remove(one, one), { removed: true });
    assert.deepEqual(await remove(admin, other), { removed: true });
    for (const gone of [one, other]) {
      assert.equal(await site.roleOf(gone, id), null);
      await expectRejection(site.seat(gone, id), 404);
      await expectRejection(remove(admin, gone), 404);
    }
    assert.deepEqual([...(await site.rolesOn(admin, id)).values()], ['ProjectOwner']);
  });

  it('a withdrawn invitation gives nothing; another project’s is 404 (P19)', async () => {
    const [id, other] = [await site.createProject(company), await site.createProject(company)];
    const email = 'withdrawn@example.org';
    await site.invite(admin, id, email);
    const { invitations } = await site.node.call(admin.principal, 'projects.invitations.list', { id });
    const invitationId = invitations[0]?.id ?? '';
    const withdraw = (from: number) =>
      site.node.call(admin.principal, 'projects.invitations.withdraw', { id: from, invitationId });
    await expectRejection(withdraw(other), 404);
    assert.deepEqual(await withdraw(id), { withdrawn: true });
    await expectRejection(withdraw(id), 404);
    const claim = { user_id: 999, name: 'W', email, company_id: null };
    assert.deepEqual(await site.node.call(admin.principal, 'projects.claimInvitations', claim), {
      claimed: [],
    });
  });

  it('a project without a company needs one first; its creator gives it with the invitation (document 1, authentication 7, P15)', async () => {
    const founder = await signUp(site.node);
    const { id } = await site.node.call(founder.principal, 'projects.create', { name: 'Orphan' });
    const without = await expectRejection(site.invite(founder, id, 'mate@example.org'));
    assert.deepEqual([without.code, without.extras.metadata?.companies], ['project_needs_company', []]);
    const { principal } = await site.joinAs(company, founder, 'CompanyEditor');
    const needs = await expectRejection(site.invite({ ...founder, principal }, id, 'mate@example.org'));
    assert.deepEqual(
      [needs.status, needs.code, needs.extras.metadata?.companies],
      [409, 'project_needs_company', [{ id: company.id, name: 'Arch & Co' }]],
    );
    const invitation = {
      projectId: id,
      email: 'mate@example.org',
      permission_type: 'ProjectViewer' as const,
    };
    const adopt = (as: typeof principal, adopt_company_id = company.id) =>
      site.node.call(as, 'projects.invite', { ...invitation, adopt_company_id });
    const assistant = await expectRejection(adopt(throughAssistant(principal)));
    assert.deepEqual(
      [assistant.status, assistant.code, assistant.extras.metadata],
      [403, 'DELEGATED_ACCESS_REFUSED', { reason: 'project_needs_company' }],
    );
    await expectRejection(adopt(withKey(principal, ['project:update'])), 'SESSION_REQUIRED');
    await expectRejection(adopt(principal, company.id + 1), 'COMPANY_NOT_ALLOWED');
    assert.equal((await adopt(principal)).status, 'invited');
    const shown = await site.node.call(admin.principal, 'projects.details', { id });
    assert.deepEqual(
      ['owner_company_id' in shown && shown.owner_company_id, 'role' in shown && shown.role],
      [company.id, 'ProjectAdmin'],
    );
    const { invitations } = await site.node.call(admin.principal, 'projects.invitations.list', { id });
    assert.deepEqual(
      invitations.map(({ email }) => email),
      ['mate@example.org'],
    );
    const twice = await expectRejection(adopt(principal));
    assert.deepEqual([twice.status, twice.extras.errors?.[0]?.path], [400, 'adopt_company_id']);
    assert.equal((await site.seat({ ...founder, principal }, id)).funding, 'own_staff');
  });
});
