/** Tests of the endpoints by which an account lists its open browser sessions and ends one of them. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { resolvePrincipal } from '../../../test/test-accounts.ts';

const PASSWORD = 'a long enough password';

describe('the own browser sessions', () => {
  const node = useNode(['identity']);
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
  const signIn = async (email: string) => {
    const who = { email, password: PASSWORD, address: '203.0.113.9', client: 'curl' };
    return (await node.call(anonymous, 'identity.signIn', who)).session_token;
  };
  const isValid = async (secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type: 'session', secret })).principal !== null;
  const listed = async (as: UserPrincipal) => (await node.call(as, 'account.sessions.list', {})).sessions;

  it('lists the own sessions with where they came from; an id is no token (Y6)', async () => {
    const { email, principal } = await register();
    const token = await signIn(email);
    const sessions = await listed(principal);
    assert.deepEqual(
      sessions.map(({ network, client, current }) => [network, client, current]),
      [
        ['203.0.113.9', 'curl', false],
        [`198.51.100.${people}`, 'Firefox', true],
      ],
    );
    for (const { id } of sessions) {
      assert.notEqual(id, token);
      assert.ok(!(await isValid(id)));
    }
  });

  it('ends one session; of somebody else, and once it has ended, it is 404 (Y6)', async () => {
    const [ann, bob] = [await register(), await register()];
    const token = await signIn(ann.email);
    const id = (await listed(ann.principal)).find(({ current }) => !current)?.id ?? '';
    const end = (as: UserPrincipal) => node.call(as, 'account.sessions.end', { id });
    await expectRejection(end(bob.principal), 404);
    assert.ok(await isValid(token));
    assert.deepEqual(await end(ann.principal), { id, ended: true });
    assert.ok(!(await isValid(token)));
    await expectRejection(end(ann.principal), 404);
    const key = withKey(ann.principal, ['project:read']);
    for (const call of [() => end(key), () => listed(key)]) await expectRejection(call(), 'SESSION_REQUIRED');
  });
});
