/** Tests of the editing seat of a member: where it comes from, trials and their end. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it, jest } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { fakeDate } from '../../../test/fake-date.ts';
import { expectRejection } from '../../../test/service-node.ts';
import type { SignedUpAccount } from '../../../test/test-accounts.ts';
import { MembersWorld, type TestCompany } from '../members-world.fixture.ts';

const DAY_MS = 86_400_000;

describe('where a seat comes from (P9, P19)', () => {
  const site = MembersWorld.use();
  let company: TestCompany;
  let admin: SignedUpAccount;
  beforeAll(async () => {
    company = await site.createCompany();
    ({ admin } = company);
  });

  const fundingOf = async (who: SignedUpAccount, id: number) => {
    const { funding, role, lapsedFromRole } = await site.seat(who, id);
    return [funding, role, lapsedFromRole];
  };

  it('own_staff of the owner company, by a role given or through the company; none for its viewers', async () => {
    const id = await site.createProject(company);
    const editor = await site.join(company, 'CompanyEditor');
    const viewer = await site.join(company, 'CompanyViewer');
    assert.deepEqual(await site.seat(editor, id), {
      funding: 'own_staff',
      role: 'ProjectEditor',
      trialEndsAt: null,
      lapsedFromRole: null,
      pendingSponsorshipRequest: null,
      trialSpent: false,
      canRequestSponsorship: false,
    });
    const ofViewer = await site.seat(viewer, id);
    assert.deepEqual([ofViewer.funding, ofViewer.canRequestSponsorship], ['none', false]);
    await site.invite(admin, id, viewer.email, 'ProjectEditor');
    assert.equal((await site.seat(viewer, id)).funding, 'own_staff');
  });

  it('own_seat while the guest’s own company has one free; two invited concurrently never share the last', async () => {
    const id = await site.createProject(company);
    const other = await site.createCompany({ seat_limit: 1 });
    const guests = [await site.join(other), await site.join(other), await site.join(other)];
    await Promise.all(guests.map(({ email }) => site.invite(admin, id, email, 'ProjectEditor')));
    await site.settled();
    const fundings = await Promise.all(guests.map(async (guest) => (await site.seat(guest, id)).funding));
    assert.deepEqual(fundings.toSorted(), ['own_seat', 'trial', 'trial']);
    assert.equal(await site.countSeats(other), 1);
    const holder = guests[fundings.indexOf('own_seat')];
    assert.ok(holder);
    await site.leave(other, holder);
    const left = { ...holder, principal: await site.now(holder) };
    assert.equal((await site.seat(left, id)).funding, 'trial', 'the seat stays with the company');
    await eventually(async () => assert.equal(await site.countSeats(other), 0));
  });

  it('a trial begins with the first change of the draft, once, and lasts 14 days', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id);
    const before = await site.seat(guest, id);
    assert.deepEqual([before.funding, before.trialEndsAt, before.trialSpent], ['trial', null, false]);
    const began = Date.now();
    fakeDate(began);
    await site.edit(guest, id, 'First');
    jest.advanceTimersByTime(3 * DAY_MS);
    await site.edit(guest, id, 'Second');
    const running = await site.seat(guest, id);
    assert.equal(running.trialEndsAt, new Date(began + 14 * DAY_MS).toISOString());
    jest.advanceTimersByTime(11 * DAY_MS - 1);
    assert.equal((await site.seat(guest, id)).funding, 'trial');
    jest.advanceTimersByTime(1);
    assert.deepEqual(
      [(await site.seat(guest, id)).funding, (await site.seat(guest, id)).role],
      ['none', 'ProjectViewer'],
    );
  });

  it('a lapse takes the authoring role away in every check at once; reading stays', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectAdmin');
    fakeDate();
    await site.edit(guest, id, 'Mine');
    const { principal } = guest;
    const shown = await site.node.call(principal, 'projects.details', { id });
    const baseVersion = ('draftVersion' in shown && shown.draftVersion) || '';
    jest.advanceTimersByTime(14 * DAY_MS);
    const save = { id, baseVersion, summary: 'More', confirm_replace: true };
    const move = { datasheet_id: 1, expected_revision_id: 1, revision_id: 2 };
    const refused = [
      await expectRejection(site.node.call(principal, 'projects.edit', save)),
      await expectRejection(site.node.call(principal, 'projects.publish', { id })),
      await expectRejection(site.invite(guest, id, 'friend@example.org', 'ProjectViewer')),
      await expectRejection(
        site.node.call(principal, 'projects.moveDraftPointers', { project_id: id, deleteDatasheets: [move] }),
      ),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403, 403],
    );
    assert.equal(await site.roleOf(guest, id), 'ProjectViewer');
    const { access } = await site.node.call(principal, 'projects.access', { project_id: id });
    assert.equal(access?.role, 'ProjectViewer');
    const { shared } = await site.node.call(principal, 'projects.list', {});
    assert.equal(shared.find((row) => row.id === id)?.role, 'ProjectViewer');
    assert.equal((await site.rolesOn(admin, id)).get(principal.user.id), 'ProjectViewer');
    await site.node.call(principal, 'projects.revisions', { id });
  });

  it('acknowledging clears the marker once; the trial stays spent, also for a member removed and invited again', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectAdmin');
    const { principal } = guest;
    const acknowledge = () =>
      site.node.call(principal, 'projects.seatProvenance.acknowledgeLapse', { projectId: id });
    assert.deepEqual(await acknowledge(), { acknowledged: false });
    fakeDate();
    await site.edit(guest, id, 'Mine');
    jest.advanceTimersByTime(15 * DAY_MS);
    const lapsed = await site.seat(guest, id);
    assert.deepEqual(
      [lapsed.lapsedFromRole, lapsed.trialSpent, lapsed.canRequestSponsorship],
      ['ProjectAdmin', true, true],
    );
    assert.deepEqual(await acknowledge(), { acknowledged: true });
    assert.deepEqual(await acknowledge(), { acknowledged: false });
    const after = await site.seat(guest, id);
    assert.deepEqual([after.lapsedFromRole, after.trialSpent, after.funding], [null, true, 'none']);
    await site.node.call(principal, 'projects.members.remove', { id, userId: principal.user.id });
    await site.invite(admin, id, guest.email, 'ProjectEditor');
    const again = await site.seat(guest, id);
    assert.deepEqual(
      [again.funding, again.trialSpent, again.lapsedFromRole],
      ['none', true, 'ProjectEditor'],
    );
  });

  it('whoever joins a company after the invitation has a free seat of it, and its own projects without a trial (P19)', async () => {
    const [owned, elsewhere] = [await site.createProject(company), await site.createProject(company)];
    const other = await site.createCompany({ seat_limit: 1 });
    const guest = await site.inviteGuest(company, elsewhere);
    assert.equal((await site.seat(guest, elsewhere)).funding, 'trial');
    const member = await site.joinAs(other, guest);
    await eventually(async () => assert.equal((await site.seat(member, elsewhere)).funding, 'own_seat'));
    const { members } = await site.node.call(admin.principal, 'projects.members.list', { id: elsewhere });
    const row = members.find(({ user_id }) => user_id === member.principal.user.id);
    assert.deepEqual([row?.role, row?.company_id], ['ProjectEditor', other.id]);
    const colleague = await site.joinAs(other, await site.inviteGuest(company, elsewhere));
    assert.equal((await site.seat(colleague, elsewhere)).funding, 'trial', 'no other seat');

    const seats = await site.countSeats(company);
    const staff = await site.joinAs(company, await site.inviteGuest(company, owned));
    await eventually(async () => assert.equal(await site.countSeats(company), seats + 1));
    fakeDate();
    await site.edit(staff, owned, 'As staff');
    jest.advanceTimersByTime(14 * DAY_MS);
    const seat = await site.seat(staff, owned);
    assert.deepEqual([seat.funding, seat.trialSpent], ['own_staff', false]);
  });

  it('a seat ends the lapse of a trial; when it is lost, the lapse is new (P19)', async () => {
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id);
    fakeDate(Date.now() - 15 * DAY_MS);
    await site.edit(guest, id, 'On trial');
    jest.useRealTimers();
    await site.node.call(guest.principal, 'projects.seatProvenance.acknowledgeLapse', { projectId: id });
    const other = await site.createCompany();
    const member = await site.joinAs(other, guest);
    await eventually(async () =>
      assert.deepEqual(await fundingOf(member, id), ['own_seat', 'ProjectEditor', null]),
    );
    await site.leave(other, member);
    const left = { ...member, principal: await site.now(member) };
    await eventually(async () =>
      assert.deepEqual(await fundingOf(left, id), ['none', 'ProjectViewer', 'ProjectEditor']),
    );
  });

  it('seat-provenance without access is 404 (P13)', async () => {
    const id = await site.createProject(company);
    const { admin: stranger } = await site.createCompany();
    await expectRejection(site.seat(stranger, id), 404);
  });
});
