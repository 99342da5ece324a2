/** Tests of rights that are lost while a slow request is still being sent: it must not succeed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import { isJsonObject, type JsonObject, listMember } from '../../shared/rest-client/json.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { type TestKey, type TestPerson, TwoGateways } from './two-gateways.fixture.ts';

skipIf(missingServer('NATS')).describe('a right lost in the middle of a request', () => {
  let site: TwoGateways;
  let owner: TestPerson;
  beforeAll(async () => {
    site = await TwoGateways.start();
    owner = await site.person();
  });
  afterAll(() => site.stop());

  /** Sends half of a body, waits for `meanwhile`, sends the rest. */
  async function sendSlowly(key: TestKey, path: string, body: JsonObject, meanwhile: () => Promise<unknown>) {
    const bytes = Buffer.from(JSON.stringify(body));
    const sent = request(`${key.secondGateway.base}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.secret}`,
        'content-type': 'application/json',
        'content-length': bytes.length,
        accept: 'application/json, text/event-stream',
      },
    });
    const answered: Promise<IncomingMessage[]> = once(sent, 'response');
    sent.write(bytes.subarray(0, 10));
    // The gateway has let the request in.
    await delay(200);
    await meanwhile();
    sent.end(bytes.subarray(10));
    const [response] = await answered;
    assert.ok(response);
    const answer: unknown = JSON.parse(Buffer.concat(await response.toArray()).toString());
    return { status: response.statusCode, answer };
  }

  const named = (name: string): JsonObject => ({ name, subject_type: 'user' });
  const names = async () =>
    listMember(await owner.firstGateway.get('/api/categories'), 'categories').map(({ name }) => name);

  it('no right was lost: the slow request succeeds (H16)', async () => {
    const key = await site.key(owner, ['category:create']);
    assert.equal((await sendSlowly(key, '/api/categories', named('slow'), () => delay(0))).status, 201);
    assert.ok((await names()).includes('slow'));
  });

  it('the key is revoked: 401, nothing written (H16)', async () => {
    const key = await site.key(owner, ['category:create']);
    const revoke = () => owner.firstGateway.requestOk('DELETE', `/api/account/keys/${key.id}`);
    assert.equal((await sendSlowly(key, '/api/categories', named('revoked'), revoke)).status, 401);
    assert.ok(!(await names()).includes('revoked'));
  });

  it('the permission is revoked: 403 that names it, nothing written (H16)', async () => {
    const key = await site.key(owner, ['category:create', 'category:read']);
    const narrow = () =>
      owner.firstGateway.requestOk('PATCH', `/api/account/keys/${key.id}`, {
        permissions: ['category:read'],
      });
    const { status, answer } = await sendSlowly(key, '/api/categories', named('narrowed'), narrow);
    assert.equal(status, 403);
    assert.deepEqual(Object(answer).metadata, { permission: 'category:create' });
    assert.ok(!(await names()).includes('narrowed'));
  });

  it('the owner loses the role: 403, nothing written (H16)', async () => {
    const { id, boss, member } = await site.company('CompanyEditor');
    const key = await site.key(member, ['category:create']);
    const demote = () =>
      boss.firstGateway.requestOk('PATCH', `/api/companies/${id}/members/${member.id}`, {
        role: 'CompanyViewer',
      });
    const body = { name: 'demoted', subject_type: 'company' };
    assert.equal((await sendSlowly(key, '/api/categories', body, demote)).status, 403);
    assert.deepEqual(
      listMember(await boss.firstGateway.get('/api/categories?subject_type=company'), 'categories'),
      [],
    );
  });

  it('a tool called over MCP with a key that is revoked meanwhile: 401, nothing written (H16)', async () => {
    const key = await site.key(owner, ['category:create']);
    const call = (name: string): JsonObject => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'categories_create', arguments: named(name) },
    });
    const fine = await sendSlowly(key, '/mcp', call('by tool'), () => delay(0));
    assert.deepEqual([fine.status, isJsonObject(Object(fine.answer).result)], [200, true]);
    const revoke = () => owner.firstGateway.requestOk('DELETE', `/api/account/keys/${key.id}`);
    assert.equal((await sendSlowly(key, '/mcp', call('by revoked tool'), revoke)).status, 401);
    const all = await names();
    assert.deepEqual([all.includes('by tool'), all.includes('by revoked tool')], [true, false]);
  });
});
