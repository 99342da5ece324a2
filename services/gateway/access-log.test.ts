/** Tests of the access log: one line for each request, no secret in it, and no line by default. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import { beforeAll, beforeEach, describe, it, jest } from '@jest/globals';
import { RestClient } from '../../shared/rest-client/client.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import { eventually } from '../../test/eventually.ts';
import { startTestNode, useNode } from '../../test/service-node.ts';
import { ACCOUNT_PASSWORD, createKey, registerAccount } from '../../tools/world/accounts.ts';
import { sendBytes } from '../../tools/world/raw-http.ts';

/** Everything that is printed by the process, whoever prints it. */
const printed: string[] = [];
for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  jest.spyOn(console, level).mockImplementation((...words: unknown[]) => void printed.push(format(...words)));
}

/** The access lines, each as its members; a request is logged when its connection is done with it. */
async function accessLines(count: number): Promise<Record<string, string>[]> {
  const lines = await eventually(() => {
    const lines = printed.flatMap((line) => {
      const [, members] = /\b(method=.*)$/.exec(line) ?? [];
      return members === undefined ? [] : [members];
    });
    assert.ok(lines.length >= count, `no ${count} access lines: ${printed.join('\n')}`);
    return lines;
  });
  assert.equal(lines.length, count, lines.join('\n'));
  return lines.map((line) => Object.fromEntries(line.split(' ').map((pair) => pair.split('=').slice(0, 2))));
}

const toolCall = (name: string): JsonObject => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {} },
});
const MCP_HEADERS = { accept: 'application/json, text/event-stream' };

for (const level of ['info', 'debug'] as const) {
  describe(`the access log at LOG_LEVEL=${level}`, () => {
    const node = useNode(['gateway', 'identity', 'audit'], { LOG_LEVEL: level });
    let session: RestClient;
    let client: RestClient;
    let secret: string;
    beforeAll(async () => {
      printed.splice(0);
      session = await registerAccount(node.url, 'Ada');
      ({ secret, client } = await createKey(session, ['standard:read']));
      await accessLines(2);
    });
    beforeEach(() => void printed.splice(0));

    it('one line a request: id, method, route, status, time, bytes, channel, key or session (G22)', async () => {
      await client.request('GET', '/api/account/keys/7?search=hush', undefined, { 'x-request-id': 'first' });
      await session.request('GET', '/api/account/permissions', undefined, { 'x-request-id': 'second' });
      await client.request('POST', '/mcp', toolCall('account_permissions'), {
        ...MCP_HEADERS,
        'x-request-id': 'third',
      });
      await new RestClient(client.base).request('GET', '/api/nothing/here', undefined, {
        'x-request-id': 'fourth',
      });
      await new RestClient(client.base).request('GET', '/docs', undefined, { 'x-request-id': 'fifth' });
      await new RestClient(client.base).request('GET', '/healthz/live');
      const lines = await accessLines(5);
      const first = [
        'method',
        'route',
        'status',
        'ms',
        'bytes',
        'channel',
        'user',
        'key',
        'address',
        'request',
      ];
      assert.deepEqual(Object.keys(lines[0] ?? {}), first);
      for (const line of lines) {
        assert.match(line.ms ?? '', /^\d+\.\d$/);
        assert.ok(Number(line.bytes) > 200, `${line.request}: ${line.bytes} bytes`);
        assert.match(line.address ?? '', /127\.0\.0\.1/);
      }
      assert.deepEqual(
        lines.map(({ request, method, route, status, channel, user, key, session: bySession }) =>
          [request, method, route, status, channel, user !== '-', key !== undefined, bySession].join(' '),
        ),
        [
          'first GET /api/account/keys/:id 403 http true true ',
          'second GET /api/account/permissions 200 http true false yes',
          'third POST /mcp#account_permissions 200 mcp true true ',
          'fourth GET - 404 http false false ',
          'fifth GET /docs 200 http false false ',
        ],
      );
    });

    it('a request without a Host is logged like any other (G22, H33)', async () => {
      await sendBytes(node.url, 'GET /api/help HTTP/1.1\r\nX-Request-Id: without-host\r\n\r\n', 10_000);
      const [line] = await accessLines(1);
      assert.deepEqual([line?.request, line?.method, line?.status], ['without-host', 'GET', '400']);
    });

    it('no key, cookie, password or query ever reaches a line of any log (A15)', async () => {
      const cookie = await cookieOf(session);
      const anyone = new RestClient(client.base);
      await client.request('GET', '/api/whoami?search=private%20words', undefined, {
        'x-request-id': secret,
      });
      await anyone.request('GET', `/api/whoami?key=${secret}`);
      await anyone.request('GET', `/api/standards/${secret}`, undefined, { cookie, 'user-agent': secret });
      await anyone.request('GET', `/${secret}`);
      await anyone.request('GET', '/api/whoami', undefined, { authorization: `Basic ${secret}` });
      await anyone.request('POST', '/api/account/login', {
        email: 'ada@example.org',
        password: `${ACCOUNT_PASSWORD}!`,
      });
      await anyone.request('POST', '/api/account/login', {
        email: 'ada@example.org',
        password: ACCOUNT_PASSWORD,
        key: secret,
      });
      await client.request('POST', '/mcp', toolCall(secret), MCP_HEADERS);
      await session.request('POST', '/api/account/keys', { name: secret, permissions: ['standard:read'] });
      await accessLines(9);
      // The report of what keys were used for goes out each second.
      await delay(1_200);
      const all = printed.join('\n');
      for (const hushed of [
        secret,
        secret.slice(9, 40),
        cookie,
        cookie.slice(-20),
        ACCOUNT_PASSWORD,
        'private',
        'Ada',
      ]) {
        assert.ok(
          !all.includes(hushed),
          printed.find((line) => line.includes(hushed)),
        );
      }
    });
  });
}

describe('the access log by default', () => {
  it('npm start is quiet: nothing is printed for a request (E2)', async () => {
    const node = await startTestNode(['gateway', 'identity', 'audit'], { LOG_LEVEL: '' });
    try {
      printed.splice(0);
      await new RestClient(node.url).request('GET', '/api/help?format=index');
      await delay(100);
      assert.deepEqual(printed, []);
    } finally {
      await node.stop();
    }
  });
});

/** The session cookie a client sends, as the account's page would see it. */
async function cookieOf({ base }: RestClient): Promise<string> {
  const response = await new RestClient(base).request('POST', '/api/account/login', {
    email: 'ada@example.org',
    password: ACCOUNT_PASSWORD,
  });
  printed.splice(0);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
