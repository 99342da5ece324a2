/**
 * Tests of the rate limits over HTTP: by account and network, before and after authentication, with and without Redis;
 * which requests do not count; and the setting for registrations.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { readConfig } from '../../../shared/kernel/node/config.ts';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { startTestNode, useNode } from '../../../test/service-node.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, redisUrl } from '../../../test/test-servers.ts';
import { createKey, registerAccount } from '../../../tools/world/accounts.ts';
import { firstStatus, sendBytes } from '../../../tools/world/raw-http.ts';

const LIMITS = { RATE_LIMIT_ANONYMOUS: '40', RATE_LIMIT_FREE: '12', RATE_LIMIT_COMPANY: '30' };

for (const counting of ['in the process', 'in Redis'] as const) {
  skipIf(counting === 'in Redis' && missingServer('REDIS')).describe(
    `rate limits, counted ${counting}`,
    () => {
      // Of its own: Redis still has the counts of the file that had a shared one before.
      const prefix = databasePrefix('limits');
      const node = useNode(['gateway', 'identity', 'audit'], {
        ...LIMITS,
        DATABASE_PREFIX: prefix,
        ...(counting === 'in Redis' ? { REDIS_URL: redisUrl() } : {}),
      });
      afterAll(() => dropDatabases(prefix));
      let anyone: RestClient;
      beforeAll(async () => {
        anyone = new RestClient(node.url);
      });

      it('one owner has one limit, whichever of its keys asks; a company’s is higher (A7, R-227, H34)', async () => {
        const owner = await registerAccount(node.url, 'Free');
        const newKey = async () => (await createKey(owner, ['standard:read'])).client;
        const keys = [await newKey(), await newKey()];
        const answers = [];
        for (let asked = 0; asked < 14; asked += 1)
          answers.push(await (keys[asked % 2] ?? owner).request('GET', '/api/account/permissions'));
        const refused = answers.filter(({ status }) => status === 429);
        assert.equal(refused.length, 4, 'two key creations and ten answers fill the limit of 12');
        const [last] = refused;
        assert.equal(last?.body.code, 'RATE_LIMITED');
        assert.equal(last?.headers.get('x-ratelimit-remaining'), '0');
        const retryAfter = Number(last?.headers.get('retry-after'));
        assert.ok(retryAfter >= 1 && retryAfter <= 60, String(retryAfter));
        assert.ok(Number(Object(last?.body.metadata).retryAfter) > 0);
        assert.equal((await owner.request('GET', '/api/account/permissions')).status, 429, 'its session too');
        assert.equal(answers[0]?.headers.get('x-ratelimit-limit'), '12');
        const company = await registerAccount(node.url, 'Firm', 'Firm');
        assert.equal(
          (await company.request('GET', '/api/account/permissions')).headers.get('x-ratelimit-limit'),
          '30',
        );
      });

      it('its headers are on each answer to a key whose credential was looked at, and on no other (A7)', async () => {
        const firm = await registerAccount(node.url, 'Headers', 'Headers Ltd');
        const { client } = await createKey(firm, ['standard:read']);
        const hasHeaders = async (method: string, path: string) => {
          const { status, headers } = await client.request(method, path);
          return [status, headers.has('x-ratelimit-limit') && headers.has('ratelimit')];
        };
        assert.deepEqual(await hasHeaders('GET', '/api/account/permissions'), [200, true]);
        assert.deepEqual(await hasHeaders('POST', '/api/categories'), [403, true]);
        for (const [method, path, status] of [
          // Not every service runs here.
          ['GET', '/api/health', 503],
          ['GET', '/api/help?format=index', 200],
          ['GET', '/api/openapi.json', 200],
          ['GET', '/api/nothing', 404],
          ['DELETE', '/api/whoami', 405],
          ['POST', '/api/standards/1/comments', 410],
        ] as const)
          assert.deepEqual(await hasHeaders(method, path), [status, false], `${method} ${path}`);
      });

      it('a forged X-Forwarded-For changes nothing; failed credentials count for the address; health is exempt (G24, H34)', async () => {
        const codes = new Map<number, number>();
        for (let requested = 0; requested < 60; requested += 1) {
          const { status } = await anyone
            .withCredential({ key: 'wrong' })
            .request('GET', '/api/whoami', undefined, {
              'x-forwarded-for': `10.0.0.${requested}`,
              'x-real-ip': `10.1.0.${requested}`,
              forwarded: `for=10.2.0.${requested}`,
            });
          codes.set(status, (codes.get(status) ?? 0) + 1);
        }
        assert.ok((codes.get(429) ?? 0) >= 20, JSON.stringify([...codes]));
        assert.equal((await anyone.request('GET', '/api/help')).status, 429);
        assert.notEqual((await anyone.request('GET', '/api/health')).status, 429);
      });
    },
  );
}

describe('rate limits of requests that are rejected before authentication', () => {
  const LIMIT = 3;
  const node = useNode(['gateway', 'identity', 'audit'], {
    RATE_LIMIT_ANONYMOUS: String(LIMIT),
    TRUST_PROXY: 'true',
  });

  /** The statuses of so many requests from one network address. */
  const statuses = async (from: string, count: number, [method = '', path]: string[]): Promise<number[]> => {
    const seen = [];
    for (let sent = 0; sent < count; sent += 1) {
      const response = await fetch(`${node.url}${path}`, {
        method,
        headers: { 'x-forwarded-for': from },
        redirect: 'manual',
      });
      await response.arrayBuffer();
      seen.push(response.status);
    }
    return seen;
  };

  const REFUSED: Record<string, [string[], number]> = {
    'an unknown endpoint': [['GET', '/api/nothing'], 404],
    'another method': [['DELETE', '/api/help'], 405],
    'a closed endpoint': [['POST', '/api/standards/1/comments'], 410],
    'an unknown page': [['GET', '/nothing'], 404],
    'another method on /mcp': [['GET', '/mcp'], 405],
    'an address that is not UTF-8': [['GET', '/api/%ff'], 400],
  };
  let network = 0;
  for (const [what, [requested, status]] of Object.entries(REFUSED)) {
    network += 1;
    const from = `192.0.2.${network}`;
    it(`${what} counts for the network address, so that nobody asks for it without end (X3)`, async () => {
      assert.deepEqual(await statuses(from, LIMIT + 1, requested), [status, status, status, 429]);
      assert.deepEqual(await statuses(from, 1, ['GET', '/api/help']), [429], 'like every anonymous request');
    });
  }

  it('a request without a Host counts too (X3, H33)', async () => {
    const bytes = 'GET /api/help HTTP/1.1\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n';
    const seen = [];
    for (let sent = 0; sent <= LIMIT; sent += 1)
      seen.push(firstStatus(await sendBytes(node.url, bytes, 10_000)));
    assert.deepEqual(seen, [400, 400, 400, 429]);
  });

  it('OPTIONS, health and the files of /docs do not count, however often they are asked for (X3)', async () => {
    const from = '192.0.2.100';
    for (const [method, path] of [
      ['OPTIONS', '/api/help'],
      ['OPTIONS', '/api/nothing'],
      ['GET', '/api/health'],
      ['GET', '/healthz/live'],
      ['GET', '/'],
      ['GET', '/docs'],
      ['GET', '/docs/swagger-ui.css'],
    ] as const) {
      assert.equal((await statuses(from, LIMIT + 2, [method, path])).includes(429), false, path);
    }
    assert.deepEqual(await statuses(from, 1, ['GET', '/api/help']), [200]);
  });

  it('30 registrations an hour and network address, unless RATE_LIMIT_REGISTER says otherwise (X3, ASVS 2.4.1)', () => {
    assert.equal(readConfig({}).registrationsPerHour, 30);
    assert.equal(readConfig({ RATE_LIMIT_REGISTER: '7' }).registrationsPerHour, 7);
  });
});

describe('rate limits with an unavailable Redis (R6)', () => {
  it('falls back to the process and responses', async () => {
    const node = await startTestNode(['gateway', 'identity', 'audit'], {
      ...LIMITS,
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    try {
      const anyone = new RestClient(node.url);
      const statuses = [];
      for (let requested = 0; requested < 45; requested += 1)
        statuses.push((await anyone.request('GET', '/api/help?format=index')).status);
      assert.equal(statuses.filter((status) => status === 200).length, 40);
      assert.equal(statuses.filter((status) => status === 429).length, 5);
    } finally {
      await node.stop();
    }
  });
});
