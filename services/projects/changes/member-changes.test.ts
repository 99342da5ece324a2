/** Tests of how changes of members, invitations and seats appear in the changes of a project. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { signUp } from '../../../test/test-accounts.ts';
import { MembersWorld } from '../members-world.fixture.ts';

describe('the members among the changes of a project', () => {
  const site = MembersWorld.use();

  it('say who came, got another role, left and leads, each once and by whom, without gaps', async () => {
    const company = await site.createCompany();
    const { admin } = company;
    const id = await site.createProject(company);
    const staff = await site.join(company);
    const guest = await site.inviteGuest(company, id);
    await site.invite(admin, id, guest.email, 'ProjectViewer');
    // The same role again changes nothing.
    await site.invite(admin, id, guest.email, 'ProjectViewer');
    await site.appoint(company, id, staff);
    const userId = guest.principal.user.id;
    await site.node.call(admin.principal, 'projects.members.remove', { id, userId });
    await site.invite(admin, id, 'later@example.org');
    await site.settled();
    await site.leave(company, staff);
    const { changes } = await site.node.call(admin.principal, 'projects.changes', { id, since: 1 });
    const pending = await site.node.call(admin.principal, 'projects.invitations.list', { id });
    const staffId = staff.principal.user.id;
    const [byAdmin, byStaff] = [admin.principal.user.name, staff.principal.user.name];
    assert.deepEqual(
      changes.map(({ sequence, kind, subject, by }) => [sequence, kind, subject?.id, by.displayName]),
      [
        [2, 'member_added', userId, byAdmin],
        [3, 'member_role_changed', userId, byAdmin],
        [4, 'lead_changed', staffId, byAdmin],
        [5, 'member_removed', userId, byAdmin],
        [6, 'invitation_sent', pending.invitations[0]?.id, byAdmin],
        [7, 'member_removed', staffId, byStaff],
      ],
    );
  });

  it('have one who claims an invitation by registering', async () => {
    const company = await site.createCompany();
    const id = await site.createProject(company);
    const guest = await signUp(site.node);
    await site.invite(company.admin, id, guest.email);
    await site.settled();
    const { changes } = await site.node.call(company.admin.principal, 'projects.changes', { id, since: 1 });
    assert.deepEqual(
      changes.map(({ kind, subject }) => [kind, subject]),
      [['member_added', { type: 'member', id: guest.principal.user.id }]],
    );
  });

  it('have invitations, for those who may list them: sent, changed, withdrawn', async () => {
    const company = await site.createCompany();
    const { admin } = company;
    const id = await site.createProject(company);
    const reader = await site.inviteGuest(company, id, 'ProjectViewer');
    for (const role of ['ProjectEditor', 'ProjectEditor', 'ProjectViewer'] as const)
      await site.invite(admin, id, 'later@example.org', role);
    const { invitations } = await site.node.call(admin.principal, 'projects.invitations.list', { id });
    const invitationId = invitations[0]?.id ?? '';
    await site.node.call(admin.principal, 'projects.invitations.withdraw', { id, invitationId });
    const subject = { type: 'invitation', id: invitationId };
    assert.deepEqual(
      (await site.node.call(admin.principal, 'projects.changes', { id, since: 2 })).changes.map((change) => [
        change.sequence,
        change.kind,
        change.subject,
      ]),
      [
        [3, 'invitation_sent', subject],
        [4, 'invitation_changed', subject],
        [5, 'invitation_withdrawn', subject],
      ],
    );
    const shown = await site.node.call(reader.principal, 'projects.changes', { id, since: 2 });
    assert.deepEqual([shown.changes, shown.next], [[], 5]);
  });

  it('have trials and sponsorship, for the person and the administrators of the owner', async () => {
    const company = await site.createCompany();
    const id = await site.createProject(company);
    const editor = await site.inviteGuest(company, id);
    const reader = await site.inviteGuest(company, id, 'ProjectViewer');
    await site.edit(editor, id, 'First');
    await site.edit(editor, id, 'Second');
    for (const decision of ['decline', 'approve'] as const) {
      const asked = { projectId: id };
      const request = await site.node.call(reader.principal, 'projects.sponsorshipRequests.create', asked);
      const decided = { id: company.id, requestId: request.id };
      await site.node.call(company.admin.principal, `companies.sponsorshipRequests.${decision}`, decided);
    }
    const kindsFor = async ({ principal }: typeof editor) =>
      (await site.node.call(principal, 'projects.changes', { id, since: 3 })).changes
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('s'));
    const sponsorship = [
      'sponsorship_requested',
      'sponsorship_declined',
      'sponsorship_requested',
      'sponsorship_approved',
    ];
    assert.deepEqual(await kindsFor(editor), ['seat_changed']);
    assert.deepEqual(await kindsFor(reader), sponsorship);
    assert.deepEqual(await kindsFor(company.admin), sponsorship);
  });

  it('a dry run says how many it would tell, the same for an email with an account and without', async () => {
    const company = await site.createCompany();
    const id = await site.createProject(company);
    const { email } = await signUp(site.node);
    const tryInvite = (to: string) => {
      const sent = { projectId: id, email: to, permission_type: 'ProjectEditor' as const };
      return site.node.call(
        company.admin.principal,
        'projects.invite',
        Object.assign(sent, { dryRun: true }),
      );
    };
    for (const to of [email, 'nobody@example.org'])
      assert.deepEqual(Object(await tryInvite(to)).affected, { datasheets: 0, comments: 0, members: 1 });
    const { changes } = await site.node.call(company.admin.principal, 'projects.changes', { id, since: 1 });
    assert.deepEqual(changes, []);
  });
});
