/** Tests of invitations that an account claims when it registers or verifies its email. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, startTestNode } from '../../../test/service-node.ts';
import {
  resolvePrincipal,
  type SignedUpAccount,
  signUp,
  TEST_PASSWORD,
} from '../../../test/test-accounts.ts';
import { MembersWorld, type TestCompany } from '../members-world.fixture.ts';

describe('a pending invitation is claimed with the account (P10)', () => {
  const site = MembersWorld.use();
  let company: TestCompany;
  let admin: SignedUpAccount;
  let serial = 0;
  beforeAll(async () => {
    company = await site.createCompany();
    ({ admin } = company);
  });

  const newEmail = (): string => {
    serial += 1;
    return `claimant${serial}@example.org`;
  };
  const register = async (email: string, node = site.node): Promise<SignedUpAccount> => {
    const account = { email, password: TEST_PASSWORD, name: 'Claimant' };
    const { session_token: token } = await node.call(anonymous, 'identity.register', account);
    assert.ok(token);
    return { email, token, principal: await resolvePrincipal(node, 'session', token) };
  };
  const pending = async (id: number) =>
    (await site.node.call(admin.principal, 'projects.invitations.list', { id })).invitations;

  it('registering gives the roles of all its invitations at once, and leaves none', async () => {
    const email = newEmail();
    const ids = [await site.createProject(company), await site.createProject(company)];
    const [first = 0, second = 0] = ids;
    await site.invite(admin, first, email, 'ProjectAdmin');
    await site.invite(admin, second, email, 'ProjectViewer');
    const claimant = await register(email);
    assert.deepEqual(
      [await site.roleOf(claimant, first), await site.roleOf(claimant, second)],
      ['ProjectAdmin', 'ProjectViewer'],
    );
    for (const id of ids) assert.deepEqual(await pending(id), []);
    const audit = (await site.node.node.openDatabase('audit')).collection<{ details: object }>('entries');
    const entry = await eventually(() =>
      audit.findOne({ action: 'projects.claimInvitations', 'resource.id': first }),
    );
    const user_id = claimant.principal.user.id;
    assert.deepEqual(entry.details, { user_id, before: null, after: { role: 'ProjectAdmin' } });
  });

  it('of concurrent claims one finds the invitation', async () => {
    const email = newEmail();
    const id = await site.createProject(company);
    await site.invite(admin, id, email);
    await site.settled();
    const claim = { user_id: 12_345, name: 'C', email, company_id: null };
    const results = await Promise.all(
      Array.from({ length: 8 }, () => site.node.call(anonymous, 'projects.claimInvitations', claim)),
    );
    assert.deepEqual(
      results.flatMap(({ claimed }) => claimed),
      [id],
    );
    assert.equal((await site.rolesOn(admin, id)).get(12_345), 'ProjectEditor');
  });

  it('a concurrent withdrawal and claim: one of them gets the invitation (X5)', async () => {
    const id = await site.createProject(company);
    for (let round = 0; round < 4; round += 1) {
      const email = newEmail();
      await site.invite(admin, id, email);
      await site.settled();
      const invitationId = (await pending(id))[0]?.id ?? '';
      const claim = { user_id: 50_000 + round, name: 'C', email, company_id: null };
      const [withdrawn, { claimed }] = await Promise.all([
        site.node.call(admin.principal, 'projects.invitations.withdraw', { id, invitationId }).then(
          () => true,
          () => false,
        ),
        site.node.call(anonymous, 'projects.claimInvitations', claim),
      ]);
      assert.equal(withdrawn, claimed.length === 0);
      assert.equal((await site.rolesOn(admin, id)).has(claim.user_id), !withdrawn);
    }
  });

  it('a concurrent invitation and registration: whichever is first, the account has the role', async () => {
    const id = await site.createProject(company);
    const claimants = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const email = newEmail();
        const [claimant] = await Promise.all([register(email), site.invite(admin, id, email)]);
        return claimant;
      }),
    );
    for (const claimant of claimants)
      await eventually(async () => assert.equal(await site.roleOf(claimant, id), 'ProjectEditor'));
    await site.settled();
    assert.deepEqual(await pending(id), []);
    assert.equal((await site.rolesOn(admin, id)).size, 7);
  });

  it('a registration while the projects service is unavailable is claimed once it is available', async () => {
    const email = newEmail();
    const id = await site.createProject(company);
    await site.invite(admin, id, email);
    await site.settled();
    const alone = await startTestNode(['identity'], {
      DATABASE_PREFIX: site.node.node.config.databasePrefix,
    });
    let claimant: SignedUpAccount;
    try {
      claimant = await register(email, alone);
    } finally {
      await alone.stop();
    }
    await eventually(async () => assert.equal(await site.roleOf(claimant, id), 'ProjectEditor'));
  });

  it('a service killed after the invitation was written settles it at the next start', async () => {
    const id = await site.createProject(company);
    const { email, principal, ...account } = await signUp(site.node);
    const database = await site.node.node.openDatabase('projects');
    const rows = (name: string) => database.collection<{ _id: string; [member: string]: unknown }>(name);
    // What the transaction of an invitation leaves: the email had no account when it was looked up.
    const _id = `killed ${id}`;
    const invited = { email, role: 'ProjectViewer', invited_by: { userId: 1, displayName: 'A' } };
    await rows('invitations').insertOne({ _id, project_id: id, ...invited, invited_at: new Date() });
    const job = { _id, kind: 'projects.roleReconciliation', subject: `${id} ${email} 1`, lane: email };
    const queued = { turn: 0, state: 'queued', attempts: 0, last_error: null, due: new Date(0), lease: null };
    await rows('jobs').insertOne({ ...job, ...queued });
    await eventually(async () =>
      assert.equal(await site.roleOf({ email, principal, ...account }, id), 'ProjectViewer'),
    );
    assert.deepEqual(await pending(id), []);
  });
});

describe('with verification, an invitation is claimed only with the verified email (P10, A17)', () => {
  const site = MembersWorld.use(['identity', 'projects', 'audit'], { EMAIL_VERIFICATION: 'required' });

  it('an account that has not verified the email has no role; verifying gives it', async () => {
    const register = async (email: string, company_name?: string) => {
      const account = {
        email,
        password: TEST_PASSWORD,
        name: 'New',
        ...(company_name ? { company_name } : {}),
      };
      await site.node.call(anonymous, 'identity.register', account);
    };
    const verify = async (email: string, count: number) => {
      const { token } = await site.mailbox.newestTo(email, count);
      await site.node.call(anonymous, 'account.verifyEmail', { token });
      const login = { email, password: TEST_PASSWORD, address: '192.0.2.1' };
      const { session_token } = await site.node.call(anonymous, 'identity.signIn', login);
      return resolvePrincipal(site.node, 'session', session_token);
    };
    await register('boss@example.org', 'Boss & Co');
    const boss = await verify('boss@example.org', 1);
    const { id } = await site.node.call(boss, 'projects.create', { name: 'Verified' });
    const email = 'invited@example.org';
    await register(email);
    await site.mailbox.requireMails(email, 1);
    await site.node.call(boss, 'projects.invite', { projectId: id, email, permission_type: 'ProjectEditor' });
    await site.settled();
    const members = async () => (await site.node.call(boss, 'projects.members.list', { id })).members.length;
    assert.equal(await members(), 1, 'the account exists, but its email is not verified');
    const token = (await site.mailbox.requireMails(email, 2)).find((mail) => mail.token !== '')?.token ?? '';
    await site.node.call(anonymous, 'account.verifyEmail', { token });
    assert.equal(await members(), 2);
    await expectRejection(site.node.call(anonymous, 'account.verifyEmail', { token }), 'INVALID_TOKEN');
    const { total } = await site.node.call(boss, 'projects.invitations.list', { id });
    assert.equal(total, 0);
  });
});
