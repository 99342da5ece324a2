/** Tests of how an API key or a session becomes a principal, and when it does not. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { formatApiKey } from '../../../shared/kernel/auth/api-key-format.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { signUp } from '../../../test/test-accounts.ts';

describe('a credential becomes a principal', () => {
  const node = useNode(['identity']);
  const resolve = async (type: 'key' | 'session', secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type, secret })).principal;
  const register = async (companyName?: string): Promise<UserPrincipal> =>
    (await signUp(node, companyName)).principal;
  const users = async () => (await node.node.openDatabase('identity')).collection<{ _id: number }>('users');
  const keyOf = async (as: UserPrincipal): Promise<string> =>
    (
      await node.call(as, 'account.keys.create', {
        name: 'CI',
        permissions: ['standard:read', 'project:read'],
      })
    ).secret;

  it('a key authenticates its owner with the grant of the key (R-151)', async () => {
    const ann = await register('Steel & Partners');
    const byKey = await resolve('key', await keyOf(ann));
    assert.ok(byKey && byKey.credential.type === 'key');
    assert.equal(byKey.credential.name, 'CI');
    assert.deepEqual(byKey.granted, ['standard:read', 'project:read']);
    const { credential: _, granted: __, ...owner } = byKey;
    const { credential, granted, ...bySession } = ann;
    assert.deepEqual(owner, bySession);
    assert.deepEqual([credential.type, granted], ['session', null]);
    assert.deepEqual([ann.company?.name, ann.companyRole], ['Steel & Partners', 'CompanyAdmin']);
  });

  it('an unknown well-formed key, a session token as a key and a key as a session do not authenticate (G4)', async () => {
    const secret = await keyOf(await register());
    assert.equal(await resolve('key', formatApiKey('live', randomBytes(32))), null);
    assert.equal(await resolve('session', secret), null);
    assert.equal(await resolve('key', randomBytes(32).toString('base64url')), null);
    assert.equal(await resolve('key', ` ${secret}`), null);
  });

  it('the keys of a suspended or unapproved owner do not work, and work again afterwards (A17)', async () => {
    const ann = await register();
    const secret = await keyOf(ann);
    for (const [member, barred, free] of [
      ['suspended', true, false],
      ['approved', false, true],
    ] as const) {
      await (await users()).updateOne({ _id: ann.user.id }, { $set: { [member]: barred } });
      assert.equal(await resolve('key', secret), null, member);
      await (await users()).updateOne({ _id: ann.user.id }, { $set: { [member]: free } });
      assert.ok(await resolve('key', secret));
    }
  });

  it('with verification required an unverified owner is unauthenticated; with it off every email counts as verified (A10)', async () => {
    const ann = await register();
    const secret = await keyOf(ann);
    await (await users()).updateOne({ _id: ann.user.id }, { $set: { email_verified: false } });
    assert.ok(await resolve('key', secret));
  });

  it('a role removed from the owner no longer counts for the key at the next request (R-153)', async () => {
    const ann = await register();
    const secret = await keyOf(ann);
    await (await users()).updateOne({ _id: ann.user.id }, { $set: { site_roles: ['SiteModerator'] } });
    assert.deepEqual((await resolve('key', secret))?.siteRoles, ['SiteModerator']);
    await (await users()).updateOne({ _id: ann.user.id }, { $set: { site_roles: [] } });
    assert.deepEqual((await resolve('key', secret))?.siteRoles, []);
  });
});
