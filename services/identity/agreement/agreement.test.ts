/** Tests of reading and accepting the contributor agreement, and of the role that this gives. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, TEST_ADMINISTRATOR, useNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signUp } from '../../../test/test-accounts.ts';

describe('the Contributor License Agreement', () => {
  const node = useNode(['identity']);
  const tokens = new Map<number, string>();
  const register = async (): Promise<UserPrincipal> => {
    const { principal, token } = await signUp(node);
    tokens.set(principal.user.id, token);
    return principal;
  };
  /** The same account as it is now. */
  const again = ({ user }: UserPrincipal): Promise<UserPrincipal> =>
    resolvePrincipal(node, 'session', tokens.get(user.id) ?? '');
  const get = (as: UserPrincipal) => node.call(as, 'account.cla.get', {});
  const accept = (as: UserPrincipal, document_id = 1) => node.call(as, 'account.cla.accept', { document_id });
  const database = () => node.node.openDatabase('identity');
  const bar = async ({ user }: UserPrincipal, contribution_barred: boolean) =>
    (await database())
      .collection<{ _id: number }>('users')
      .updateOne({ _id: user.id }, { $set: { contribution_barred } });
  const acceptancesOf = async ({ user }: UserPrincipal) =>
    (await database()).collection('acceptances').countDocuments({ user_id: user.id });

  it('a new site has version 1, accepted by no one (A20)', async () => {
    const shown = await get(await register());
    assert.deepEqual(
      [shown.id, shown.version, shown.accepted, shown.accepted_version, shown.accepted_at],
      [1, 1, false, null, null],
    );
    assert.match(shown.content, /^# Contributor License Agreement/);
    assert.ok(Date.parse(shown.effective_date) <= Date.now());
    await expectRejection(node.call(anonymous, 'account.cla.get', {}), 401);
  });

  it('accepting grants SiteContributor, and the response shows it (R-160)', async () => {
    const ann = await register();
    const response = await accept(ann);
    assert.deepEqual(
      [response.accepted, response.accepted_version, response.site_roles],
      [true, 1, ['SiteContributor']],
    );
    assert.deepEqual((await again(ann)).siteRoles, ['SiteContributor']);
    const { site_roles: _, ...shown } = response;
    assert.deepEqual(await get(ann), shown);
  });

  it('accepting twice, also concurrently, is harmless: one acceptance, its first time stays', async () => {
    const ann = await register();
    const responses = await Promise.all(Array.from({ length: 8 }, () => accept(ann)));
    const last = await accept(ann);
    assert.equal(new Set([...responses, last].map(({ accepted_at }) => accepted_at)).size, 1);
    assert.equal(await acceptancesOf(ann), 1);
  });

  it('any id but the one in force is 409 CLA_VERSION_STALE, and nothing is recorded (R-148, A20, R-209)', async () => {
    const ann = await register();
    for (const stale of [2, 999_999]) {
      const { code, status, extras } = await expectRejection(accept(ann, stale));
      assert.deepEqual([code, status, extras.metadata?.currentDocumentId], ['CLA_VERSION_STALE', 409, 1]);
    }
    assert.equal(await acceptancesOf(ann), 0);
    assert.deepEqual((await again(ann)).siteRoles, []);
  });

  it('document_id is required and an integer (G5, R-179, R-180)', async () => {
    const ann = await register();
    for (const document_id of [undefined, '1', null, 0, 1.5]) {
      const sent: { document_id: number } = JSON.parse(JSON.stringify({ document_id }));
      await expectRejection(node.call(ann, 'account.cla.accept', sent), 'VALIDATION_ERROR');
    }
  });

  it('of a barred account the acceptance is recorded, 403 CONTRIBUTION_BARRED, no role until the bar is lifted (R-149, A5, R-197)', async () => {
    const ann = await register();
    await bar(ann, true);
    for (let round = 0; round < 2; round += 1) {
      await expectRejection(accept(ann), 403, 'CONTRIBUTION_BARRED');
    }
    assert.equal(await acceptancesOf(ann), 1);
    const barred = await again(ann);
    assert.deepEqual([barred.siteRoles, barred.contributionBarred], [[], true]);
    await bar(ann, false);
    assert.deepEqual((await again(ann)).siteRoles, ['SiteContributor']);
  });

  it('a key gains its listed wiki permissions when its owner accepts, and every node is notified (R-150)', async () => {
    const ann = await register();
    const { secret } = await node.call(ann, 'account.keys.create', {
      name: 'wiki',
      permissions: ['wiki:standard:create'],
    });
    const received: unknown[] = [];
    node.node.broker.localBus.on('received', (event: unknown) => received.push(event));
    node.node.broker.createService({
      name: 'listener',
      events: {
        'identity.principalChanged': (ctx: { params: unknown }) =>
          void node.node.broker.localBus.emit('received', ctx.params),
      },
    });
    // A key may accept as well as a session.
    await accept(await resolvePrincipal(node, 'key', secret));
    assert.deepEqual(received, [{ user_id: ann.user.id }]);
    const { siteRoles, granted } = await resolvePrincipal(node, 'key', secret);
    assert.deepEqual([siteRoles, granted], [['SiteContributor'], ['wiki:standard:create']]);
  });

  it('a site administrator must accept too (A18)', async () => {
    const login = { ...TEST_ADMINISTRATOR, address: '192.0.2.1' };
    const { account, session_token } = await node.call(anonymous, 'identity.signIn', login);
    tokens.set(account.id, session_token);
    const principal = await resolvePrincipal(node, 'session', session_token);
    assert.deepEqual(principal.siteRoles, ['SiteAdmin']);
    assert.deepEqual((await accept(principal)).site_roles, ['SiteContributor', 'SiteAdmin']);
  });

  it('a newer version leaves contributors their role and shows accepted: false with accepted_version (A20)', async () => {
    const [ann, bob] = [await register(), await register()];
    await accept(ann);
    const agreements = (await database()).collection<{ _id: number }>('agreements');
    const version = (_id: number, effective_date: Date) => ({
      _id,
      version: _id,
      content: `# Version ${_id}`,
      effective_date,
    });
    await agreements.insertMany([version(2, new Date()), version(3, new Date(Date.now() + 86_400_000))]);
    const shown = await get(ann);
    assert.deepEqual([shown.id, shown.accepted, shown.accepted_version], [2, false, 1]);
    assert.ok(shown.accepted_at);
    assert.deepEqual((await again(ann)).siteRoles, ['SiteContributor']);
    await expectRejection(accept(bob, 1), 'CLA_VERSION_STALE');
    await expectRejection(accept(bob, 3), 'CLA_VERSION_STALE');
    assert.equal((await accept(ann, 2)).accepted_version, 2);
    assert.equal(await acceptancesOf(ann), 2);
  });
});
