/**
 * Tests of `/mcp` message by message, as raw HTTP: initialisation, notifications, headers, errors of the protocol; and
 * of which web pages may use it, also with a session.
 */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { listMember } from '../../../shared/rest-client/json.ts';
import { useNode } from '../../../test/service-node.ts';
import { createKey, registerAccount } from '../../../tools/world/accounts.ts';

const PAGE = 'https://tools.example.org';

describe('MCP on the wire (A8, A24; MCP specification 2025-11-25)', () => {
  const node = useNode(['gateway', 'identity', 'standards', 'audit'], { CORS_ORIGINS: PAGE });
  let session: RestClient;
  let key: string;
  beforeAll(async () => {
    session = await registerAccount(node.url, 'M');
    key = (await createKey(session, ['standard:read', 'category:read'])).secret;
  });

  /** Without those that are empty. */
  const headersOf = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const send = async (body: unknown, more: Record<string, string> = {}, method = 'POST') => {
    const response = await fetch(`${node.url}/mcp`, {
      method,
      headers: headersOf({
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...more,
      }),
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? {} : Object(JSON.parse(text)),
    };
  };
  const ask = (method: string, params?: unknown, more: Record<string, string> = {}) =>
    send({ jsonrpc: '2.0', id: 7, method, ...(params === undefined ? {} : { params }) }, more);

  it('initialize returns the server, its instructions, and opens no session', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const { status, body, headers } = await ask('initialize', params);
    assert.equal(status, 200);
    assert.equal(body.id, 7);
    const { protocolVersion, serverInfo, capabilities, instructions } = body.result;
    assert.equal(protocolVersion, '2025-06-18');
    assert.equal(serverInfo.name, 'construction-specification-service');
    assert.match(serverInfo.version, /^\d+\.\d+\.\d+$/);
    assert.deepEqual(capabilities, { tools: {}, resources: {}, prompts: {} });
    for (const word of ['find_tool', 'call_tool', 'discovery_whoami', 'baseVersion', 'isError', 'truncated'])
      assert.ok(instructions.includes(word), word);
    assert.equal(headers.get('mcp-session-id'), null);
  });

  it('a notification is accepted with 202 and no body', async () => {
    const { status, text } = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([status, text], [202, '']);
  });

  it('every response has the headers of every other response: request id, limit, nosniff', async () => {
    const { headers } = await ask('ping', undefined, { 'x-request-id': 'of-mine' });
    assert.equal(headers.get('x-request-id'), 'of-mine');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.ok(
      Number(headers.get('x-ratelimit-limit')) > 0 &&
        headers.has('x-ratelimit-remaining') &&
        headers.has('x-ratelimit-reset'),
    );
  });

  it('a large response is compressed for a client that accepts it', async () => {
    const { headers, text } = await ask('tools/list', {}, { 'accept-encoding': 'gzip' });
    assert.equal(headers.get('content-encoding'), 'gzip');
    assert.ok(text.length > 3 * Number(headers.get('content-length')), `${text.length} characters`);
    assert.equal(
      (await ask('tools/list', {}, { 'accept-encoding': 'identity' })).headers.get('content-encoding'),
      null,
    );
  });

  const broken: [string, unknown, number, number][] = [
    ['a body that is no JSON', '{"jsonrpc":', 400, -32700],
    ['an empty body', '', 400, -32700],
    ['H8: a key sent twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32700],
    ['H6: __proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}', 400, -32700],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32600],
    ['a word', '"ping"', 400, -32600],
    ['a message of another protocol', { id: 1, method: 'ping' }, 400, -32600],
    ['a message without a method', { jsonrpc: '2.0', id: 1 }, 400, -32600],
  ];
  for (const [what, body, status, code] of broken) {
    it(`${what} is ${code}`, async () => {
      const response = await send(body);
      assert.deepEqual(
        [response.status, response.body.error?.code, response.body.id, response.body.jsonrpc],
        [status, code, null, '2.0'],
      );
      assert.ok(response.body.error.message.length > 20, 'the reason is told');
    });
  }

  const requested: [string, string, unknown, number][] = [
    ['an unknown method', 'resources/burn', {}, -32601],
    ['an internal action as a method', 'identity.principal', {}, -32601],
    ['an unknown tool', 'tools/call', { name: 'standards_burn', arguments: {} }, -32602],
    [
      'an internal action as a tool',
      'tools/call',
      { name: 'audit_record', arguments: { entries: [] } },
      -32602,
    ],
    [
      'a session-only endpoint as a tool',
      'tools/call',
      { name: 'account_keys_create', arguments: {} },
      -32602,
    ],
    ['an object’s own member as a tool', 'tools/call', { name: 'constructor' }, -32602],
    ['a call without a name', 'tools/call', {}, -32602],
    ['arguments that are no object', 'tools/call', { name: 'standards_get', arguments: [1] }, -32602],
    ['an initialize without its params', 'initialize', {}, -32602],
    ['a resource without a URI', 'resources/read', {}, -32602],
    ['an unknown prompt', 'prompts/get', { name: 'toString' }, -32602],
    ['a prompt without an argument that it needs', 'prompts/get', { name: 'prepare_issue' }, -32602],
    ['a cursor that was not given out', 'tools/list', { cursor: 'bm9uZQ' }, -32602],
  ];
  for (const [what, method, params, code] of requested) {
    it(`${what} is ${code}`, async () => {
      const { status, body } = await ask(method, params);
      assert.deepEqual([status, body.error?.code, body.id], [200, code, 7]);
    });
  }

  it('an unsupported MCP-Protocol-Version is 400, a supported or absent one is fine', async () => {
    assert.equal((await ask('ping', undefined, { 'mcp-protocol-version': '1900-01-01' })).status, 400);
    assert.equal((await ask('ping', undefined, { 'mcp-protocol-version': '2025-11-25' })).status, 200);
    assert.equal((await ask('ping')).status, 200);
  });

  it('other methods are 405 with Allow, another type 415, an unacceptable Accept 406, a missing credential 401 (G17, G18)', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const { status, headers, body } = await send('', {}, method);
      assert.deepEqual(
        [status, headers.get('allow'), body.code],
        [405, 'POST, OPTIONS', 'METHOD_NOT_ALLOWED'],
      );
    }
    assert.equal((await send('ping', { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await ask('ping', undefined, { accept: 'text/html' })).status, 406);
    const { status, headers, body } = await ask('ping', undefined, {
      authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
    });
    assert.deepEqual(
      [status, headers.get('www-authenticate'), body.code],
      [401, 'Bearer', 'UNAUTHENTICATED'],
    );
    const inQuery = await fetch(`${node.url}/mcp?key=${key}`, { method: 'POST' });
    assert.equal(inQuery.status, 400, 'A2: no key in the address');
  });

  /** fetch does not let a page choose its Host; a rebound name is the sender's. */
  const from = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${node.url}/mcp`,
        { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.once('error', reject).end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    });

  it('a page of another origin is refused before anything else, also when its name was bent to this machine', async () => {
    const accept = 'application/json, text/event-stream';
    const authorization = `Bearer ${key}`;
    const ours = new URL(node.url);
    assert.equal(await from({ origin: 'https://evil.example.org', authorization, accept }), 403);
    assert.equal(await from({ origin: 'null', authorization, accept }), 403);
    assert.equal(await from({ origin: 'https://evil.example.org' }), 403, 'also without a credential');
    const rebound = `evil.example.org:${ours.port}`;
    assert.equal(await from({ origin: `http://${rebound}`, host: rebound, authorization, accept }), 403);
    assert.equal(await from({ origin: ours.origin, authorization, accept }), 200);
    assert.equal(
      await from({
        origin: `http://localhost:${ours.port}`,
        host: `localhost:${ours.port}`,
        authorization,
        accept,
      }),
      200,
    );
    assert.equal(await from({ origin: PAGE, authorization, accept }), 200, 'a configured one');
    assert.equal(await from({ authorization, accept }), 200, 'no browser');
  });

  it('a session speaks MCP from our own page only (H29)', async () => {
    const { cookie = '' } = session.credential;
    const accept = 'application/json, text/event-stream';
    assert.equal(await from({ cookie, accept }), 403);
    assert.equal(
      await from({ cookie, accept, origin: PAGE }),
      403,
      'cookies are not shared with another origin',
    );
    assert.equal(await from({ cookie, accept, origin: node.url }), 200);
  });

  it('with a session of our own page the tools are offered and called as with a key, from another page nothing is written (X6)', async () => {
    const { cookie = '' } = session.credential;
    const headers = { authorization: '', cookie, origin: node.url };
    const listed = await ask('tools/list', {}, headers);
    assert.equal(listed.status, 200);
    const names = listMember(listed.body.result, 'tools').map(({ name }) => name);
    assert.ok(names.includes('categories_create') && names.includes('discovery_whoami'));
    assert.ok(!names.includes('account_keys_create'), 'what makes a credential is no tool');
    const make = (name: string, more: Record<string, string>) =>
      ask(
        'tools/call',
        { name: 'categories_create', arguments: { name, subject_type: 'user' } },
        { ...headers, ...more },
      );
    const made = await make('By session', {});
    assert.equal(made.body.result.structuredContent.name, 'By session');
    assert.equal((await make('By a stranger', { origin: PAGE })).status, 403);
    const { categories } = Object(await session.get('/api/categories?subject_type=user'));
    assert.deepEqual(
      listMember({ categories }, 'categories').map(({ name }) => name),
      ['By session'],
    );
  });

  it('a version that requires batches is not negotiated: initialize offers the newest instead, and as a header it is 400 (X6)', async () => {
    const versionFor = async (protocolVersion: string): Promise<string> => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } };
      return (await ask('initialize', params)).body.result.protocolVersion;
    };
    assert.equal(await versionFor('2025-03-26'), '2025-11-25');
    for (const kept of ['2025-11-25', '2025-06-18', '2024-11-05']) assert.equal(await versionFor(kept), kept);
    const { status, body } = await ask('ping', undefined, { 'mcp-protocol-version': '2025-03-26' });
    assert.equal(status, 400);
    assert.match(
      body.error.message,
      /Unsupported protocol version: 2025-03-26 \(supported versions: 2025-11-25, 2025-06-18/,
    );
    assert.ok(!body.error.message.includes('2025-03-26,'));
  });

  it('the preflight of a configured origin allows what an MCP client sends; another gets nothing (G17)', async () => {
    const preflight = (origin: string) =>
      fetch(`${node.url}/mcp`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await preflight(PAGE);
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), PAGE);
    assert.match(allowed.headers.get('access-control-allow-methods') ?? '', /POST/);
    for (const name of [
      'authorization',
      'content-type',
      'mcp-protocol-version',
      'x-mcp-toolsets',
      'x-mcp-readonly',
    ]) {
      assert.ok(
        (allowed.headers.get('access-control-allow-headers') ?? '').toLowerCase().includes(name),
        name,
      );
    }
    assert.equal(
      (await preflight('https://evil.example.org')).headers.get('access-control-allow-origin'),
      null,
    );
    const { headers } = await ask('ping', undefined, { origin: PAGE });
    assert.equal(headers.get('access-control-allow-origin'), PAGE);
  });
});
