/** Tests of a service that a proxy serves below a path, as BASE_URL says. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useNode } from '../../test/service-node.ts';
import { ACCOUNT_PASSWORD, emailOf } from '../../tools/world/accounts.ts';
import { sendRawRequest } from '../../tools/world/raw-http.ts';

describe('a service below a path of its host', () => {
  const node = useNode(['gateway', 'identity', 'audit'], { BASE_URL: 'https://example.org/specs/' });
  const get = (path: string) => sendRawRequest(node.url, { path });

  it('is served with and without its path, whichever the proxy sends (Y22, R-001)', async () => {
    for (const base of ['', '/specs']) {
      for (const path of ['/api/help?format=index', '/docs', '/docs/swagger-ui.css', '/healthz/live'])
        assert.equal((await get(base + path)).status, 200, base + path);
      const { status, headers } = await get(`${base}/docs/`);
      assert.deepEqual([status, headers.location], [308, '/specs/docs'], base);
      const page = await get(`${base}/standards/1`);
      const files = [...page.text.matchAll(/(?:href|src)="(\/specs\/console\/[^"]+)"/g)].map(
        ([, file = '']) => file,
      );
      assert.deepEqual([page.status, files.length], [200, 2], base);
      for (const file of files) assert.equal((await get(file)).status, 200, file);
      assert.equal((await get(`${base}/mcp`)).status, 405);
    }
    assert.match((await get('/specs')).text, /data-base="\/specs"/);
    for (const path of ['/specsapi/help', '/specs/specs/api/help', '/spec/api/help', '/specs/metrics'])
      assert.equal((await get(path)).status, 404, path);
  });

  it('problem documents name the path that the client sees (Y22)', async () => {
    for (const path of ['/api/nothing', '/specs/api/nothing', '/api/nothing?key=x'])
      assert.equal((await get(path)).body.instance, '/specs/api/nothing', path);
    assert.equal((await get('/nothing')).body.instance, '/specs/nothing');
    assert.equal((await get('/mcp')).body.instance, '/specs/mcp');
  });

  it('the reference page needs no path of its host, and OpenAPI names the server with its path (Y22)', async () => {
    const page = (await get('/specs/docs')).text + (await get('/specs/docs/open.js')).text;
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"|url: '([^']+)'/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    assert.ok(links.length >= 5, page);
    for (const link of links) {
      const { pathname } = new URL(link, 'https://example.org/specs/docs');
      assert.ok(pathname.startsWith('/specs/'), link);
      assert.equal((await get(pathname)).status, 200, pathname);
    }
    const { body } = await get('/specs/api/openapi.json');
    assert.deepEqual(body.servers, [{ url: 'https://example.org/specs' }]);
    assert.match(JSON.stringify(body.components), /"name":"__Secure-css_session"/);
  });

  it('links in headers have its path, whatever Host was sent (Y22, RFC 8288)', async () => {
    const origin = ['origin', 'https://example.org', 'content-type', 'application/json'];
    const registered = await sendRawRequest(node.url, {
      method: 'POST',
      path: '/api/account/register',
      headers: ['host', 'elsewhere.example', ...origin],
      body: JSON.stringify({ email: emailOf('Ben'), password: ACCOUNT_PASSWORD, name: 'Ben' }),
    });
    assert.deepEqual([registered.status, registered.headers.location], [201, '/specs/api/whoami']);
    const [cookie = ''] = registered.headers['set-cookie'] ?? [];
    const headers = ['host', 'elsewhere.example', 'cookie', cookie.split(';')[0] ?? ''];
    for (const base of ['', '/specs']) {
      const list = await sendRawRequest(node.url, { path: `${base}/api/account/sessions?limit=1`, headers });
      assert.equal(
        list.headers.link,
        '</specs/api/account/sessions?limit=1&offset=0>; rel="first", </specs/api/account/sessions?limit=1&offset=0>; rel="last"',
      );
      const closed = await sendRawRequest(node.url, {
        method: 'POST',
        path: `${base}/api/datasheet/5/comment`,
        headers,
      });
      assert.deepEqual(
        [closed.status, closed.headers.link, closed.headers['link-template']],
        [
          410,
          '</specs/api/help?group=comments>; rel="successor-version"',
          '"/specs/api/projects/{projectId}/comments"; rel="successor-version"',
        ],
      );
    }
  });

  it('the session cookie is for the path only, and is taken back (Y22)', async () => {
    const origin = ['origin', 'https://example.org', 'content-type', 'application/json'];
    const registered = await sendRawRequest(node.url, {
      method: 'POST',
      path: '/specs/api/account/register',
      headers: origin,
      body: JSON.stringify({ email: emailOf('Ada'), password: ACCOUNT_PASSWORD, name: 'Ada' }),
    });
    const [cookie = ''] = registered.headers['set-cookie'] ?? [];
    assert.match(
      cookie,
      /^__Secure-css_session=[\w-]{43}; Path=\/specs; HttpOnly; SameSite=Lax; Expires=[^;]+; Secure$/,
    );
    const [sent = ''] = cookie.split(';');
    const withCookie = { headers: ['cookie', sent, ...origin] };
    assert.equal(
      (await sendRawRequest(node.url, { path: '/api/account/permissions', ...withCookie })).status,
      200,
    );
    const out = await sendRawRequest(node.url, {
      method: 'POST',
      path: '/api/account/logout',
      ...withCookie,
    });
    assert.match(out.headers['set-cookie']?.[0] ?? '', /^__Secure-css_session=; Path=\/specs; .*Secure$/);
  });
});
