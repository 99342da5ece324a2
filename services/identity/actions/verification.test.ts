/**
 * Tests of the verification of an email by the token from a mail, of what it gives the account, and of what registering
 * a known email sends to its owner.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { ExampleRecorder } from '../../../test/examples/example-recorder.ts';
import { Mailbox } from '../../../test/mailbox.ts';
import { anonymous } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, useNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signInAdministrator } from '../../../test/test-accounts.ts';

const PASSWORD = 'a long enough password';

describe('verifying an email', () => {
  const node = useNode(['identity'], { EMAIL_VERIFICATION: 'required' });
  const mailbox = new Mailbox(() => node.node.config.dataDir);
  let count = 0;
  const newEmail = (): string => `new${++count}@example.org`;
  const register = (email: string, more: { password?: string; name?: string; company_name?: string } = {}) =>
    node.call(anonymous, 'identity.register', { email, password: PASSWORD, name: 'New', ...more });
  const verify = (token: string) => node.call(anonymous, 'account.verifyEmail', { token });
  const signIn = (email: string, password = PASSWORD) =>
    node.call(anonymous, 'identity.signIn', { email, password, address: '192.0.2.9' });
  const enter = async (email: string, password = PASSWORD) =>
    resolvePrincipal(node, 'session', (await signIn(email, password)).session_token);
  const administrator = () => signInAdministrator(node);

  it('registering is 202 with a mail; signing in works only after its token was returned (A10, A17)', async () => {
    const email = newEmail();
    const response = await register(email);
    assert.deepEqual([response.status, response.session_token], [202, null]);
    await expectRejection(signIn(email), 'EMAIL_NOT_VERIFIED');
    const { token } = await mailbox.newestTo(email);
    const verified = await verify(` ${token} `);
    assert.deepEqual(verified, { email, waits_for: null });
    const examples = new ExampleRecorder();
    examples.add('account.verifyEmail', { request: { token }, status: 200, response: verified });
    assert.deepEqual(examples.differences(), []);
    assert.equal((await enter(email)).user.email, email);
    await expectRejection(verify(token), 'INVALID_TOKEN');
  });

  it('the company of the registration is created once the email is verified (A10)', async () => {
    const email = newEmail();
    await register(email, { company_name: 'Müller & Söhne' });
    const companies = (await node.node.openDatabase('identity')).collection('companies');
    assert.equal(await companies.countDocuments({ name: 'Müller & Söhne' }), 0);
    await verify((await mailbox.newestTo(email)).token);
    const { company, companyRole } = await enter(email);
    assert.deepEqual([company?.name, companyRole], ['Müller & Söhne', 'CompanyAdmin']);
  });

  it('verifying the email accepts the pending membership (A22)', async () => {
    const [owner, mate] = [newEmail(), newEmail()];
    await register(owner, { company_name: 'Waiting' });
    await verify((await mailbox.newestTo(owner)).token);
    const boss = await enter(owner);
    const id = boss.company?.id ?? 0;
    await node.call(boss, 'companies.members.add', { id, email: mate, role: 'CompanyEditor' });
    await register(mate);
    const pending = async () =>
      (await node.call(boss, 'companies.members.list', { id })).members.filter(({ pending }) => pending)
        .length;
    assert.equal(await pending(), 1);
    // One mail invites, the other carries the token.
    const verification = (await mailbox.requireMails(mate, 2)).find(({ token }) => token !== '');
    await verify(verification?.token ?? '');
    const { companyRole, user } = await enter(mate);
    assert.equal(companyRole, 'CompanyEditor');
    assert.equal(await pending(), 0);
    // The role that came with it is in the audit trail.
    const outbox = (await node.node.openDatabase('identity')).collection('outbox');
    const [row] = await outbox
      .find({ 'entry.action': 'account.verifyEmail', 'entry.user_id': user.id })
      .toArray();
    assert.deepEqual(row?.entry.details, { before: null, after: { company_id: id, role: 'CompanyEditor' } });
  });

  it('a registration with its own company leaves the invitation of another pending (A22, Y1)', async () => {
    const [owner, mate] = [newEmail(), newEmail()];
    await register(owner, { company_name: 'Inviting' });
    await verify((await mailbox.newestTo(owner)).token);
    const boss = await enter(owner);
    const id = boss.company?.id ?? 0;
    await node.call(boss, 'companies.members.add', { id, email: mate, role: 'CompanyEditor' });
    await register(mate, { company_name: 'Independent' });
    await verify((await mailbox.requireMails(mate, 2)).find(({ token }) => token !== '')?.token ?? '');
    const joined = await enter(mate);
    assert.equal(joined.company?.name, 'Independent');
    const { members } = await node.call(boss, 'companies.members.list', { id });
    assert.deepEqual(
      members.map(({ email, pending }) => [email, pending]),
      [
        [owner, false],
        [mate, true],
      ],
    );
  });

  it('a known email gets the same response; its owner is notified by mail, without a token (A17)', async () => {
    const email = newEmail();
    await register(email);
    await verify((await mailbox.newestTo(email)).token);
    const [known, unknown] = [
      await register(email, { password: 'the guess of a stranger' }),
      await register(newEmail()),
    ];
    assert.deepEqual({ ...known, account: null }, { ...unknown, account: null });
    const mail = await mailbox.newestTo(email, 2);
    assert.deepEqual(
      [mail.token, mail.subject],
      ['', 'You have an account at the Construction Specification Service'],
    );
    await expectRejection(signIn(email, 'the guess of a stranger'), 'INVALID_CREDENTIALS');
    assert.ok(await enter(email));
  });

  it('a first registration of an email cannot access the account of its real owner', async () => {
    const email = newEmail();
    await register(email, {
      password: 'the password of a squatter',
      name: 'Squatter',
      company_name: 'Squatters',
    });
    await mailbox.newestTo(email);
    await register(email, { name: 'Owner' });
    const own = await mailbox.newestTo(email, 2);
    await register(email, { password: 'the password of a squatter', name: 'Squatter' });
    const late = await mailbox.newestTo(email, 3);
    await verify(own.token);
    const owner = await enter(email);
    assert.deepEqual([owner.user.name, owner.company], ['Owner', null]);
    await expectRejection(signIn(email, 'the password of a squatter'), 'INVALID_CREDENTIALS');
    await expectRejection(verify(late.token), 'INVALID_TOKEN');
  });

  it('a token used concurrently verifies the email once', async () => {
    const email = newEmail();
    await register(email, { company_name: 'Once' });
    const { token } = await mailbox.newestTo(email);
    await expectOneSuccess(Array.from({ length: 8 }, () => verify(token)));
    const companies = (await node.node.openDatabase('identity')).collection('companies');
    assert.equal(await companies.countDocuments({ name: 'Once' }), 1);
  });

  it('a password reset verifies the email as well (A17)', async () => {
    const email = newEmail();
    await register(email);
    await mailbox.newestTo(email);
    await node.call(anonymous, 'account.passwordReset', { email });
    const { token } = await mailbox.newestTo(email, 2);
    const password = 'the password chosen later';
    assert.deepEqual(await node.call(anonymous, 'account.passwordReset.confirm', { token, password }), {
      email,
      waits_for: null,
    });
    assert.ok(await enter(email, password));
  });

  it('verifying an email leaves an audit entry without the token (P14)', async () => {
    const email = newEmail();
    await register(email);
    const { token } = await mailbox.newestTo(email);
    await verify(token);
    const outbox = await (await node.node.openDatabase('identity')).collection('outbox').find().toArray();
    const text = JSON.stringify(outbox);
    assert.ok(text.includes('account.verifyEmail'));
    assert.ok(!text.includes(token) && !text.includes(PASSWORD));
    assert.ok(await administrator());
  });
});
