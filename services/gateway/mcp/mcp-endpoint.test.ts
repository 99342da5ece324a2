/**
 * Tests of MCP with the client of its SDK: which tools are offered, what calling them does, and that calls count
 * against the rate limit.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { PERMISSIONS, type Permission } from '../../../shared/contracts/permissions.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { paramSchemas } from '../../../shared/kernel/validation/params.ts';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { listAllTools, type McpClient, openMcpClient, toolOutcome } from '../../../test/mcp-client.ts';
import { startTestNode, TEST_ADMINISTRATOR, type TestNode } from '../../../test/service-node.ts';
import { createKey, registerAccount } from '../../../tools/world/accounts.ts';

/** Endpoints that are no tools, with the reason: a new one belongs here only for one of these. */
const NO_TOOLS: Record<string, string[]> = {
  'needs a session': [
    'account.logout',
    'account.password.change',
    'account.sessions.list',
    'account.sessions.end',
    'account.keys.list',
    'account.keys.create',
    'account.keys.get',
    'account.keys.update',
    'account.keys.rotate',
    'account.keys.usage',
    'account.keys.revoke',
    'account.invitations.accept',
    'account.invitations.decline',
    'companies.create',
    'companies.update',
    'companies.members.add',
    'companies.members.update',
    'companies.members.remove',
    'companies.invitations.withdraw',
    'companies.sponsorshipRequests.list',
    'companies.sponsorshipRequests.approve',
    'companies.sponsorshipRequests.decline',
    'projects.invite',
    'projects.invitations.withdraw',
    'projects.members.remove',
    'projects.lead.appoint',
    'projects.seatProvenance.acknowledgeLapse',
    'projects.sponsorshipRequests.create',
  ],
  'takes a password or a mailed token': [
    'account.register',
    'account.login',
    'account.verifyEmail',
    'account.passwordReset',
    'account.passwordReset.confirm',
  ],
  'sends or takes bytes': [
    'standards.document',
    'projects.document',
    'datasheets.export',
    'files.download',
    'files.preview',
    'files.upload',
    'standards.images.upload',
    'standards.images.get',
  ],
  'is closed': [
    'standards.comments.create',
    'standards.comments.resolve',
    'datasheets.comments.create',
    'datasheets.comment.create',
    'datasheets.comments.update',
    'datasheets.comments.delete',
    'datasheets.comments.resolve',
  ],
};

