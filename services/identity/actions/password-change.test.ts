/**
 * Tests of the change of the own password: sessions that end, pending resets, wrong passwords, concurrent changes; also
 * of weak passwords at registration, reset and change. Lists of sessions: `own-sessions.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import { Mailbox } from '../../../test/mailbox.ts';
import { anonymous, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { resolvePrincipal } from '../../../test/test-accounts.ts';

const PASSWORD = 'a long enough password';
const NEW_PASSWORD = 'another fine password';

describe('changing the own password', () => {
  const node = useNode(['identity', 'audit']);
  let people = 0;
  const register = async () => {
    people += 1;
    const email = `someone${people}@example.org`;
    const opened = await node.call(anonymous, 'identity.register', {
      email,
      password: PASSWORD,
      name: `Somebody ${people}`,
      address: `198.51.100.${people}`,
      client: 'Firefox',
    });
    return { email, principal: await resolvePrincipal(node, 'session', opened.session_token ?? '') };
  };
  const signIn = async (email: string, password = PASSWORD) =>
    (
      await node.call(anonymous, 'identity.signIn', {
        email,
        password,
        address: '203.0.113.9',
        client: 'curl',
      })
    ).session_token;
  const isValid = async (secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type: 'session', secret })).principal !== null;
  const change = (as: UserPrincipal, new_password = NEW_PASSWORD, current_password = PASSWORD) =>
    node.call(as, 'account.password.change', { current_password, new_password });
  const listed = async (as: UserPrincipal) => (await node.call(as, 'account.sessions.list', {})).sessions;

  it('changing it ends the other sessions and keeps this one and the keys; the mail tells it (Y6)', async () => {
    const { email, principal } = await register();
    const other = await signIn(email);
    const { secret } = await node.call(principal, 'account.keys.create', {
      name: 'CI',
      permissions: ['project:read'],
    });
    assert.deepEqual(await change(principal), { changed: true, ended_sessions: 1 });
    assert.ok(!(await isValid(other)));
    assert.deepEqual(
      (await listed(principal)).map(({ current }) => current),
      [true],
    );
    assert.ok((await node.call(anonymous, 'identity.principal', { type: 'key', secret })).principal);
    await expectRejection(signIn(email), 401);
    assert.ok(await isValid(await signIn(email, NEW_PASSWORD)));
    const mailbox = new Mailbox(node.node.config.dataDir);
    assert.match((await mailbox.newestTo(email)).text, /password of your account was changed/);
  });

  it('a reset that was requested before it does not undo it (Y6)', async () => {
    const { email, principal } = await register();
    await node.call(anonymous, 'account.passwordReset', { email });
    const { token } = await new Mailbox(node.node.config.dataDir).newestTo(email);
    await change(principal);
    const confirm = { token, password: 'a password of a stranger' };
    await expectRejection(node.call(anonymous, 'account.passwordReset.confirm', confirm), 400);
    assert.ok(await isValid(await signIn(email, NEW_PASSWORD)));
  });

  it('of changes at the same moment one counts, and its session goes on (Y6)', async () => {
    const { email, principal } = await register();
    const other = await resolvePrincipal(node, 'session', (await signIn(email)) ?? '');
    const people = [principal, other];
    const results = await Promise.allSettled(people.map((as, at) => change(as, `${NEW_PASSWORD} ${at}`)));
    const won = results.findIndex(({ status }) => status === 'fulfilled');
    const lost = results[1 - won];
    assert.ok(
      lost?.status === 'rejected' && hasErrorCode(lost.reason, 'VALIDATION_ERROR'),
      `${lost?.status}`,
    );
    assert.ok(await isValid(await signIn(email, `${NEW_PASSWORD} ${won}`)));
    assert.equal((await listed(people[won] ?? principal)).filter(({ current }) => current).length, 1);
  });

  it('a wrong current password changes nothing, and counts as a failed sign-in; a key may not try (Y6)', async () => {
    const { email, principal } = await register();
    for (let at = 0; at < 10; at += 1) {
      const { status, code, extras } = await expectRejection(change(principal, NEW_PASSWORD, 'wrong horse'));
      assert.deepEqual(
        [status, code, extras.errors?.[0]?.path],
        [400, 'VALIDATION_ERROR', 'current_password'],
      );
    }
    await expectRejection(change(principal), 429);
    assert.ok(await signIn(email));
    const key = withKey(principal, ['project:read']);
    await expectRejection(change(key), 'SESSION_REQUIRED');
  });

  it('a weak new password is 400 with its path and rule at registering, reset and change (Y6)', async () => {
    const { email, principal } = await register();
    for (const weak of ['qwertyuiop12', 'aaaaaaaaaaaa', 'PASSWORD1234', email, principal.user.name]) {
      if (weak.length < 12) continue;
      const refused = await expectRejection(change(principal, weak));
      assert.deepEqual([refused.status, refused.extras.errors?.[0]?.path], [400, 'new_password'], weak);
      const registering = await expectRejection(
        node.call(anonymous, 'identity.register', {
          email: 'new.comer@example.org',
          password:
            weak === email ? 'new.comer@example.org' : weak === principal.user.name ? 'New Comer 123' : weak,
          name: 'New Comer',
        }),
      );
      assert.deepEqual([registering.status, registering.extras.errors?.[0]?.path], [400, 'password'], weak);
    }
    await expectRejection(change(principal, PASSWORD), 'NOTHING_TO_CHANGE');
    await node.call(anonymous, 'account.passwordReset', { email });
    const { token } = await new Mailbox(node.node.config.dataDir).newestTo(email);
    const confirm = (password: string) =>
      node.call(anonymous, 'account.passwordReset.confirm', { token, password });
    const refused = await expectRejection(confirm('123456789012'));
    assert.deepEqual([refused.status, refused.extras.errors?.[0]?.path], [400, 'password']);
    // The token has not been used.
    assert.equal((await confirm(NEW_PASSWORD)).email, email);
  });
});
