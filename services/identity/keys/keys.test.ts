/** Tests of creating, listing and revoking the API keys of an account. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { hashApiKey, isApiKey } from '../../../shared/kernel/auth/api-key-format.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, startTestNode, useNode } from '../../../test/service-node.ts';
import { signUp } from '../../../test/test-accounts.ts';

type NewKey = InputOf<EndpointMap['account.keys.create']>;

describe('keys of an account', () => {
  const node = useNode(['identity']);
  const register = async (): Promise<UserPrincipal> => (await signUp(node)).principal;
  const create = (as: UserPrincipal, key: Partial<NewKey> = {}) =>
    node.call(as, 'account.keys.create', { name: 'CI', permissions: ['standard:read'], ...key });
  const resolve = async (secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type: 'key', secret })).principal;

  it('the secret is shown once; prefix and last four from then on (A12, A16)', async () => {
    const ann = await register();
    const { secret, ...created } = await create(ann, { name: '  CI of the office  ' });
    assert.ok(isApiKey(secret));
    assert.ok(secret.startsWith('css_test_'));
    assert.equal(created.name, 'CI of the office');
    assert.ok(secret.startsWith(created.prefix) && secret.endsWith(created.last_four));
    const shown = await node.call(ann, 'account.keys.get', { id: created.id });
    assert.deepEqual(shown, created);
    const list = await node.call(ann, 'account.keys.list', {});
    assert.deepEqual(list, { keys: [created], total: 1, limit: 200, offset: 0 });
    assert.ok(!JSON.stringify([shown, list]).includes(secret));
  });

  it('the database keeps SHA-256 of the key, under a unique index (A2)', async () => {
    const { secret, id } = await create(await register());
    const keys = (await node.node.openDatabase('identity')).collection<{ _id: number; hash: string }>('keys');
    const stored = await keys.findOne({ _id: id });
    assert.equal(stored?.hash, hashApiKey(secret));
    assert.ok(!JSON.stringify(stored).includes(secret));
    const indexes = await keys.indexes();
    assert.ok(indexes.some(({ key, unique }) => unique && 'hash' in key));
  });

  it('keys of a site with an https URL begin with css_live_', async () => {
    const other = await startTestNode(['identity'], { BASE_URL: 'https://specs.example.org' });
    try {
      const { principal } = await signUp(other);
      const { secret } = await other.call(principal, 'account.keys.create', {
        name: 'CI',
        permissions: ['standard:read'],
      });
      assert.ok(secret.startsWith('css_live_'));
    } finally {
      await other.stop();
    }
  });

  it('an unknown permission is 400 with its path; one the owner lacks is allowed; one named twice counts once (A12)', async () => {
    const ann = await register();
    const unknown = { permissions: ['standard:read', 'standard:fly'] };
    const { code, extras } = await expectRejection(create(ann, cast(unknown)));
    assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', 'permissions[1]']);
    const created = await create(ann, { permissions: ['site:admin', 'standard:read', 'site:admin'] });
    assert.deepEqual(created.permissions, ['standard:read', 'site:admin']);
  });

  it('empty permissions, a past or malformed expires_at are 400 with their path (A16)', async () => {
    const ann = await register();
    const bad: [string, object][] = [
      ['permissions', { permissions: [] }],
      ['expires_at', { expires_at: '2001-01-01T00:00:00Z' }],
      ['expires_at', { expires_at: new Date().toISOString() }],
      ['expires_at', { expires_at: 'tomorrow' }],
      ['expires_at', { expires_at: '2999-02-30T00:00:00Z' }],
      ['expires_at', { expires_at: '2999-13-01T00:00:00Z' }],
      ['expires_at', { expires_at: '2999-01-01T25:00:00Z' }],
      ['expires_at', { expires_at: '2999-01-01' }],
      ['expires_at', { expires_at: 4_102_444_800_000 }],
      ['name', { name: ' ' }],
      ['name', { name: { $ne: null } }],
    ];
    for (const [path, members] of bad) {
      const { code, extras } = await expectRejection(create(ann, cast(members)));
      assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', path], JSON.stringify(members));
    }
    assert.equal((await node.call(ann, 'account.keys.list', {})).total, 0);
  });

  it('a key with expires_at works until then (A12)', async () => {
    const ann = await register();
    const { secret, expires_at, id } = await create(ann, { expires_at: '2999-12-31T23:59:59+02:00' });
    assert.equal(expires_at, '2999-12-31T21:59:59.000Z');
    assert.ok(await resolve(secret));
    const keys = (await node.node.openDatabase('identity')).collection<{ _id: number }>('keys');
    await keys.updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 1) } });
    assert.equal(await resolve(secret), null);
    assert.equal((await create(ann, { expires_at: null })).expires_at, null);
  });

  it('a revoked key stops working immediately, stays listed with revoked_at, and revoking it again is 404 (R-152, A16)', async () => {
    const ann = await register();
    const [one, two] = [await create(ann), await create(ann)];
    const revoked = await node.call(ann, 'account.keys.revoke', { id: one.id });
    assert.ok(revoked.revoked_at);
    assert.equal(await resolve(one.secret), null);
    assert.ok(await resolve(two.secret));
    const { keys } = await node.call(ann, 'account.keys.list', {});
    assert.deepEqual(
      keys.map(({ id, revoked_at }) => [id, revoked_at]),
      [
        [two.id, null],
        [one.id, revoked.revoked_at],
      ],
    );
    await expectRejection(node.call(ann, 'account.keys.revoke', { id: one.id }), 404);
  });

  it('a key revoked ten times concurrently is revoked once', async () => {
    const ann = await register();
    const { id } = await create(ann);
    await expectOneSuccess(Array.from({ length: 10 }, () => node.call(ann, 'account.keys.revoke', { id })));
    const users = (await node.node.openDatabase('identity')).collection<{ _id: number; live_keys: number }>(
      'users',
    );
    assert.equal((await users.findOne({ _id: ann.user.id }))?.live_keys, 0);
  });

  it('the key of another account is 404, word for word as a missing one (H1)', async () => {
    const [ann, bob] = [await register(), await register()];
    const { id, secret } = await create(ann);
    for (const action of ['account.keys.get', 'account.keys.revoke'] as const) {
      assert.deepEqual(
        await expectRejection(node.call(bob, action, { id })),
        await expectRejection(node.call(bob, action, { id: 999_999 })),
      );
    }
    assert.equal((await node.call(bob, 'account.keys.list', {})).total, 0);
    assert.ok(await resolve(secret));
  });

  it('a key may not administer keys: 403 SESSION_REQUIRED; without a credential 401 (R-158)', async () => {
    const ann = await register();
    const byKey = await resolve((await create(ann, { permissions: ['site:admin'] })).secret);
    assert.ok(byKey);
    for (const call of [
      node.call(byKey, 'account.keys.list', {}),
      node.call(byKey, 'account.keys.create', { name: 'another', permissions: ['site:admin'] }),
      node.call(byKey, 'account.keys.revoke', { id: 1 }),
    ]) {
      await expectRejection(call, 'SESSION_REQUIRED');
    }
    await expectRejection(node.call(anonymous, 'account.keys.list', {}), 401);
  });

  it('at most 200 keys that are not revoked, also when many are created concurrently (A16, X6)', async () => {
    const ann = await register();
    const users = (await node.node.openDatabase('identity')).collection<{ _id: number }>('users');
    await users.updateOne({ _id: ann.user.id }, { $set: { live_keys: 195 } });
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => create(ann)));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 5);
    await expectRejection(create(ann), 409, 'KEY_LIMIT_REACHED');
    const { keys, total } = await node.call(ann, 'account.keys.list', { limit: 2, offset: 4 });
    assert.deepEqual([keys.length, total], [1, 5]);
    await node.call(ann, 'account.keys.revoke', { id: keys[0]?.id ?? 0 });
    assert.ok(await create(ann));
  });

  it('a malformed id is 400 (G5, H2)', async () => {
    const ann = await register();
    for (const id of [0, -1, 1.5, '1', null, [], 2 ** 53]) {
      assert.equal(
        (await expectRejection(node.call(ann, 'account.keys.get', cast({ id })))).code,
        'VALIDATION_ERROR',
        String(id),
      );
    }
  });
});

/** What a careless or hostile caller sends, past the types. */
function cast<T>(value: unknown): T {
  return value as T;
}
