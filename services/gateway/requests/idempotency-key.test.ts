/** Tests of `Idempotency-Key` over HTTP: replays, concurrent repetitions, other bodies and callers. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { CompanyRole, Permission } from '../../../shared/contracts/permissions.ts';
import type { ApiResponse, RestClient } from '../../../shared/rest-client/client.ts';
import { type JsonObject, numberMember, objectMember } from '../../../shared/rest-client/json.ts';
import { toolOutcome } from '../../../test/mcp-client.ts';
import { useNode } from '../../../test/service-node.ts';
import { createKey, identify, registerAccount, registerMember } from '../../../tools/world/accounts.ts';

const PERMISSIONS: Permission[] = [
  'project:create',
  'project:read',
  'project:draft:view',
  'project:draft:edit',
  'project:draft:create',
  'project:publish',
];

describe('Idempotency-Key (G12, G22)', () => {
  const node = useNode();
  let session: RestClient;
  let key: RestClient;

  beforeAll(async () => {
    session = await registerAccount(node.url, 'Ida');
    key = await newKey();
  });

  const newKey = async (): Promise<RestClient> => (await createKey(session, PERMISSIONS)).client;
  const post = (
    client: RestClient,
    path: string,
    body: JsonObject,
    idempotencyKey: string,
  ): Promise<ApiResponse> => client.request('POST', path, body, { 'idempotency-key': idempotencyKey });
  const projects = async (): Promise<number> => numberMember(await session.get('/api/projects'), 'total');

  it('replays the first response and does nothing a second time', async () => {
    const before = await projects();
    const once = randomUUID();
    const first = await post(key, '/api/projects/create', { name: 'Once' }, once);
    const again = await post(key, '/api/projects/create', { name: 'Once' }, once);
    assert.equal(first.status, 201);
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.equal(await projects(), before + 1);
    const sorted = await post(key, '/api/projects/create', { address_city: 'Graz', name: 'Twice' }, 'k2');
    const shuffled = await post(key, '/api/projects/create', { name: 'Twice', address_city: 'Graz' }, 'k2');
    assert.equal(shuffled.body.id, sorted.body.id, 'the order of members says nothing');
  });

  it('of a hundred concurrent requests one runs; the others get its response or are asked to retry (R11)', async () => {
    const before = await projects();
    const once = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => post(key, '/api/projects/create', { name: 'Many at once' }, once)),
    );
    const created = responses.filter(({ status }) => status === 201);
    assert.ok(created.length >= 1);
    assert.equal(new Set(created.map(({ body }) => JSON.stringify(body))).size, 1);
    for (const { status, body } of responses) {
      if (status !== 201) assert.deepEqual([status, body.code], [409, 'IDEMPOTENCY_IN_PROGRESS']);
    }
    assert.equal(await projects(), before + 1);
    assert.equal((await post(key, '/api/projects/create', { name: 'Many at once' }, once)).status, 201);
  });

  it('another body with the same key is 422, and nothing is written', async () => {
    await post(key, '/api/projects/create', { name: 'First body' }, 'reused');
    const before = await projects();
    const { status, body } = await post(key, '/api/projects/create', { name: 'Second body' }, 'reused');
    assert.deepEqual([status, body.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
    assert.equal(await projects(), before);
  });

  it('is known to one credential and one path only', async () => {
    const first = await post(key, '/api/projects/create', { name: 'Scoped' }, 'scoped');
    const other = await post(await newKey(), '/api/projects/create', { name: 'Scoped' }, 'scoped');
    const bySession = await post(session, '/api/projects/create', { name: 'Scoped' }, 'scoped');
    assert.equal(new Set([first, other, bySession].map(({ body }) => body.id)).size, 3);
    const elsewhere = await post(key, `/api/projects/${first.body.id}/publish`, {}, 'scoped');
    assert.notEqual(elsewhere.body.code, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('a repeatable error is replayed too; 400, 401, 403 and internal errors are not stored', async () => {
    const { id } = (await post(session, '/api/projects/create', { name: 'To open twice' }, randomUUID()))
      .body;
    const path = `/api/projects/${id}/draft/create`;
    const refused = await post(session, path, {}, 'kept');
    assert.deepEqual([refused.status, refused.body.code], [409, 'DRAFT_ALREADY_OPEN']);
    const again = await post(session, path, {}, 'kept');
    assert.deepEqual({ ...again.body, requestId: '' }, { ...refused.body, requestId: '' });
    const bad = await post(session, '/api/projects/create', { name: '' }, 'mended');
    assert.equal(bad.status, 400);
    assert.equal((await post(session, '/api/projects/create', { name: 'Mended' }, 'mended')).status, 201);
    const denied = await post(session, `/api/projects/${id}/publish`, { adopt_company_id: 1 }, 'permitted');
    assert.ok([400, 403].includes(denied.status), JSON.stringify(denied.body));
    assert.notEqual(
      (await post(session, `/api/projects/${id}/publish`, {}, 'permitted')).body.code,
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  let companies = 0;
  /** A new company of two, the clerk in this role. */
  const registerCompany = async (role: CompanyRole) => {
    companies += 1;
    const [name, clerkName] = [`Owner${companies}`, `Clerk${companies}`];
    const owner = await registerAccount(node.url, name, `Company ${companies}`);
    const clerk = await registerMember(owner, clerkName, role);
    const { userId, companyId: id } = await identify(clerk);
    const removeClerk = () => owner.call('companies.members.remove', { id, userId });
    return { owner, clerk, removeClerk };
  };

  it('an account that lost access to the resource does not get the stored response', async () => {
    const { owner, clerk, removeClerk } = await registerCompany('CompanyAdmin');
    const project = numberMember(await owner.post('/api/projects/create', { name: 'Shared' }), 'id');
    const send = () => post(clerk, `/api/projects/${project}/publish`, {}, 'theirs');
    const first = await send();
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.equal((await send()).status, 200);
    await removeClerk();
    const { status, body } = await send();
    assert.deepEqual([status, body.code], [404, 'NOT_FOUND']);
  });

  it('a step done by another service is not repeated when this one died before its response', async () => {
    const project = numberMember(await session.post('/api/projects/create', { name: 'With sections' }), 'id');
    const section = { name: 'Concrete', subject_type: 'project', subject_id: project };
    const first = await post(session, '/api/categories', section, 'section');
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const standards = await node.node.openDatabase('standards');
    await standards.collection('idempotency_results').deleteMany({});
    const again = await post(session, '/api/categories', section, 'section');
    assert.deepEqual([again.status, again.body], [201, first.body]);
    const anew = await post(session, '/api/categories', section, 'another');
    assert.deepEqual([anew.status, anew.body.code], [409, 'NAME_TAKEN']);
  });

  it('an account that has left the company does not get its stored responses any more', async () => {
    const { clerk, removeClerk } = await registerCompany('CompanyEditor');
    const category = { name: 'Secret tender', subject_type: 'company' };
    assert.equal((await post(clerk, '/api/categories', category, 'left')).status, 201);
    await removeClerk();
    assert.ok((await post(clerk, '/api/categories', category, 'left')).status >= 400);
  });

  it('the founding of a company is replayed to its founder, whose company it changed', async () => {
    const founder = await registerAccount(node.url, 'Founder');
    const first = await post(founder, '/api/companies', { name: 'Once Ltd' }, 'founding');
    const again = await post(founder, '/api/companies', { name: 'Once Ltd' }, 'founding');
    assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
  });

  it('key create ignores it: a secret is shown once', async () => {
    const body = { name: 'ignored', permissions: ['project:read'] };
    const first = await post(session, '/api/account/keys', body, 'secret');
    const second = await post(session, '/api/account/keys', body, 'secret');
    assert.notEqual(first.body.secret, second.body.secret);
  });

  it('a key of another shape is 400; on other methods the header means nothing', async () => {
    for (const wrong of ['x'.repeat(256), ' ', 'tab\tinside']) {
      const { status, body } = await post(key, '/api/projects/create', { name: 'Never' }, wrong);
      assert.deepEqual([status, body.code], [400, 'MALFORMED_REQUEST'], JSON.stringify(wrong.slice(0, 20)));
    }
    assert.equal((await post(key, '/api/projects/create', { name: 'Longest' }, 'y'.repeat(255))).status, 201);
    assert.equal(
      (await key.request('GET', '/api/whoami', undefined, { 'idempotency-key': 'x'.repeat(300) })).status,
      200,
    );
  });

  it('keeps no key and no request as it was sent', async () => {
    await post(key, '/api/projects/create', { name: 'Confidential tender' }, 'my very own key');
    const database = await node.node.openDatabase('projects');
    const rows = await database.collection('idempotency_results').find().toArray();
    assert.ok(rows.length > 0);
    for (const { response: _, ...row } of rows)
      assert.doesNotMatch(JSON.stringify(row), /my very own key|Confidential/);
  });

  it('a tool called again with the key of its message gets the first response again (A24)', async () => {
    const before = await projects();
    const create = async (name: string) => {
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'projects_create', arguments: { name } },
      };
      const headers = { accept: 'application/json, text/event-stream', 'idempotency-key': 'tool-1' };
      const { body } = await key.request('POST', '/mcp', message, headers);
      return objectMember(body, 'result');
    };
    const first = await create('By a tool');
    assert.deepEqual(await create('By a tool'), first);
    assert.equal(first.isError, false);
    assert.equal(toolOutcome(await create('Another')).body.code, 'IDEMPOTENCY_KEY_REUSED');
    // The same key over HTTP is another request's.
    assert.equal((await post(key, '/api/projects/create', { name: 'By a tool' }, 'tool-1')).status, 201);
    assert.equal(await projects(), before + 2);
  });
});