describe('MCP (A8, A24), with the SDK’s own client', () => {
  let node: TestNode;
  let base: string;
  let session: RestClient;
  const clients: McpClient[] = [];
  beforeAll(async () => {
    node = await startTestNode();
    base = node.node.url ?? '';
    session = await registerAccount(base, 'M');
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await node.stop();
  });

  const open = async (secret: string, path = '/mcp'): Promise<McpClient> => {
    const client = await openMcpClient(base, secret, path);
    clients.push(client);
    return client;
  };
  const connect = async (permissions: readonly Permission[], path = '/mcp'): Promise<McpClient> =>
    open((await createKey(session, permissions)).secret, path);
  const call = async (client: McpClient, name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const { isError, body } = toolOutcome(result);
    const [first] = Object(result).content;
    assert.deepEqual(JSON.parse(first.text), body, 'the text says the same for clients that know no other');
    assert.equal(result.structuredContent === undefined, isError, 'a refusal is text');
    return { isError, body: Object(body) };
  };

  describe('the tools', () => {
    it('a key with every permission is offered every endpoint but those that a key or a model cannot use (A24)', async () => {
      const administrator = await new RestClient(base).openSession('account.login', TEST_ADMINISTRATOR);
      // What a contributor may do on the wiki rests until the agreement is accepted.
      const { id: agreement } = await administrator.get('/api/account/cla');
      await administrator.post('/api/account/cla/accept', { document_id: agreement });
      const { secret } = await createKey(administrator, PERMISSIONS);
      const tools = await listAllTools(await open(secret, '/mcp/x/all'));
      const expected = publishedEndpoints()
        .map(({ id }) => String(id))
        .filter((id) => !Object.values(NO_TOOLS).flat().includes(id));
      assert.deepEqual(
        tools.map(({ name }) => name).sort(),
        ['call_tool', 'find_tool', ...expected.map((id) => id.replaceAll('.', '_'))].sort(),
      );
    });

    it('only what the key may call is offered, and a call of the rest is PERMISSION_DENIED (A24)', async () => {
      const reader = await connect(['standard:read', 'category:read'], '/mcp/x/default,wiki');
      const names = (await reader.listTools()).tools.map(({ name }) => name);
      assert.ok(
        names.includes('standards_list') &&
          names.includes('discovery_whoami') &&
          names.includes('wiki_standards_get'),
      );
      for (const name of ['standards_create', 'projects_create', 'admin_users_list'])
        assert.ok(!names.includes(name), name);
      const { isError, body } = await call(reader, 'standards_create', {});
      assert.deepEqual(
        [isError, body.status, body.code, body.metadata.permission],
        [true, 403, 'PERMISSION_DENIED', 'standard:create'],
      );
    });

    it('are named, titled and described by the contract, with hints whether they read, add or change', async () => {
      const tools = await listAllTools(await connect(PERMISSIONS, '/mcp/x/all'));
      const known = new Map(publishedEndpoints().map(({ id, spec }) => [id.replaceAll('.', '_'), spec]));
      for (const { name, title, description, annotations } of tools.slice(2)) {
        const spec = known.get(name);
        assert.ok(spec, name);
        assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
        assert.equal(title, spec.summary);
        assert.ok(description && !description.includes('/api/'), `${name}: ${description}`);
        assert.equal(annotations?.readOnlyHint, !spec.mutates, name);
        assert.equal(annotations?.openWorldHint, false);
      }
      const hints = (name: string) => {
        const { readOnlyHint, destructiveHint, idempotentHint } =
          tools.find((tool) => tool.name === name)?.annotations ?? {};
        return [readOnlyHint, destructiveHint, idempotentHint];
      };
      assert.deepEqual(hints('standards_get'), [true, undefined, undefined]);
      assert.deepEqual(
        hints('standards_validateMarkdown'),
        [true, undefined, undefined],
        'a POST that only computes',
      );
      assert.deepEqual(hints('categories_create'), [false, false, false]);
      assert.deepEqual(hints('standards_workingCopy_save'), [false, true, true]);
      assert.deepEqual(hints('standards_workingCopy_discard'), [false, true, true]);
    });

    it('take the parameters of path, query and body as one flat object, without those of other channels', async () => {
      const tools = await listAllTools(await connect(PERMISSIONS, '/mcp/x/all'));
      const validator = new AjvJsonSchemaValidator();
      const known = new Map(publishedEndpoints().map(({ id, spec }) => [id.replaceAll('.', '_'), spec]));
      for (const { name, inputSchema, outputSchema } of tools.slice(2)) {
        assert.doesNotThrow(() => validator.getValidator({ ...inputSchema }), name);
        assert.doesNotThrow(() => validator.getValidator({ ...outputSchema }), name);
        const spec = known.get(name);
        assert.ok(spec);
        const offered = Object.entries(paramSchemas(spec)).flatMap(([param, schema]) =>
          schema.only ? [] : [param],
        );
        const taken = Object.keys(inputSchema.properties ?? {});
        const own = taken.filter((argument) => argument === 'as' || argument === 'continuation');
        assert.deepEqual(taken, [...offered, ...own], name);
        assert.equal(inputSchema.additionalProperties, false);
        for (const param of Object.keys(spec.path ?? {}))
          assert.ok(inputSchema.required?.includes(param), `${name}.${param}`);
      }
      const get = tools.find(({ name }) => name === 'standards_get');
      assert.deepEqual(Object.keys(get?.inputSchema.properties ?? {}), [
        'revisionId',
        'id',
        'as',
        'continuation',
      ]);
    });
  });

  describe('a call', () => {
    it('answers the HTTP body as structured content, and refusals as tool errors with the same problem document', async () => {
      const writer = await connect(['category:read', 'category:create', 'standard:read']);
      const sent = { name: 'By tool', subject_type: 'user' };
      const made = await call(writer, 'categories_create', sent);
      assert.equal(made.isError, false);
      const listed = await session.get('/api/categories?subject_type=user');
      assert.deepEqual(Object(listed).categories, [made.body], 'the same as through HTTP');
      const again = await call(writer, 'categories_create', sent);
      const { problem } = await session.requestExpectingError('POST', '/api/categories', sent);
      assert.equal(again.isError, true);
      assert.deepEqual(
        { ...again.body, requestId: '', instance: '' },
        { ...problem, requestId: '', instance: '' },
        'the same problem as through HTTP',
      );
      assert.equal(again.body.instance, '/mcp#categories_create');
    });

    it('wrong-shaped arguments are a tool error VALIDATION_ERROR with the path of each', async () => {
      const reader = await connect(['standard:read', 'standard:update', 'category:create']);
      const wrong: [string, Record<string, unknown>, string[]][] = [
        ['standards_get', { id: 'x' }, ['id']],
        ['standards_get', {}, ['id']],
        ['standards_get', { id: 1.5, revisionId: '2' }, ['id', 'revisionId']],
        ['standards_list', { per_page: 101, sort: 'size' }, ['per_page', 'sort']],
        ['standards_list', { search: { $ne: 'x' } }, ['search']],
        ['categories_create', { name: ['a'] }, ['name', 'subject_type']],
        ['standards_workingCopy_save', { id: 1, elements: [{ address: 1 }] }, ['elements[0].address']],
      ];
      for (const [name, args, paths] of wrong) {
        const { isError, body } = await call(reader, name, args);
        assert.deepEqual([isError, body.status, body.code], [true, 400, 'VALIDATION_ERROR'], name);
        const result = body.errors.map(({ path }: { path: string }) => path);
        for (const path of paths) assert.ok(result.includes(path), `${name}: ${path} in ${result}`);
      }
    });

    it('both spellings are read, and two that differ are refused (G6)', async () => {
      const writer = await connect(['category:read', 'category:create']);
      const parent = await call(writer, 'categories_create', { name: 'Parent', subjectType: 'user' });
      const child = await call(writer, 'categories_create', {
        name: 'Child',
        subject_type: 'user',
        parentId: parent.body.id,
      });
      assert.equal(child.body.parent_id, parent.body.id);
      const both = { name: 'Other', subject_type: 'user', subjectType: 'global' };
      const { body } = await call(writer, 'categories_create', both);
      assert.equal(body.code, 'VALIDATION_ERROR');
    });

    it('arguments beyond the limit of the endpoint’s body are a tool error, a message beyond every limit is 413 (G18)', async () => {
      const writer = await connect(['category:create', 'standard:update']);
      const mib = 1024 * 1024;
      const { body } = await call(writer, 'categories_create', {
        name: 'x'.repeat(9 * mib),
        subject_type: 'user',
      });
      assert.deepEqual([body.status, body.code], [413, 'PAYLOAD_TOO_LARGE']);
      const save = (size: number) =>
        call(writer, 'standards_workingCopy_save', { id: 1, markdown: 'x'.repeat(size) });
      assert.notEqual((await save(9 * mib)).body.code, 'PAYLOAD_TOO_LARGE', 'a working copy may have 16 MiB');
      await assert.rejects(save(18 * mib), /413|PAYLOAD_TOO_LARGE|socket|terminated|fetch failed/);
    });

    it('a revoked key is refused at its next call', async () => {
      const made = await createKey(session, ['standard:read']);
      const client = await open(made.secret);
      assert.equal((await call(client, 'standards_list')).isError, false);
      await session.requestOk('DELETE', `/api/account/keys/${made.id}`);
      await assert.rejects(call(client, 'standards_list'), /UNAUTHENTICATED/);
    });
  });
});

describe('MCP and the limit of its owner (A7, G24)', () => {
  it('every call counts as one request, together with those through HTTP; beyond the limit it is 429', async () => {
    const node = await startTestNode(['gateway', 'identity', 'audit', 'projects', 'wiki-moderation'], {
      RATE_LIMIT_FREE: '12',
    });
    try {
      const base = node.node.url ?? '';
      const key = await createKey(await registerAccount(base, 'M'), ['standard:read']);
      const client = await openMcpClient(base, key.secret);
      const left = async (): Promise<number> =>
        Object((await client.callTool({ name: 'discovery_whoami', arguments: {} })).structuredContent)
          .rate_limit.remaining;
      const first = await left();
      assert.equal(await left(), first - 1);
      await key.client.get('/api/account/permissions');
      assert.equal(await left(), first - 3);
      for (let more = first - 3; more > 0; more -= 1) await left();
      await assert.rejects(left(), /RATE_LIMITED/);
      await client.close();
    } finally {
      await node.stop();
    }
  });
});
