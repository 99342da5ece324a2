/** Tests of changing an API key and of rotating its secret. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signUp } from '../../../test/test-accounts.ts';

const WEEK = 604_800;

describe('changing and rotating keys', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode(['identity', 'projects', 'standards', 'wiki-moderation']);
  });
  afterAll(() => node.stop());
  const resolve = async (secret: string) =>
    (await node.call(anonymous, 'identity.principal', { type: 'key', secret })).principal;
  const createKey = async () => {
    const ann = (await signUp(node)).principal;
    const { secret, ...key } = await node.call(ann, 'account.keys.create', {
      name: 'CI',
      permissions: ['standard:read'],
    });
    return { ann, key, secret, id: key.id };
  };
  const rotate = (as: UserPrincipal, id: number, overlap?: number) =>
    node.call(as, 'account.keys.rotate', {
      id,
      ...(overlap === undefined ? {} : { overlap_seconds: overlap }),
    });
  const keys = async () => (await node.node.openDatabase('identity')).collection<{ _id: number }>('keys');

  it('rotating keeps id, name and permissions and gives a new secret; the old one is invalid immediately (A16)', async () => {
    const { ann, key, secret, id } = await createKey();
    const { secret: fresh, ...rotated } = await rotate(ann, id);
    assert.deepEqual({ ...rotated, prefix: '', last_four: '' }, { ...key, prefix: '', last_four: '' });
    assert.ok(fresh.startsWith(rotated.prefix) && fresh.endsWith(rotated.last_four) && fresh !== secret);
    assert.equal(await resolve(secret), null);
    assert.deepEqual((await resolve(fresh))?.credential, { type: 'key', id, name: 'CI' });
    assert.equal(rotated.previous_secret_until, null);
  });

  it('with an overlap the old secret works until it ends (A16)', async () => {
    const { ann, secret, id } = await createKey();
    const { secret: fresh, previous_secret_until } = await rotate(ann, id, WEEK);
    const left = Date.parse(previous_secret_until ?? '') - Date.now();
    assert.ok(left > (WEEK - 10) * 1000 && left <= WEEK * 1000);
    assert.ok((await resolve(secret)) && (await resolve(fresh)));
    await (await keys()).updateOne({ _id: id }, { $set: { 'previous.until': new Date(Date.now() - 1) } });
    assert.equal(await resolve(secret), null);
    assert.ok(await resolve(fresh));
    assert.equal((await node.call(ann, 'account.keys.get', { id })).previous_secret_until, null);
  });

  it('rotating again ends an earlier overlap; revoking ends both secrets (A16)', async () => {
    const { ann, secret: first, id } = await createKey();
    const { secret: second } = await rotate(ann, id, WEEK);
    const { secret: third } = await rotate(ann, id, WEEK);
    assert.deepEqual(
      [await resolve(first), (await resolve(second)) !== null, (await resolve(third)) !== null],
      [null, true, true],
    );
    await node.call(ann, 'account.keys.revoke', { id });
    assert.deepEqual([await resolve(second), await resolve(third)], [null, null]);
    await expectRejection(rotate(ann, id), 404);
  });

  it('of two concurrent rotations one wins, the other is an error and shows no secret (A16)', async () => {
    const { ann, id } = await createKey();
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => rotate(ann, id)));
    const won = tries.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    assert.ok(won.length >= 1);
    const live = await Promise.all(won.map(({ secret }) => resolve(secret)));
    assert.equal(live.filter((principal) => principal !== null).length, 1);
    for (const outcome of tries) {
      if (outcome.status === 'rejected')
        await expectRejection(Promise.reject(outcome.reason), 'EDIT_CONFLICT');
    }
  });

  it('overlap_seconds is 0 to 604,800 (A16)', async () => {
    const { ann, id, secret } = await createKey();
    for (const overlap of [-1, WEEK + 1, 1.5]) {
      const { code, extras } = await expectRejection(rotate(ann, id, overlap));
      assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', 'overlap_seconds']);
    }
    assert.ok(await resolve(secret));
  });

  it('name, permissions and end change alone or together, and count at the next request (A16)', async () => {
    const { ann, key, id, secret } = await createKey();
    const change = (members: object) => node.call(ann, 'account.keys.update', { id, ...members });
    assert.deepEqual(await change({ name: ' Deploy ' }), { ...key, name: 'Deploy' });
    const { permissions } = await change({
      permissions: ['project:create', 'standard:read', 'project:create'],
    });
    assert.deepEqual(permissions, ['standard:read', 'project:create']);
    assert.deepEqual((await resolve(secret))?.granted, permissions);
    assert.equal(
      (await change({ expires_at: '2999-01-01T00:00:00Z' })).expires_at,
      '2999-01-01T00:00:00.000Z',
    );
    assert.equal((await change({ expires_at: null })).expires_at, null);
    await expectRejection(change({}), 'NOTHING_TO_CHANGE');
    for (const [path, members] of [
      ['permissions', { permissions: [] }],
      ['permissions[0]', { permissions: ['standard:fly'] }],
      ['expires_at', { expires_at: '2001-01-01T00:00:00Z' }],
      ['name', { name: '' }],
    ] as const) {
      const { code, extras } = await expectRejection(change(members));
      assert.deepEqual([code, extras.errors?.[0]?.path], ['VALIDATION_ERROR', path]);
    }
  });

  it('an expired key works again with a later end; a revoked one is 404 (A16)', async () => {
    const { ann, id, secret } = await createKey();
    await (await keys()).updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 1) } });
    assert.equal(await resolve(secret), null);
    await node.call(ann, 'account.keys.update', { id, expires_at: '2999-01-01T00:00:00Z' });
    assert.ok(await resolve(secret));
    await node.call(ann, 'account.keys.revoke', { id });
    await expectRejection(node.call(ann, 'account.keys.update', { id, name: 'x' }), 404);
  });

  it('somebody else cannot change, rotate or read the usage of a key: 404 as for a missing one (H1)', async () => {
    const { id } = await createKey();
    const eve = (await signUp(node)).principal;
    for (const foreign of [id, 999_999]) {
      await expectRejection(
        node.call(eve, 'account.keys.update', { id: foreign, name: 'mine' }),
        'NOT_FOUND',
      );
      await expectRejection(rotate(eve, foreign), 'NOT_FOUND');
      await expectRejection(node.call(eve, 'account.keys.usage', { id: foreign }), 'NOT_FOUND');
    }
  });

  it('a key may not administer keys, whatever it was granted (R-152)', async () => {
    const { id, secret } = await createKey();
    const key = await resolvePrincipal(node, 'key', secret);
    await expectRejection(rotate(key, id), 'SESSION_REQUIRED');
    await expectRejection(
      node.call(key, 'account.keys.update', { id, permissions: ['site:admin'] }),
      'SESSION_REQUIRED',
    );
  });

  it('whoami shows the grant of a key as it is after a change (A6)', async () => {
    const { ann, id, secret } = await createKey();
    await node.call(ann, 'account.keys.update', { id, permissions: ['site:admin'] });
    const me = await node.call(await resolvePrincipal(node, 'key', secret), 'discovery.whoami', {});
    assert.deepEqual(
      [me.permissions, me.dormant],
      [['site:admin'], [{ permission: 'site:admin', reason: 'owner_lacks' }]],
    );
  });

  it('every change of a key is sent to all nodes and is in the audit trail without its secret', async () => {
    const { ann, id } = await createKey();
    const received: unknown[] = [];
    node.node.broker.createService({
      name: 'key-listener',
      events: { 'identity.principalChanged': (ctx: { params: unknown }) => void received.push(ctx.params) },
    });
    const { secret } = await rotate(ann, id, 60);
    await node.call(ann, 'account.keys.update', { id, name: 'Renamed' });
    assert.deepEqual(received, [{ user_id: ann.user.id }, { user_id: ann.user.id }]);
    const outbox = await (await node.node.openDatabase('identity')).collection('outbox').find().toArray();
    const text = JSON.stringify(outbox);
    assert.ok(
      text.includes('account.keys.rotate') && text.includes('account.keys.update') && !text.includes(secret),
    );
  });
});
