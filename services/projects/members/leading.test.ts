/** Tests of appointing the lead of a project, and of the limits of seats and of projects that one person may lead. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { expectRejection } from '../../../test/service-node.ts';
import { type SignedUpAccount, signUp } from '../../../test/test-accounts.ts';
import { MembersWorld, type TestCompany } from '../members-world.fixture.ts';

describe('the lead of a project (P9, P19)', () => {
  const site = MembersWorld.use();

  /** The code of a refusal, else `appointed`. */
  const outcome = (appointment: Promise<unknown>): Promise<string> =>
    appointment.then(
      () => 'appointed',
      async (error: unknown) => (await expectRejection(Promise.reject(error))).code,
    );
  const leadsOf = async (company: TestCompany, id: number): Promise<number[]> =>
    [...(await site.rolesOn(company.admin, id))].flatMap(([userId, role]) =>
      role === 'ProjectOwner' ? userId : [],
    );

  it('is transferred in one step; the former one becomes ProjectAdmin; both are notified', async () => {
    const company = await site.createCompany();
    const { admin } = company;
    const member = await site.join(company, 'CompanyViewer');
    const id = await site.createProject(company);
    const { user } = member.principal;
    const result = await site.appoint(company, id, member);
    assert.deepEqual(result, {
      project_id: id,
      changed: true,
      lead: { user_id: user.id, name: user.name, role: 'ProjectOwner', company_id: company.id },
      former_lead: {
        user_id: admin.principal.user.id,
        name: admin.principal.user.name,
        role: 'ProjectAdmin',
        company_id: company.id,
      },
    });
    const { owned } = await site.node.call(member.principal, 'projects.list', {});
    assert.deepEqual(
      owned.map((row) => row.id),
      [id],
    );
    assert.equal(await site.roleOf(admin, id), 'ProjectAdmin');
    assert.equal((await site.seat(member, id)).funding, 'own_staff');
    await site.settled();
    assert.deepEqual((await site.notificationsOf(member)).slice(0, 1), ['project_lead']);
    assert.deepEqual((await site.notificationsOf(admin)).slice(0, 1), ['project_lead']);
  });

  it('appointing the lead again changes nothing (document 3)', async () => {
    const company = await site.createCompany();
    const id = await site.createProject(company);
    const again = await site.appoint(company, id, company.admin);
    assert.deepEqual([again.changed, again.former_lead], [false, null]);
    assert.deepEqual(await leadsOf(company, id), [company.admin.principal.user.id]);
  });

  it('needs company:administer, and a member of the owner company; others are refused alike (R-165)', async () => {
    const company = await site.createCompany();
    const editor = await site.join(company, 'CompanyEditor');
    const id = await site.createProject(company);
    const guest = await site.inviteGuest(company, id, 'ProjectAdmin');
    const appoint = (by: SignedUpAccount, userId: number) =>
      expectRejection(site.node.call(by.principal, 'projects.lead.appoint', { id, userId }));
    const own = editor.principal.user.id;
    const byEditor = await appoint(editor, own);
    assert.deepEqual([byEditor.status, byEditor.extras.metadata?.permission], [403, 'company:administer']);
    assert.equal((await appoint(guest, own)).status, 403);
    assert.equal((await appoint((await site.createCompany()).admin, own)).status, 404);
    const outside = await appoint(company.admin, guest.principal.user.id);
    const nobody = await appoint(company.admin, 999_999);
    assert.deepEqual([outside.status, outside.code], [400, 'NOT_A_COMPANY_MEMBER']);
    assert.deepEqual(nobody, outside);
  });

  it('after the lead has left, an appointment ends the interim of the administrators (X11)', async () => {
    const company = await site.createCompany();
    const first = await site.join(company);
    const second = await site.join(company);
    const id = await site.createProject(company);
    await site.appoint(company, id, first);
    await site.leave(company, first);
    assert.equal(await site.roleOf(company.admin, id), 'ProjectOwner');
    const { former_lead } = await site.appoint(company, id, second);
    assert.equal(former_lead, null);
    assert.deepEqual(
      [await site.roleOf(second, id), await site.roleOf(company.admin, id)],
      ['ProjectOwner', 'ProjectAdmin'],
    );
  });

  it('concurrent appointments are atomic: one lead, every former one ProjectAdmin', async () => {
    const company = await site.createCompany();
    const members: SignedUpAccount[] = [];
    for (let n = 0; n < 4; n += 1) members.push(await site.join(company));
    const id = await site.createProject(company);
    const results = await Promise.all(members.map((member) => site.appoint(company, id, member)));
    assert.ok(results.every(({ changed }) => changed));
    const roles = await site.rolesOn(company.admin, id);
    assert.equal(roles.size, 5);
    assert.equal((await leadsOf(company, id)).length, 1);
    assert.equal([...roles.values()].filter((role) => role === 'ProjectAdmin').length, 4);
    // Each lead but the last was the former one of the next.
    const formers = results.map(({ former_lead }) => former_lead?.user_id);
    assert.equal(new Set(formers).size, 4);
  });

  it('SEAT_LIMIT_REACHED: of concurrent appointments to the last seat one succeeds, whatever the project (R-207)', async () => {
    const company = await site.createCompany({ seat_limit: 2 });
    const members = [await site.join(company), await site.join(company), await site.join(company)];
    const ids: number[] = [];
    for (const _ of members) ids.push(await site.createProject(company));
    assert.equal(await site.countSeats(company), 1, 'the creator of three projects uses one seat');
    const outcomes = await Promise.all(
      members.map((member, at) => outcome(site.appoint(company, ids[at] ?? 0, member))),
    );
    assert.deepEqual(outcomes.toSorted(), ['SEAT_LIMIT_REACHED', 'SEAT_LIMIT_REACHED', 'appointed']);
    assert.equal(await site.countSeats(company), 2);
    for (const id of ids) assert.equal((await leadsOf(company, id)).length, 1);
    const loser = members[outcomes.indexOf('SEAT_LIMIT_REACHED')];
    assert.ok(loser);
    await expectRejection(site.appoint(company, ids[0] ?? 0, loser), 409);
    const winner = members[outcomes.indexOf('appointed')];
    assert.ok(winner);
    for (const id of ids) await site.appoint(company, id, winner);
    assert.equal(await site.countSeats(company), 2, 'a person with several roles uses one seat');
  });

  it('a removed authoring role gives its seat back', async () => {
    const company = await site.createCompany({ seat_limit: 2 });
    const [first, second] = [await site.join(company), await site.join(company)];
    const id = await site.createProject(company);
    await site.invite(company.admin, id, first.email, 'ProjectEditor');
    assert.equal(await outcome(site.appoint(company, id, second)), 'SEAT_LIMIT_REACHED');
    await site.invite(company.admin, id, first.email, 'ProjectViewer');
    assert.equal(await outcome(site.appoint(company, id, second)), 'appointed');
  });

  it('SLOT_LIMIT_REACHED: of concurrent appointments of one person as many succeed as there are slots (R-208)', async () => {
    const company = await site.createCompany({ slot_limit: 2 });
    const member = await site.join(company);
    const ids: number[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await site.createProject(company));
    const outcomes = await Promise.all(ids.map((id) => outcome(site.appoint(company, id, member))));
    assert.deepEqual(outcomes.toSorted(), [
      'SLOT_LIMIT_REACHED',
      'SLOT_LIMIT_REACHED',
      'appointed',
      'appointed',
    ]);
    const { owned } = await site.node.call(member.principal, 'projects.list', {});
    assert.equal(owned.length, 2);
    const refused = await expectRejection(
      site.appoint(company, ids[outcomes.indexOf('SLOT_LIMIT_REACHED')] ?? 0, member),
    );
    assert.deepEqual([refused.status, refused.extras.metadata?.slot_limit], [409, 2]);
  });

  it('creating a project counts and is never refused (P19)', async () => {
    const company = await site.createCompany({ seat_limit: 1, slot_limit: 1 });
    const editor = await site.join(company, 'CompanyEditor');
    await site.createProject(company);
    await site.createProject(company);
    const { id } = await site.node.call(editor.principal, 'projects.create', { name: 'Own' });
    assert.equal(await site.countSeats(company), 2);
    const member = await site.join(company);
    assert.equal(await outcome(site.appoint(company, id, member)), 'SEAT_LIMIT_REACHED');
  });

  it('somebody who leaves while being appointed does not lead (X11)', async () => {
    const company = await site.createCompany();
    const id = await site.createProject(company);
    for (let round = 0; round < 3; round += 1) {
      const member = await site.join(company);
      await Promise.all([outcome(site.appoint(company, id, member)), site.leave(company, member)]);
      await site.settled();
      const gone = { ...member, principal: await site.now(member) };
      assert.equal(await site.roleOf(gone, id), null);
      const roles = await site.rolesOn(company.admin, id);
      assert.equal(roles.has(gone.principal.user.id), false);
      const successor = await signUp(site.node);
      await expectRejection(site.seat(successor, id), 404);
    }
  });
});
