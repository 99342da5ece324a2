/**
 * Tests of refused permissions and sign-ins over HTTP: the audit entries of the former, the cookie that marks a known
 * browser, and that no stranger locks an owner out.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { eventually } from '../../../test/eventually.ts';
import { TEST_ADMINISTRATOR, useNode } from '../../../test/service-node.ts';
import { createKey, identify, registerAccount } from '../../../tools/world/accounts.ts';

const PASSWORD = 'a long enough password';

describe('what was refused, over HTTP', () => {
  const node = useNode();
  let anyone: RestClient;
  let administrator: RestClient;
  beforeAll(async () => {
    anyone = new RestClient(node.url);
    administrator = await anyone.openSession('account.login', TEST_ADMINISTRATOR);
  });
  const entriesOf = async (action: string, user_id: number) =>
    (await administrator.call('admin.audit.list', { action, user_id })).entries;

  it('signing in marks the browser with a cookie of its own, which outlives the session (Y5)', async () => {
    await registerAccount(node.url, 'Ann');
    const login = await anyone.request('POST', '/api/account/login', {
      email: 'ann@example.org',
      password: PASSWORD,
    });
    const [session = '', mark = ''] = login.headers.getSetCookie();
    assert.match(session, /^css_session=/);
    assert.match(mark, /^css_known_browser=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Expires=/);
    const end = (cookie: string): number => Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
    assert.ok(end(mark) > end(session) + 300 * 86_400_000);
    assert.ok(!JSON.stringify(login.body).includes('known_browser'));
    const cookie = session.split(';')[0] ?? '';
    const out = await anyone.withCredential({ cookie }).request('POST', '/api/account/logout');
    assert.deepEqual(
      out.headers.getSetCookie().map((each) => each.split('=')[0]),
      ['css_session'],
    );
  });

  it('a stranger on other networks cannot lock an account out of a browser that it has used (Y5)', async () => {
    await registerAccount(node.url, 'Bea');
    const email = 'bea@example.org';
    const login = await anyone.request('POST', '/api/account/login', { email, password: PASSWORD });
    const mark = login.headers.getSetCookie()[1]?.split(';')[0] ?? '';
    const failures = (await node.node.openDatabase('identity')).collection('login_failures');
    await failures.insertOne({
      key: `account:${email}`,
      points: 100,
      expire: new Date(Date.now() + 600_000),
    });
    const again = (headers: Record<string, string>) =>
      anyone.request('POST', '/api/account/login', { email, password: PASSWORD }, headers);
    assert.equal((await again({})).status, 429);
    assert.equal((await again({ cookie: mark })).status, 200);
  });

  it('refused permissions are audit entries by account and network, equal ones together (Y5)', async () => {
    const session = await registerAccount(node.url, 'Cid');
    const { userId } = await identify(session);
    const { client: key, id: keyId } = await createKey(session, ['project:create']);
    for (let at = 0; at < 20; at += 1) assert.equal((await key.request('GET', '/api/standards')).status, 403);
    assert.equal((await key.request('GET', '/api/account/keys')).status, 403);
    assert.equal((await session.request('GET', '/api/admin/users')).status, 403);
    await eventually(async () => {
      const entries = await entriesOf('account.permission_refused', userId);
      assert.deepEqual(
        entries
          .map(({ key_id, resource, details }) => [
            key_id,
            resource.id,
            details.endpoint,
            details.code,
            details.permission,
          ])
          .toSorted(),
        [
          [keyId, userId, 'account.keys.list', 'SESSION_REQUIRED', undefined],
          [keyId, userId, 'standards.list', 'PERMISSION_DENIED', 'standard:read'],
          [null, userId, 'admin.users.list', 'PERMISSION_DENIED', 'site:admin'],
        ].toSorted(),
      );
      for (const { details } of entries)
        assert.match(String(details.network), /^127\.0\.0\.1$|^0:0:0:0::\/64$/);
    });
  });

  it('a permission that a tool call lacks is an audit entry with the endpoint of the tool, equal ones together (Y5)', async () => {
    const session = await registerAccount(node.url, 'Dee');
    const { userId } = await identify(session);
    const { client: key, id: keyId } = await createKey(session, ['standard:read']);
    for (const name of ['projects_list', 'categories_create', 'projects_list']) {
      const params = {
        name,
        arguments: name === 'categories_create' ? { name: 'A', subject_type: 'user' } : {},
      };
      const accept = 'application/json, text/event-stream';
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const { body } = await key.request('POST', '/mcp', message, { accept });
      assert.match(JSON.stringify(body), /PERMISSION_DENIED/);
    }
    await eventually(async () => {
      const entries = await entriesOf('account.permission_refused', userId);
      assert.deepEqual(
        entries
          .filter(({ details }) => details.count === undefined)
          .map(({ channel, key_id, details }) => [channel, key_id, details.endpoint, details.permission])
          .toSorted(),
        [
          ['mcp', keyId, 'categories.create', 'category:create'],
          ['mcp', keyId, 'projects.list', 'project:read'],
        ],
      );
    });
  });
});
