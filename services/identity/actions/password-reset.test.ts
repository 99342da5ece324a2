/**
 * Tests of the password reset by mail, through the service: its tokens, the sessions that it ends, its limits, and
 * equal answers for unknown emails.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { Mailbox } from '../../../test/mailbox.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signUp, TEST_PASSWORD } from '../../../test/test-accounts.ts';
import { hashToken } from '../random-token.ts';

const NEW_PASSWORD = 'another fine password';

describe('a new password by mail', () => {
  let node: TestNode;
  let folder: string;
  let mailbox: Mailbox;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'password-reset-'));
    mailbox = new Mailbox(folder);
    node = await startTestNode(['identity'], { DATA_DIR: folder });
  });
  afterAll(async () => {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const ask = (email: string) => node.call(anonymous, 'account.passwordReset', { email });
  const confirm = (token: string, password = NEW_PASSWORD) =>
    node.call(anonymous, 'account.passwordReset.confirm', { token, password });
  const signIn = (email: string, password: string) =>
    node.call(anonymous, 'identity.signIn', { email, password, address: '192.0.2.7' });
  const collection = async (name: string) =>
    (await node.node.openDatabase('identity')).collection<{ _id: string }>(name);
  /** An account that has asked, with the token from its mail. */
  const requestReset = async () => {
    const who = await signUp(node);
    await ask(` ${who.email.toUpperCase()} `);
    return { ...who, mail: await mailbox.newestTo(who.email) };
  };

  it('the mail has the token on a line of its own; with it the password is new and no session is opened (A10, A17)', async () => {
    const { email, mail } = await requestReset();
    assert.match(mail.text, /^token: [A-Za-z0-9_-]{43}$/m);
    assert.deepEqual(await confirm(mail.token), { email, waits_for: null });
    assert.ok(await signIn(email, NEW_PASSWORD));
    await expectRejection(signIn(email, TEST_PASSWORD), 'INVALID_CREDENTIALS');
  });

  it('a reset ends all sessions, keys stay (A17)', async () => {
    const { principal, token, email, mail } = await requestReset();
    const second = (await signIn(email, TEST_PASSWORD)).session_token;
    const { secret } = await node.call(principal, 'account.keys.create', {
      name: 'CI',
      permissions: ['standard:read'],
    });
    await confirm(mail.token);
    for (const secret of [token, second]) {
      assert.equal(
        (await node.call(anonymous, 'identity.principal', { type: 'session', secret })).principal,
        null,
      );
    }
    assert.equal((await resolvePrincipal(node, 'key', secret)).user.email, email);
  });

  it('a session that the old password is just opening does not outlive the reset (A17)', async () => {
    const { email, mail } = await requestReset();
    const logins = Array.from({ length: 6 }, () => signIn(email, TEST_PASSWORD));
    const [, ...outcomes] = await Promise.allSettled([confirm(mail.token), ...logins]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') continue;
      const { principal } = await node.call(anonymous, 'identity.principal', {
        type: 'session',
        secret: outcome.value.session_token,
      });
      assert.equal(principal, null);
    }
    assert.ok(await resolvePrincipal(node, 'session', (await signIn(email, NEW_PASSWORD)).session_token));
  });

  it('known and unknown addresses are answered alike and cost the same writes; only the known one gets a mail (H30)', async () => {
    const { email } = await signUp(node);
    const mails = await collection('mails');
    const before = await mails.countDocuments();
    const responses = [await ask(email), await ask('nobody-there@example.org')];
    assert.deepEqual(responses, [{ requested: true }, { requested: true }]);
    assert.equal(await mails.countDocuments(), before + 2);
    await mailbox.requireMails(email);
    await settled();
    assert.ok(!(await mailbox.all()).some(({ to }) => to === 'nobody-there@example.org'));
  });

  it('a token that is mistyped, used, too old or for something else is 400 INVALID_TOKEN, always in the same words (A17)', async () => {
    const { mail } = await requestReset();
    const tokens = await collection('mail_tokens');
    const late = await requestReset();
    await tokens.updateOne(
      { _id: hashToken(late.mail.token) },
      { $set: { expires_at: new Date(Date.now() - 1) } },
    );
    const wrongEnd = mail.token.endsWith('A') ? 'B' : 'A';
    const refused = [
      await expectRejection(confirm('')),
      await expectRejection(confirm('x')),
      await expectRejection(confirm(`${mail.token.slice(0, -1)}${wrongEnd}`)),
      await expectRejection(confirm(late.mail.token)),
      await expectRejection(node.call(anonymous, 'account.verifyEmail', { token: mail.token })),
    ];
    await confirm(mail.token);
    refused.push(await expectRejection(confirm(mail.token)));
    for (const { code, status, detail } of refused) {
      assert.deepEqual([code, status, detail], ['INVALID_TOKEN', 400, refused[0]?.detail]);
    }
  });

  it('the new password has 12 characters at least, and a short one does not use the token up (A10)', async () => {
    const { email, mail } = await requestReset();
    await expectRejection(confirm(mail.token, 'too short'), 'VALIDATION_ERROR');
    assert.ok(await confirm(mail.token));
    assert.ok(await signIn(email, NEW_PASSWORD));
  });

  it('a token used ten times concurrently works once', async () => {
    const { email, mail } = await requestReset();
    const passwords = Array.from({ length: 10 }, (_, at) => `the password of try ${at}`);
    const tries = await Promise.allSettled(passwords.map((password) => confirm(mail.token, password)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    const won = tries.findIndex(({ status }) => status === 'fulfilled');
    assert.ok(await signIn(email, passwords[won] ?? ''));
  });

  it('a reset makes every other mail of the account worthless', async () => {
    const { email, mail } = await requestReset();
    await ask(email);
    const [, second] = await mailbox.requireMails(email, 2);
    await confirm(mail.token);
    await expectRejection(confirm(second?.token ?? ''), 'INVALID_TOKEN');
  });

  it('at most five mails an hour go to one email; every response is the same', async () => {
    const { email } = await signUp(node);
    for (let round = 0; round < 8; round += 1) assert.deepEqual(await ask(email), { requested: true });
    await mailbox.requireMails(email, 5);
    await settled();
    assert.equal((await mailbox.requireMails(email, 5)).length, 5);
  });

  it('the token is stored as a hash only, and what was asked for keeps no trace of it (E4)', async () => {
    const { mail } = await requestReset();
    const stored = [];
    for (const name of ['mail_tokens', 'mails', 'jobs', 'outbox', 'users'])
      stored.push(await (await collection(name)).find().toArray());
    const text = JSON.stringify(stored);
    assert.ok(text.includes(hashToken(mail.token)));
    assert.ok(!text.includes(mail.token));
  });

  it('a reset by mail ends the block after ten wrong passwords (A17)', async () => {
    const { email, mail } = await requestReset();
    for (let at = 0; at < 10; at += 1) await expectRejection(signIn(email, 'a wrong password'));
    await expectRejection(signIn(email, TEST_PASSWORD), 'RATE_LIMITED');
    await confirm(mail.token);
    assert.ok(await signIn(email, NEW_PASSWORD));
  });

  /** Every mail that was asked for has left or been dropped. */
  async function settled(): Promise<void> {
    const jobs = await collection('jobs');
    await eventually(async () => assert.equal(await jobs.countDocuments({ kind: 'identity.mail' }), 0));
  }
});
