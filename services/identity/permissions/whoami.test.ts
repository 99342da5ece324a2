/**
 * Tests of `GET /api/whoami` for sessions and keys, in the service, over HTTP, and while a service is unavailable; also
 * of the table of permissions (`account.permissions`).
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, startTestNode, useNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signUp } from '../../../test/test-accounts.ts';
import { registerAccount } from '../../../tools/world/accounts.ts';

describe('GET /api/whoami', () => {
  const node = useNode(['identity', 'projects', 'standards', 'wiki-moderation'], {
    RATE_LIMIT_FREE: '77',
    RATE_LIMIT_COMPANY: '88',
  });

  it('shows a session its account, company and tier (A6)', async () => {
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

  it('shows a key its grant and which permissions are dormant (A6, R-154)', async () => {
    const { principal: bob } = await signUp(node);
    const key = {
      name: 'CI',
      permissions: ['standard:read' as const, 'wiki:standard:create' as const, 'site:admin' as const],
    };
    const { secret, id } = await node.call(bob, 'account.keys.create', key);
    const me = await node.call(await resolvePrincipal(node, 'key', secret), 'discovery.whoami', {});
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

  it('roles on wiki standards are scoped to them, and are dormant until the agreement is accepted (A6, A19, R-161)', async () => {
    const { principal: cora } = await signUp(node);
    const pages = ['0a6d9cf0-7a54-4a7c-8d6f-2f7a44a4c001', '0a6d9cf0-7a54-4a7c-8d6f-2f7a44a4c002'];
    const wiki = await node.node.openDatabase('wiki-moderation');
    await wiki.collection<{ _id: string }>('roles').insertMany(
      pages.map((page_id, at) => {
        const given = { page_id, user_id: cora.user.id, assigned_by: 1, assigned_at: new Date() };
        return { ...given, _id: page_id.replace('4a7c', '4a7d'), role: at === 0 ? 'adopter' : 'moderator' };
      }),
    );
    const { secret } = await node.call(cora, 'account.keys.create', {
      name: 'wiki',
      permissions: ['wiki:standard:adopt', 'wiki:standard:retire_slug', 'wiki:revision:hide'],
    });
    const tellMe = async () => node.call(await resolvePrincipal(node, 'key', secret), 'discovery.whoami', {});
    const asleep = await tellMe();
    assert.deepEqual(
      [asleep.scoped, asleep.dormant.map(({ permission, reason }) => [permission, reason])],
      [
        [],
        [
          ['wiki:standard:adopt', 'agreement_not_accepted'],
          ['wiki:standard:retire_slug', 'owner_lacks'],
          ['wiki:revision:hide', 'agreement_not_accepted'],
        ],
      ],
    );
    const { id: document_id } = await node.call(cora, 'account.cla.get', {});
    await node.call(cora, 'account.cla.accept', { document_id });
    const awake = await tellMe();
    assert.deepEqual(awake.scoped, [
      {
        permission: 'wiki:standard:adopt',
        resource_type: 'wiki_standard',
        resource_id: pages[0],
        via: 'adopter',
      },
      {
        permission: 'wiki:revision:hide',
        resource_type: 'wiki_standard',
        resource_id: pages[1],
        via: 'moderator',
      },
    ]);
    assert.deepEqual(awake.dormant, [{ permission: 'wiki:standard:retire_slug', reason: 'owner_lacks' }]);
    assert.equal(awake.scoped_truncated, false);
  });

  it('what is left of the limit is what the gateway says, and nobody else (A6)', async () => {
    const { principal } = await signUp(node);
    const rateLimitStatus = { limit: 77, remaining: 5, resetSeconds: 30 };
    const whoamiFrom = async (
      sender: 'gateway' | 'tools',
    ): Promise<ResultOf<EndpointMap['discovery.whoami']>> =>
      node.node.broker.call(
        'discovery.whoami',
        {},
        {
          meta: { principal: node.node.tokens.sign(principal, sender), rateLimitStatus },
        },
      );
    const { tier, remaining, reset_at } = (await whoamiFrom('gateway')).rate_limit;
    assert.deepEqual([tier, remaining], ['free', 5]);
    assert.ok(Math.abs(Date.parse(reset_at) - Date.now() - 30_000) < 10_000, reset_at);
    assert.equal((await whoamiFrom('tools')).rate_limit.remaining, 77);
  });

  it('needs a credential (R-151)', async () => {
    await expectRejection(node.call(anonymous, 'discovery.whoami', {}), 401);
    await expectRejection(node.call(anonymous, 'account.permissions', {}), 401);
  });

  it('the table is served to keys and sessions (A3, A21)', async () => {
    const { groups, roles, total } = await node.call(
      (await signUp(node)).principal,
      'account.permissions',
      {},
    );
    assert.equal(groups.flatMap(({ permissions }) => permissions).length, total);
    assert.ok(roles.some(({ name }) => name === 'SiteContributor'));
  });
});

describe('GET /api/whoami over HTTP', () => {
  const node = useNode(['gateway', 'identity', 'projects', 'wiki-moderation', 'audit'], {
    RATE_LIMIT_FREE: '50',
  });

  it('shows what the headers show; a client cannot send it (A6)', async () => {
    const session = await registerAccount(node.url, 'Counted');
    const { body, headers } = await session.request('GET', '/api/whoami?rateLimitStatus=9', undefined, {
      rateLimitStatus: '{"limit":9,"remaining":9,"resetSeconds":9}',
      'x-ratelimit-remaining': '9',
    });
    const { limit, remaining } = Object(body.rate_limit);
    assert.deepEqual([limit, remaining], [50, 49]);
    assert.equal(headers.get('x-ratelimit-remaining'), '49');
  });
});

describe('GET /api/whoami while a service that knows roles is unavailable', () => {
  for (const away of ['projects', 'wiki-moderation'] as const) {
    it(`is 503 instead of calling held permissions dormant: ${away}`, async () => {
      const present = ['identity', 'standards', 'projects', 'wiki-moderation'].filter(
        (name) => name !== away,
      );
      const node = await startTestNode(present);
      try {
        await expectRejection(
          node.call((await signUp(node)).principal, 'discovery.whoami', {}),
          503,
          'SERVICE_UNAVAILABLE',
        );
      } finally {
        await node.stop();
      }
    });
  }
});
