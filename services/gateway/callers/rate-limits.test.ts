import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Client } from '../../../scripts/rest-client/client.ts';
import { textOf } from '../../../scripts/rest-client/json.ts';
import { missing, redisUrl } from '../../../test/back-ends.ts';
import { startTestNode, type TestNode } from '../../../test/service-node.ts';
import { unless } from '../../../test/unless.ts';

const LIMITS = { RATE_LIMIT_ANONYMOUS: '40', RATE_LIMIT_FREE: '12', RATE_LIMIT_COMPANY: '30' };
const PASSWORD = 'a long enough password';

for (const counting of ['in the process', 'in Redis'] as const) {
  unless(counting === 'in Redis' && missing('REDIS')).describe(`rate limits, counted ${counting}`, () => {
    let node: TestNode;
    let anyone: Client;
    beforeAll(async () => {
      node = await startTestNode(['gateway', 'identity', 'audit'], {
        ...LIMITS,
        ...(counting === 'in Redis' ? { REDIS_URL: redisUrl() } : {}),
      });
      anyone = new Client(node.node.address ?? '');
    });
    afterAll(() => node.stop());

    it('A7, R-227, H34: one owner has one limit, whichever of its keys asks; a company’s is higher', async () => {
      const owner = await anyone.session('account.register', {
        email: 'free@example.org',
        password: PASSWORD,
        name: 'Free',
      });
      const keyOf = async (session: Client) =>
        session.as({
          key: textOf(await session.post('/api/account/keys', { name: 'k', permissions: ['standard:read'] }), 'secret'),
        });
      const keys = [await keyOf(owner), await keyOf(owner)];
      const answers = [];
      for (let asked = 0; asked < 14; asked += 1)
        answers.push(await (keys[asked % 2] ?? owner).exchange('GET', '/api/account/permissions'));
      const refused = answers.filter(({ status }) => status === 429);
      assert.equal(refused.length, 4, 'two key creations and ten answers fill the limit of 12');
      const [last] = refused;
      assert.equal(last?.body.code, 'RATE_LIMITED');
      assert.equal(last?.headers.get('x-ratelimit-remaining'), '0');
      assert.ok(Number(last?.headers.get('retry-after')) > 0);
      assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), '12');
      const company = await anyone.session('account.register', {
        email: 'firm@example.org',
        password: PASSWORD,
        name: 'Firm',
        company_name: 'Firm',
      });
      assert.equal((await company.exchange('GET', '/api/account/permissions')).headers.get('x-ratelimit-limit'), '30');
    });

    it('G24: a forged X-Forwarded-For is nobody else; failed credentials count for the address; health is exempt', async () => {
      const codes = new Map<number, number>();
      for (let asked = 0; asked < 60; asked += 1) {
        const { status } = await anyone
          .as({ key: 'wrong' })
          .exchange('GET', '/api/whoami', undefined, { 'x-forwarded-for': `10.0.0.${asked}` });
        codes.set(status, (codes.get(status) ?? 0) + 1);
      }
      assert.ok((codes.get(429) ?? 0) >= 20, JSON.stringify([...codes]));
      assert.equal((await anyone.exchange('GET', '/api/help')).status, 429);
      assert.notEqual((await anyone.exchange('GET', '/api/health')).status, 429);
    });
  });
}

describe('rate limits with a Redis that is away (R6)', () => {
  it('falls back to the process and answers', async () => {
    const node = await startTestNode(['gateway', 'identity', 'audit'], { ...LIMITS, REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const anyone = new Client(node.node.address ?? '');
      const statuses = [];
      for (let asked = 0; asked < 45; asked += 1) statuses.push((await anyone.exchange('GET', '/api/help?format=index')).status);
      assert.equal(statuses.filter((status) => status === 200).length, 40);
      assert.equal(statuses.filter((status) => status === 429).length, 5);
    } finally {
      await node.stop();
    }
  });
});
