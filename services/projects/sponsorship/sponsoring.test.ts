/** Tests of requests for a sponsored seat and of the decisions on them. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it, jest } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { fakeDate } from '../../../test/fake-date.ts';
import { expectRejection } from '../../../test/service-node.ts';
import type { SignedUpAccount } from '../../../test/test-accounts.ts';
import { MembersWorld, type TestCompany } from '../members-world.fixture.ts';

const DAY_MS = 86_400_000;

describe('sponsorship of a seat (P9, P19)', () => {
  const site = MembersWorld.use();
  let company: TestCompany;
  let admin: SignedUpAccount;
  beforeAll(async () => {
    company = await site.createCompany();
    ({ admin } = company);
  });

  const ask = (
    { principal }: SignedUpAccount,
    projectId: number,
    requestedRole?: 'ProjectEditor' | 'ProjectAdmin',
  ) =>
    site.node.call(principal, 'projects.sponsorshipRequests.create', {
      projectId,
      ...(requestedRole ? { requestedRole } : {}),
    });
  const decide = (of: TestCompany, requestId: number, decision: 'approve' | 'decline', by = of.admin) =>
    site.node.call(by.principal, `companies.sponsorshipRequests.${decision}`, { id: of.id, requestId });
  const outcome = (decision: Promise<{ status: string }>): Promise<string> =>
    decision.then(
      ({ status }) => status,
      async (error: unknown) => (await expectRejection(Promise.reject(error))).code,
    );

  it('a reader from outside asks once; the administrators of the owner are notified (R-168)', async () => {
    const id = await site.createProject(company);
    const second = await site.join(company, 'CompanyAdmin');
    const editor = await site.join(company, 'CompanyEditor');
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    const request = await ask(guest, id);
    const { user } = guest.principal;
    assert.deepEqual(request, {
      id: request.id,
      project_id: id,
      user: { id: user.id, name: user.name },
      requested_role: 'ProjectEditor',
      status: 'pending',
      created_at: request.created_at,
    });
    const seat = await site.seat(guest, id);
    assert.deepEqual([seat.pendingSponsorshipRequest, seat.canRequestSponsorship], [request, false]);
    await expectRejection(ask(guest, id, 'ProjectAdmin'), 409, 'SPONSORSHIP_PENDING');
    await site.settled();
    for (const administrator of [admin, second])
      assert.deepEqual((await site.notificationsOf(administrator)).slice(0, 1), ['sponsorship_requested']);
    assert.ok(!(await site.notificationsOf(editor)).includes('sponsorship_requested'));
    const text = /asks your company to sponsor a seat as ProjectEditor on the project “Harbour”\.$/m;
    assert.match((await site.mailbox.newestTo(admin.email)).text, text);
  });

  it('allowed_actions names it, and the appointment of a lead, to those alone who may do it', async () => {
    const id = await site.createProject(company);
    await site.node.call(admin.principal, 'projects.publish', { id });
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    const other = await site.createCompany();
    await site.invite(admin, id, other.admin.email, 'ProjectAdmin');
    const editor = await site.join(company, 'CompanyEditor');
    const listed = async ({ principal }: SignedUpAccount): Promise<string[]> => {
      const read = await site.node.call(principal, 'projects.details', { id });
      assert.ok('allowed_actions' in read);
      const watched = ['projects.lead.appoint', 'projects.sponsorshipRequests.create'];
      return watched.filter((action) => read.allowed_actions?.includes(action));
    };
    assert.deepEqual(await listed(guest), ['projects.sponsorshipRequests.create']);
    assert.deepEqual(await listed(admin), ['projects.lead.appoint']);
    for (const who of [editor, other.admin]) assert.deepEqual(await listed(who), []);
  });

  it('a request on an archived project is neither approved nor declined (G10)', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    const { id: requestId } = await ask(guest, id);
    await site.node.call(admin.principal, 'projects.publish', { id });
    await site.node.call(admin.principal, 'projects.archive', { id });
    for (const decision of ['approve', 'decline'] as const)
      assert.equal(await outcome(decide(company, requestId, decision)), 'PROJECT_ARCHIVED');
  });

  it('of concurrent requests one is stored (R-212)', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(ask(guest, id))));
    assert.deepEqual(outcomes.toSorted(), [...Array(4).fill('SPONSORSHIP_PENDING'), 'pending']);
    await expectRejection(ask(guest, id), 409);
  });

  it('who has an authoring role, or belongs to the owner company, needs none', async () => {
    const id = await site.createProject(company);
    const onTrial = await site.inviteGuest(company, id, 'ProjectEditor');
    const viewer = await site.join(company, 'CompanyViewer');
    for (const who of [onTrial, viewer, admin]) {
      await expectRejection(ask(who, id), 409, 'SPONSORSHIP_NOT_NEEDED');
    }
  });

  it('approved: the role at once, funded by the owner, with one of its seats; the person is notified', async () => {
    const own = await site.createCompany();
    const id = await site.createProject(own);
    const guest = await site.inviteGuest(own, id, 'ProjectViewer');
    const { id: requestId } = await ask(guest, id, 'ProjectAdmin');
    const { status } = await decide(own, requestId, 'approve');
    assert.equal(status, 'approved');
    const seat = await site.seat(guest, id);
    assert.deepEqual(
      [seat.funding, seat.role, seat.pendingSponsorshipRequest],
      ['sponsored', 'ProjectAdmin', null],
    );
    assert.equal(await site.countSeats(own), 2);
    await site.edit(guest, id, 'Sponsored');
    assert.equal((await site.seat(guest, id)).trialEndsAt, null);
    await site.settled();
    assert.deepEqual((await site.notificationsOf(guest)).slice(0, 1), ['sponsorship_approved']);
    for (const decision of ['approve', 'decline'] as const) {
      await expectRejection(decide(own, requestId, decision), 409, 'SPONSORSHIP_DECIDED');
    }
    await site.invite(own.admin, id, guest.email, 'ProjectViewer');
    assert.equal(await site.countSeats(own), 1, 'a role without authoring gives the seat back');
  });

  it('declined: nothing changes, and the person may ask again', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    const { id: requestId } = await ask(guest, id);
    assert.equal((await decide(company, requestId, 'decline')).status, 'declined');
    assert.equal((await site.seat(guest, id)).role, 'ProjectViewer');
    assert.equal((await ask(guest, id)).status, 'pending');
  });

  it('the default is the role that the end of a trial took away; approving ends the lapse (document 3)', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectAdmin');
    fakeDate();
    await site.edit(guest, id, 'Mine');
    jest.advanceTimersByTime(14 * DAY_MS);
    const request = await ask(guest, id);
    assert.equal(request.requested_role, 'ProjectAdmin');
    await decide(company, request.id, 'approve');
    const seat = await site.seat(guest, id);
    assert.deepEqual([seat.funding, seat.role, seat.lapsedFromRole], ['sponsored', 'ProjectAdmin', null]);
  });

  it('of two opposite concurrent decisions one holds', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    const { id: requestId } = await ask(guest, id);
    const outcomes = await Promise.all(
      (['approve', 'decline', 'approve', 'decline'] as const).map((decision) =>
        outcome(decide(company, requestId, decision)),
      ),
    );
    assert.equal(outcomes.filter((each) => each === 'SPONSORSHIP_DECIDED').length, 3);
    const isApproved = outcomes.includes('approved');
    assert.equal(await site.roleOf(guest, id), isApproved ? 'ProjectEditor' : 'ProjectViewer');
  });

  it('SEAT_LIMIT_REACHED: of concurrent approvals for the last seat one succeeds, and the other stays pending', async () => {
    const own = await site.createCompany({ seat_limit: 2 });
    const ids = [await site.createProject(own), await site.createProject(own)];
    const guests = await Promise.all(ids.map((id) => site.inviteGuest(own, id, 'ProjectViewer')));
    const requests = await Promise.all(guests.map((guest, at) => ask(guest, ids[at] ?? 0)));
    const outcomes = await Promise.all(requests.map(({ id }) => outcome(decide(own, id, 'approve'))));
    assert.deepEqual(outcomes.toSorted(), ['SEAT_LIMIT_REACHED', 'approved']);
    assert.equal(await site.countSeats(own), 2);
    const pending = { id: own.id, status: 'pending' as const };
    const { total } = await site.node.call(
      own.admin.principal,
      'companies.sponsorshipRequests.list',
      pending,
    );
    assert.equal(total, 1);
  });

  it('of a concurrent appointment and approval for the last seat one succeeds', async () => {
    const own = await site.createCompany({ seat_limit: 2 });
    const [id, other] = [await site.createProject(own), await site.createProject(own)];
    const member = await site.join(own);
    const guest = await site.inviteGuest(own, id, 'ProjectViewer');
    const { id: requestId } = await ask(guest, id);
    const appointment = site.appoint(own, other, member).then(() => ({ status: 'appointed' }));
    const outcomes = await Promise.all([outcome(appointment), outcome(decide(own, requestId, 'approve'))]);
    assert.equal(outcomes.filter((each) => each === 'SEAT_LIMIT_REACHED').length, 1, String(outcomes));
    assert.equal(await site.countSeats(own), 2);
  });

  it('requests are listed newest first, only for administrators of that company; others get 403 or 404', async () => {
    const own = await site.createCompany();
    const id = await site.createProject(own);
    const guests = [
      await site.inviteGuest(own, id, 'ProjectViewer'),
      await site.inviteGuest(own, id, 'ProjectViewer'),
    ];
    const rows = [await ask(guests[0] ?? admin, id), await ask(guests[1] ?? admin, id)];
    const list = (by: SignedUpAccount, limit = 50) =>
      site.node.call(by.principal, 'companies.sponsorshipRequests.list', { id: own.id, limit });
    const { requests, total } = await list(own.admin);
    assert.deepEqual([requests, total], [rows.toReversed(), 2]);
    assert.deepEqual((await list(own.admin, 1)).requests, rows.slice(1));
    const editor = await site.join(own, 'CompanyEditor');
    await expectRejection(list(editor), 403);
    await expectRejection(list(admin), 404);
    await expectRejection(decide(company, rows[0]?.id ?? 0, 'approve'), 404);
  });

  it('a role that ended with the company has no pending request any more (X11)', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    await ask(guest, id);
    await site.leave(company, await site.joinAs(company, guest));
    const list = { id: company.id, status: 'pending' as const };
    await eventually(async () => {
      const { requests } = await site.node.call(admin.principal, 'companies.sponsorshipRequests.list', list);
      assert.deepEqual(
        requests.filter(({ project_id }) => project_id === id),
        [],
      );
    });
  });

  it('a member who is removed has no pending request any more', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectViewer');
    const { id: requestId } = await ask(guest, id);
    const userId = guest.principal.user.id;
    await site.node.call(admin.principal, 'projects.members.remove', { id, userId });
    await expectRejection(decide(company, requestId, 'approve'), 404);
    assert.equal(await site.roleOf(guest, id), null);
  });
});
