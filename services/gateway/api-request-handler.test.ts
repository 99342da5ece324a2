/**
 * Tests of requests to `/api/` in general: health, problem documents, request ids, credentials and cookies, bodies that
 * are refused, and CORS. Also of the page of the API reference and of the request id in the audit trail.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { beforeAll, describe, it } from '@jest/globals';
import { RestClient } from '../../shared/rest-client/client.ts';
import { type JsonObject, numberMember, objectMember, stringMember } from '../../shared/rest-client/json.ts';
import { eventually } from '../../test/eventually.ts';
import { personPrincipal } from '../../test/people.ts';
import { useNode } from '../../test/service-node.ts';
import { ACCOUNT_PASSWORD, createKey, registerAccount } from '../../tools/world/accounts.ts';

describe('the gateway', () => {
  const node = useNode(['gateway', 'identity', 'audit'], { CORS_ORIGINS: 'https://console.example.org' });
  let anyone: RestClient;
  let session: RestClient;
  let secret: string;

  beforeAll(async () => {
    anyone = new RestClient(node.url);
    session = await registerAccount(node.url, 'Ada');
    ({ secret } = await createKey(session, ['standard:read']));
  });

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(node.url);
      const socket = connect(Number(port), hostname, () => socket.end(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  it('health names the unavailable services, with 503 (E3)', async () => {
    const { status, body, headers } = await anyone.request('GET', '/api/health');
    assert.equal(status, 503);
    assert.equal(body.status, 'degraded');
    assert.equal(objectMember(body, 'services').gateway, 'up');
    assert.equal(objectMember(body, 'services').projects, 'down');
    assert.ok(headers.get('x-request-id'));
  });

  it('an error is a problem document with a stable code and the request id that came in (G2)', async () => {
    const { status, body, headers } = await anyone.request('GET', '/api/nothing', undefined, {
      'x-request-id': 'my-request-1',
    });
    assert.equal(status, 404);
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.deepEqual(
      {
        code: body.code,
        status: body.status,
        instance: body.instance,
        requestId: body.requestId,
        same: body.message === body.detail,
      },
      { code: 'NOT_FOUND', status: 404, instance: '/api/nothing', requestId: 'my-request-1', same: true },
    );
  });

  it('a malformed request id is replaced, never echoed (G22)', async () => {
    const { headers } = await anyone.request('GET', '/api/help', undefined, {
      'x-request-id': 'a b<script>',
    });
    assert.match(headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
  });

  it('without a credential, with garbage and with an unknown key: the same 401 (G4)', async () => {
    const none = await anyone.request('GET', '/api/whoami');
    const garbage = await anyone.withCredential({ key: 'nonsense' }).request('GET', '/api/whoami');
    const another = secret[20] === 'A' ? 'B' : 'A';
    const unknown = await anyone
      .withCredential({ key: `${secret.slice(0, 20)}${another}${secret.slice(21)}` })
      .request('GET', '/api/whoami');
    for (const { status, headers, body } of [none, garbage, unknown]) {
      assert.equal(status, 401);
      assert.equal(headers.get('www-authenticate'), 'Bearer');
      assert.deepEqual({ ...body, requestId: '' }, { ...none.body, requestId: '' });
    }
  });

  it('401 of an endpoint for sessions, and of signing in, advises no key (Y5)', async () => {
    const wrongPassword = { email: 'nobody@example.org', password: 'wrong horse battery' };
    for (const response of [
      await anyone.request('GET', '/api/account/keys'),
      await anyone.withCredential({ key: 'nonsense' }).request('GET', '/api/account/keys'),
      await anyone.request('POST', '/api/account/logout'),
      await anyone.request('POST', '/api/account/login', wrongPassword),
    ]) {
      const { status, headers, body } = response;
      assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Cookie']);
      assert.doesNotMatch(JSON.stringify(body), /\bkey\b|Bearer/i);
    }
  });

  it('RFC 9110: the content of a GET is ignored', async () => {
    const head =
      'GET /api/help?format=index HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain';
    assert.match(await raw(`${head}\r\nContent-Length: 1\r\n\r\n{`), /^HTTP\/1\.1 200 /);
  });

  it('another content type is 415, broken JSON 400, an oversized body 413, an array 400 (G18)', async () => {
    const send = async (body: string, type: string): Promise<JsonObject> => {
      const response = await fetch(`${node.url}/api/account/login`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      return JSON.parse(await response.text());
    };
    assert.equal((await send('a=1', 'application/x-www-form-urlencoded')).code, 'UNSUPPORTED_MEDIA_TYPE');
    assert.equal((await send('{}', 'application/json; charset=latin1')).code, 'UNSUPPORTED_MEDIA_TYPE');
    assert.equal((await send('{"email":', 'application/json')).code, 'MALFORMED_JSON');
    assert.equal((await send('{"email":"a","email":"b"}', 'application/json')).code, 'MALFORMED_JSON');
    assert.equal((await send('[]', 'application/json')).code, 'VALIDATION_ERROR');
    const large = await fetch(`${node.url}/api/account/login`, {
      method: 'POST',
      body: 'x'.repeat(9 * 1024 * 1024),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(large.status, 413);
  });

  it('the session cookie is HttpOnly and SameSite=Lax, and a write needs our own Origin (A11, H29)', async () => {
    const login = await anyone.request('POST', '/api/account/login', {
      email: 'ADA@example.org ',
      password: ACCOUNT_PASSWORD,
    });
    const cookie = login.headers.getSetCookie()[0] ?? '';
    assert.match(cookie, /^css_session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
    const value = cookie.split(';')[0] ?? '';
    const write = (headers: Record<string, string>) =>
      anyone.request(
        'POST',
        '/api/account/keys',
        { name: 'k', permissions: ['standard:read'] },
        { cookie: value, ...headers },
      );
    assert.equal((await write({})).body.code, 'CROSS_SITE_REQUEST');
    assert.equal((await write({ origin: 'https://evil.example' })).body.code, 'CROSS_SITE_REQUEST');
    assert.equal((await write({ origin: 'null' })).body.code, 'CROSS_SITE_REQUEST');
    assert.equal((await write({ origin: node.url })).status, 201);
    assert.equal((await write({ 'sec-fetch-site': 'same-origin' })).status, 201);
    const foreignLogin = await anyone.request(
      'POST',
      '/api/account/login',
      { email: 'ada@example.org', password: ACCOUNT_PASSWORD },
      { origin: 'https://evil.example' },
    );
    assert.equal(foreignLogin.body.code, 'CROSS_SITE_REQUEST');
  });

  it('a session ends with the sign-out, immediately on this node (A11)', async () => {
    const other = await anyone.openSession('account.login', {
      email: 'ada@example.org',
      password: ACCOUNT_PASSWORD,
    });
    assert.equal((await other.request('GET', '/api/whoami')).status !== 401, true);
    await other.post('/api/account/logout');
    assert.equal((await other.request('GET', '/api/account/permissions')).status, 401);
  });

  it('a revoked key is refused within a second (A2)', async () => {
    const made = await session.post('/api/account/keys', {
      name: 'short-lived',
      permissions: ['standard:read'],
    });
    const doomed = anyone.withCredential({ key: stringMember(made, 'secret') });
    assert.equal((await doomed.request('GET', '/api/account/permissions')).status, 200);
    await session.requestOk('DELETE', `/api/account/keys/${numberMember(made, 'id')}`);
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    assert.equal((await doomed.request('GET', '/api/account/permissions')).status, 401);
  });

  it('an unavailable service is 503 with Retry-After, not 404 (architecture §2)', async () => {
    const { status, headers } = await session.request('GET', '/api/whoami');
    assert.equal(status, 503, 'whoami asks projects, which this node does not run');
    assert.ok(headers.get('retry-after'));
  });

  it('CORS is for configured origins only (G17)', async () => {
    const preflight = (origin: string) =>
      fetch(`${node.url}/api/account/keys`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
    const allowed = await preflight('https://console.example.org');
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://console.example.org');
    assert.match(allowed.headers.get('access-control-allow-methods') ?? '', /POST/);
    assert.equal(allowed.headers.get('access-control-allow-credentials'), null);
    assert.equal((await preflight('https://evil.example')).headers.get('access-control-allow-origin'), null);
  });

  it('a page of an allowed origin reads the headers that a client needs, and no cache mixes it with others (G17)', async () => {
    const read = (headers: Record<string, string>) => fetch(`${node.url}/api/help?format=index`, { headers });
    const allowed = await read({ origin: 'https://console.example.org' });
    const exposed = (allowed.headers.get('access-control-expose-headers') ?? '').split(', ');
    for (const name of [
      'Link',
      'Location',
      'Deprecation',
      'Sunset',
      'RateLimit',
      'Idempotency-Replayed',
      'ETag',
    ])
      assert.ok(exposed.includes(name), name);
    for (const { headers } of [allowed, await read({}), await read({ origin: 'https://evil.example' })])
      assert.match(headers.get('vary') ?? '', /(^|, )Origin(,|$)/);
  });

  it('the API reference opens, from our own files only (G17)', async () => {
    const page = await fetch(`${node.url}/docs`);
    const text = await page.text();
    assert.equal(page.status, 200);
    assert.ok(!/https?:\/\//.test(text), 'no address of anybody else');
    assert.equal((await fetch(`${node.url}/docs/swagger-ui-bundle.js`)).status, 200);
    assert.equal((await fetch(`${node.url}/docs/../package.json`)).status, 404);
    assert.equal((await fetch(`${node.url}/docs/package.json`)).status, 404);
  });

  it('key administration is in the audit trail, with the request id (A22)', async () => {
    const administrator = personPrincipal({ id: 999, siteRoles: ['SiteAdmin'] });
    const read = () => node.call(administrator, 'admin.audit.list', { action: 'account.keys.create' });
    await eventually(async () => (await read()).total > 0);
    const [row] = (await read()).entries;
    assert.ok(row, 'the outbox delivered');
    assert.equal(row.resource.type, 'key');
    assert.ok(row.request_id.length > 0);
  });
});
