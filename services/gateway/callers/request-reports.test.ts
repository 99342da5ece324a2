/** Tests of the usage log of API keys as requests over HTTP fill it. */
import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { KeyUsageQueue } from '../../../shared/kernel/service/key-usage-queue.ts';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { type JsonObject, listMember } from '../../../shared/rest-client/json.ts';
import { eventually } from '../../../test/eventually.ts';
import { personPrincipal } from '../../../test/people.ts';
import { startTestNode, type TestNode } from '../../../test/service-node.ts';
import { signUp } from '../../../test/test-accounts.ts';
import { databasePrefix, dropDatabases } from '../../../test/test-servers.ts';
import { ACCOUNT_PASSWORD, createKey, emailOf, registerAccount } from '../../../tools/world/accounts.ts';
import { createMemoryBudgets } from '../memory-budget.ts';
import { recordKeyUsage } from './request-reports.ts';

describe('the usage log of a key', () => {
  const env = { DATABASE_PREFIX: databasePrefix('usage') };
  let node: TestNode;
  let session: RestClient;
  beforeAll(async () => {
    node = await startTestNode(['gateway', 'identity', 'audit'], env);
    session = await registerAccount(node.url, 'Ada');
  });
  afterAll(async () => {
    await node.stop();
    await dropDatabases(env.DATABASE_PREFIX);
  });
  const makeKey = () => createKey(session, ['standard:read']);
  const rowsOf = async (id: number): Promise<JsonObject[]> =>
    listMember(await session.get(`/api/account/keys/${id}/usage`), 'usage');
  const until = (id: number, count: number): Promise<JsonObject[]> =>
    eventually(async () => {
      const rows = await rowsOf(id);
      assert.ok(rows.length >= count, `${rows.length} rows of ${count}`);
      return rows;
    });

  it('a row for every request, refused ones too, newest first, within five seconds; not for sessions (A16)', async () => {
    const { id, client } = await makeKey();
    await client.request('GET', '/api/account/permissions?secret=1', undefined, { 'x-request-id': 'first' });
    await client.request('GET', `/api/account/keys/${id}`, undefined, { 'x-request-id': 'second' });
    const rows = await until(id, 2);
    assert.deepEqual(
      rows.map(({ method, route, status, request_id }) => [method, route, status, request_id]),
      [
        ['GET', '/api/account/keys/:id', 403, 'second'],
        ['GET', '/api/account/permissions', 200, 'first'],
      ],
    );
    for (const row of rows) {
      assert.deepEqual(Object.keys(row).sort(), ['address', 'at', 'method', 'request_id', 'route', 'status']);
      assert.ok(Math.abs(Date.parse(String(row.at)) - Date.now()) < 10_000);
      assert.match(String(row.address), /127\.0\.0\.1/);
    }
  });

  it('a revoked key is refused and leaves no row; its log stays', async () => {
    const { id, client } = await makeKey();
    await client.request('GET', '/api/account/permissions');
    await until(id, 1);
    await session.requestOk('DELETE', `/api/account/keys/${id}`);
    assert.equal((await client.request('GET', '/api/account/permissions')).status, 401);
    await delay(1_300);
    assert.equal((await rowsOf(id)).length, 1);
  });

  it('the log of another account is 404 (H1)', async () => {
    const { id } = await makeKey();
    const eve = await registerAccount(node.url, 'Eve');
    const [foreign, missing] = [
      await eve.requestExpectingError('GET', `/api/account/keys/${id}/usage`),
      await eve.requestExpectingError('GET', '/api/account/keys/999999/usage'),
    ];
    assert.deepEqual([foreign.problem.code, foreign.problem.detail], ['NOT_FOUND', missing.problem.detail]);
  });

  it('usage just before a stop is in the log after the next start (E5)', async () => {
    const { id, client } = await makeKey();
    for (let round = 0; round < 20; round += 1) await client.request('GET', '/api/account/permissions');
    await node.stop();
    node = await startTestNode(['gateway', 'identity', 'audit'], env);
    session = await new RestClient(node.url).openSession('account.login', {
      email: emailOf('Ada'),
      password: ACCOUNT_PASSWORD,
    });
    assert.equal((await rowsOf(id)).length, 20);
  });
});

describe('the usage log while identity is unavailable', () => {
  /** Notes requests of this key that ended without a response. */
  const memory = createMemoryBudgets();
  const note = (usage: KeyUsageQueue, principal: UserPrincipal, count: number): void => {
    for (let at = 0; at < count; at += 1) {
      const request = new IncomingMessage(new Socket());
      const response = new ServerResponse(request);
      recordKeyUsage(
        usage,
        { request, response, requestId: `r${at}`, clientIp: '192.0.2.1', basePath: '', path: '/mcp', memory },
        principal,
      );
      response.emit('close');
    }
  };

  it('memory is bounded: the newest 20,000 rows wait, the log says how many are lost (A16)', async () => {
    const [without, identity] = [await startTestNode(['audit']), await startTestNode(['identity'])];
    try {
      const { principal: ann } = await signUp(identity);
      const ids: number[] = [];
      const usage = new KeyUsageQueue(without.node, 'gateway');
      for (const [name, count] of Object.entries({
        oldest: 3_000,
        second: 9_000,
        third: 9_000,
        newest: 1_500,
      })) {
        const { id } = await identity.call(ann, 'account.keys.create', {
          name,
          permissions: ['standard:read'],
        });
        ids.push(id);
        note(
          usage,
          { ...personPrincipal({ id: ann.user.id }), credential: { type: 'key', id, name } },
          count,
        );
      }
      await usage.flush();
      Object.assign(without.node, { broker: identity.node.broker, tokens: identity.node.tokens });
      await usage.flush();
      const totals = await Promise.all(
        ids.map(async (id) => (await identity.call(ann, 'account.keys.usage', { id })).total),
      );
      assert.deepEqual(totals, [500, 9_000, 9_000, 1_500]);
    } finally {
      await without.stop();
      await identity.stop();
    }
  });

  it('rows wait and arrive once it is back, each once; a response that was never sent reads 499', async () => {
    const [without, identity] = [await startTestNode(['audit']), await startTestNode(['identity'])];
    try {
      const { principal: ann } = await signUp(identity);
      const { id } = await identity.call(ann, 'account.keys.create', {
        name: 'CI',
        permissions: ['standard:read'],
      });
      const usage = new KeyUsageQueue(without.node, 'gateway');
      const key = {
        ...personPrincipal({ id: ann.user.id }),
        credential: { type: 'key' as const, id, name: 'CI' },
      };
      note(usage, key, 1_200);
      await usage.flush();
      await Promise.all([usage.flush(), usage.flush()]);
      Object.assign(without.node, { broker: identity.node.broker, tokens: identity.node.tokens });
      await Promise.all([usage.flush(), usage.flush()]);
      const log = await identity.call(ann, 'account.keys.usage', { id, limit: 1 });
      assert.deepEqual([log.total, log.usage[0]?.route, log.usage[0]?.status], [1_200, '/mcp', 499]);
    } finally {
      await without.stop();
      await identity.stop();
    }
  });
});
