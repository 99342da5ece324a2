import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { nobody, refusal, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { signUp, whoIs } from '../../../test/sign-up.ts';

describe('GET /api/whoami', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode(['identity', 'projects', 'standards', 'wiki-moderation'], {
      RATE_LIMIT_FREE: '77',
      RATE_LIMIT_COMPANY: '88',
    });
  });
  after(() => node.stop());

  it('A6: tells a session who it is, with its company and tier', async () => {
    const { principal: ann, email } = await signUp(node, 'Steel & Partners');
    const me = await node.call(ann, 'discovery.whoami', {});
    assert.deepEqual(me.user, {
      id: ann.user.id,
      name: ann.user.name,
      email,
      company_id: ann.company?.id,
      company_name: 'Steel & Partners',
    });
    assert.deepEqual(me.credential, { type: 'session' });
    assert.ok(me.permissions.includes('company:administer') && !me.permissions.includes('site:admin'));
    assert.deepEqual([me.dormant, me.scoped, me.scoped_truncated], [[], [], false]);
    assert.deepEqual([me.rate_limit.tier, me.rate_limit.limit, me.rate_limit.remaining], ['company', 88, 88]);
    assert.ok(Date.parse(me.rate_limit.reset_at) > Date.now());
  });

  it('A6, R-154: tells a key its grant and what of it is dormant', async () => {
    const { principal: bob } = await signUp(node);
    const key = { name: 'CI', permissions: ['standard:read' as const, 'wiki:standard:create' as const, 'site:admin' as const] };
    const { secret, id } = await node.call(bob, 'account.keys.create', key);
    const me = await node.call(await whoIs(node, 'key', secret), 'discovery.whoami', {});
    assert.deepEqual(me.credential, { type: 'key', id, name: 'CI' });
    assert.deepEqual(me.permissions, ['standard:read', 'wiki:standard:create', 'site:admin']);
    assert.deepEqual(
      me.dormant.map(({ permission, reason }) => [permission, reason]),
      [
        ['wiki:standard:create', 'agreement_not_accepted'],
        ['site:admin', 'owner_lacks'],
      ],
    );
    assert.deepEqual(
      [me.user.company_id, me.user.company_name, me.rate_limit.tier, me.rate_limit.limit],
      [null, null, 'free', 77],
    );
  });

  it('R-151: needs a credential', async () => {
    assert.equal((await refusal(node.call(nobody, 'discovery.whoami', {}))).status, 401);
    assert.equal((await refusal(node.call(nobody, 'account.permissions', {}))).status, 401);
  });

  it('A3, A21: the table is served to keys and sessions', async () => {
    const { groups, roles, total } = await node.call((await signUp(node)).principal, 'account.permissions', {});
    assert.equal(groups.flatMap(({ permissions }) => permissions).length, total);
    assert.ok(roles.some(({ name }) => name === 'SiteContributor'));
  });
});

describe('GET /api/whoami while projects is away', () => {
  it('is 503 instead of calling held permissions dormant', async () => {
    const node = await startTestNode(['identity']);
    try {
      const { code, status } = await refusal(node.call((await signUp(node)).principal, 'discovery.whoami', {}));
      assert.deepEqual([code, status], ['SERVICE_UNAVAILABLE', 503]);
    } finally {
      await node.stop();
    }
  });
});
