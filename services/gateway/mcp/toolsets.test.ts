/** Tests of which tools an MCP client is shown and may call: toolsets, read-only, `find_tool` and `call_tool`. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { ENDPOINT_GROUPS } from '../../../shared/contracts/endpoint.ts';
import { PERMISSIONS } from '../../../shared/contracts/permissions.ts';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { listMember } from '../../../shared/rest-client/json.ts';
import { eventually } from '../../../test/eventually.ts';
import { listAllTools, type McpClient, openMcpClient, toolOutcome } from '../../../test/mcp-client.ts';
import { useNode } from '../../../test/service-node.ts';
import { shareOf } from '../../../test/world/share-of.ts';
import { createKey, registerAccount } from '../../../tools/world/accounts.ts';
import { findToolRoute } from './tool-routes.ts';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('toolsets of MCP (A24)', () => {
  const node = useNode();
  let session: RestClient;
  let key: { id: number; secret: string };
  const clients: McpClient[] = [];
  beforeAll(async () => {
    session = await registerAccount(node.url, 'Mona', 'Tool users');
    key = await createKey(session, PERMISSIONS);
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  const open = async (path = '/mcp', headers: Record<string, string> = {}): Promise<McpClient> => {
    const client = await openMcpClient(node.url, key.secret, path, headers);
    clients.push(client);
    return client;
  };
  const namesIn = async (client: McpClient): Promise<string[]> =>
    (await listAllTools(client)).map(({ name }) => name);
  const call = async (client: McpClient, name: string, args: Record<string, unknown> = {}) =>
    toolOutcome(await client.callTool({ name, arguments: args }));

  it('without a choice at most 40 tools and 40 KB are shown, on one page, with find_tool and call_tool', async () => {
    const page = await (await open()).listTools();
    assert.equal(page.nextCursor, undefined);
    assert.ok(page.tools.length <= 40, `${page.tools.length} tools`);
    const lean = page.tools.map(({ outputSchema: _, ...tool }) => tool);
    assert.ok(bytes({ tools: lean }) <= 40_000, `${bytes({ tools: lean })} bytes`);
    assert.ok(bytes(page) <= 64 * 1024, `${bytes(page)} bytes with the schemas of results`);
    const names = page.tools.map(({ name }) => name);
    for (const needed of [
      'find_tool',
      'call_tool',
      'standards_publish',
      'datasheets_revise',
      'projects_export',
    ])
      assert.ok(names.includes(needed), needed);
  });

  it('a toolset is a group of the contract, by path, query or header; all of them are paged', async () => {
    for (const group of ENDPOINT_GROUPS) {
      const names = await namesIn(await open(`/mcp/x/${group}`));
      assert.deepEqual(names.slice(0, 2), ['find_tool', 'call_tool'], group);
      for (const name of names.slice(2)) assert.equal(findToolRoute(name)?.spec.group, group, name);
      assert.deepEqual(await namesIn(await open(`/mcp?toolsets=${group}`)), names);
      assert.deepEqual(await namesIn(await open('/mcp', { 'x-mcp-toolsets': group.toUpperCase() })), names);
    }
    const several = await namesIn(
      await open('/mcp/x/standards,search?toolsets=files', { 'x-mcp-toolsets': 'categories' }),
    );
    for (const name of ['standards_merge', 'wiki_searchContent', 'files_list', 'categories_create'])
      assert.ok(several.includes(name), name);
    assert.ok(!several.includes('projects_create'));
    const all = await open('/mcp/x/all');
    const first = await all.listTools();
    assert.ok(first.nextCursor !== undefined && bytes(first) <= 64 * 1024);
    const names = await namesIn(all);
    assert.ok(names.length > 120 && new Set(names).size === names.length, `${names.length}`);
    for (const name of names.slice(2)) assert.ok(findToolRoute(name), name);
  });

  it('an unknown toolset is 400 and lists all of them, wherever it is named', async () => {
    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(node.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key.secret}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    const wrong: [string, Record<string, string>?][] = [
      ['/mcp/x/standards,spells'],
      ['/mcp/x/%E0'],
      ['/mcp/x/standards/projects'],
      ['/mcp?toolsets=constructor'],
      ['/mcp', { 'x-mcp-toolsets': 'standard' }],
    ];
    for (const [path, headers] of wrong) {
      const response = await ask(path, headers);
      const problem = Object(await response.json());
      assert.deepEqual([response.status, problem.code], [400, 'VALIDATION_ERROR'], path);
      for (const name of [...ENDPOINT_GROUPS, 'default', 'all', 'search'])
        assert.ok(problem.detail.includes(name));
    }
    assert.equal((await ask('/mcp', { 'x-mcp-readonly': 'perhaps' })).status, 400);
    for (const path of ['/mcp?read=only', '/mcp/x/all?readonly=1&write=0', '/mcp?constructor=1']) {
      const response = await ask(path);
      assert.equal(response.status, 400, path);
      assert.match(Object(await response.json()).detail, /toolsets and readonly/);
    }
    assert.equal((await ask('/mcp?ToolSets=standards')).status, 200);
    assert.equal((await ask('/mcp/y/standards')).status, 404);
    for (const nothing of ['/mcp/x/', '/mcp?toolsets=', '/mcp?toolsets=,']) {
      const { result } = Object(await (await ask(nothing)).json());
      assert.ok(
        listMember(result, 'tools').some(({ name }) => name === 'find_tool'),
        nothing,
      );
    }
  });

  it('what a chosen toolset has not cannot be called, by call_tool neither', async () => {
    const client = await open('/mcp/x/standards');
    await assert.rejects(call(client, 'projects_list'), /toolset projects or default, which this connection/);
    await assert.rejects(call(client, 'call_tool', { name: 'projects_list' }), /toolset projects or default/);
    assert.equal((await call(client, 'standards_list')).isError, false);
  });

  it('find_tool and call_tool are offered with chosen toolsets, and reach what they have', async () => {
    for (const client of [
      await open('/mcp/x/standards,files'),
      await open('/mcp?toolsets=standards,files'),
      await open('/mcp', { 'x-mcp-toolsets': 'standards,files' }),
    ]) {
      const selected = new Set(await namesIn(client));
      const { body } = await call(client, 'find_tool', { query: 'list projects, standards and files' });
      const found = listMember(JSON.parse(JSON.stringify(body)), 'tools').map(({ name }) => String(name));
      assert.ok(found.includes('files_list') && found.includes('standards_list'), `${found}`);
      for (const name of found) assert.ok(selected.has(name), name);
      assert.equal((await call(client, 'call_tool', { name: 'standards_list' })).isError, false);
      assert.match(client.getInstructions() ?? '', /find_tool searches them/);
    }
    const whole = await open('/mcp/x/all');
    assert.equal((await call(whole, 'call_tool', { name: 'categories_list' })).isError, false);
  });

  it('a name is refused in the same way by a direct call and by call_tool, with the reason', async () => {
    const clients = [
      await open(),
      await open('/mcp/x/standards'),
      await open('/mcp/x/all', { 'x-mcp-readonly': '1' }),
    ];
    const refused: [number, string, RegExp][] = [
      [0, 'no_such_tool', /"no_such_tool" is no tool\. find_tool finds the names/],
      [0, 'constructor', /is no tool/],
      [0, 'account_keys_create', /account_keys_create is for browser sessions alone/],
      [0, 'account.keys.create', /account_keys_create is for browser sessions alone/],
      [0, 'files_upload', /files_upload is for HTTP alone, and no tool/],
      [0, 'standards_comments_create', /is closed/],
      [1, 'projects_list', /is in the toolset projects/],
      [2, 'categories_create', /writes, and this connection is read-only/],
    ];
    for (const [at, name, reason] of refused) {
      const client = clients[at];
      assert.ok(client);
      const messageOf = async (sent: string, args?: Record<string, unknown>): Promise<string> => {
        const error: unknown = await call(client, sent, args).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        assert.equal(Object(error).code, -32602, name);
        return Object(error).message;
      };
      const direct = await messageOf(name);
      assert.match(direct, reason, name);
      assert.equal(await messageOf('call_tool', { name }), direct);
    }
  });

  it('read-only shows and calls nothing that writes, by call_tool neither', async () => {
    const readers = [
      await open('/mcp', { 'x-mcp-readonly': 'true' }),
      await open('/mcp/x/all?readonly=1'),
      await open('/mcp/x/default,all', { 'x-mcp-readonly': '1' }),
      await open('/mcp?readOnly=true'),
      await open('/mcp?READONLY=true'),
      await open('/mcp/x/all?read_only=true'),
    ];
    const category = { name: 'Never', subject_type: 'user' };
    for (const client of readers) {
      for (const { name, annotations } of await listAllTools(client))
        assert.equal(annotations?.readOnlyHint, true, name);
      await assert.rejects(call(client, 'categories_create', category), /read-only/);
      const byName = { name: 'categories_create', arguments: category };
      await assert.rejects(call(client, 'call_tool', byName), /read-only/);
    }
    const [reader] = readers;
    assert.ok(reader);
    const found = await call(reader, 'find_tool', { query: 'create a category' });
    const readable = listMember({ tools: JSON.parse(JSON.stringify(found.body.tools)) }, 'tools');
    for (const { readOnly } of readable) assert.equal(readOnly, true);
    assert.equal(
      (await call(reader, 'call_tool', { name: 'files_list', arguments: { projectId: 1 } })).body.code,
      'NOT_FOUND',
    );
    assert.ok(!JSON.stringify(await session.get('/api/categories')).includes('Never'));
  });

  it('find_tool finds what is not shown, with its arguments, and only what the key may call', async () => {
    const client = await open();
    const find = async (query: string, from = client): Promise<Record<string, unknown>[]> => {
      const { body } = await call(from, 'find_tool', { query });
      return Object(body).tools;
    };
    const wanted: [string, string][] = [
      ['settle the merge of a customised copy', 'standards_merge'],
      ['throw away the draft of a project', 'projects_revert'],
      ['archive project', 'projects_archive'],
      ['list files', 'files_list'],
      ['upgrade datasheets', 'datasheets_upgrade'],
      ['comments.create', 'comments_create'],
    ];
    for (const [query, name] of wanted) {
      const found = await find(query);
      assert.ok(
        found.some((tool) => tool.name === name),
        `${query}: ${found.map((tool) => tool.name)}`,
      );
    }
    const [whole] = await find('comments.create');
    assert.ok(whole?.inputSchema && whole.annotations && whole.description);
    const [short] = await find('revise a datasheet');
    assert.deepEqual(short, {
      name: 'datasheets_revise',
      summary: 'Saves changed fields as a new datasheet revision',
      arguments:
        'severity: "MAJOR"|"MINOR"|"PATCH", changes: {element_id, new_value?, disposition?, disposition_note?}[], baseVersion: string|integer, id: integer, summary?: string, resolvedConflicts?: {elementId, choice}[], dryRun?: boolean',
      readOnly: false,
    });
    const { names } = Object((await call(client, 'find_tool', { query: 'Comments' })).body);
    assert.ok(names.includes('comments_forward') && names.length > 3, `${names}`);
    const nothing = Object((await call(client, 'find_tool', { query: 'zzzz' })).body);
    assert.deepEqual(nothing.tools, []);
    assert.deepEqual(nothing.groups.map(({ name }: { name: string }) => name).includes('moderation'), false);
    const reader = await openMcpClient(node.url, (await createKey(session, ['standard:read'])).secret);
    clients.push(reader);
    assert.ok(!(await find('archive project', reader)).some(({ name }) => name === 'projects_archive'));
    for (const wrong of [{}, { query: 7 }, { query: 'x', limit: 3 }])
      assert.equal((await call(client, 'find_tool', wrong)).body.code, 'VALIDATION_ERROR');
  });

  it('call_tool does what a direct call does: the same answer, the same refusals, the same row in the log of the key (A16)', async () => {
    const made = await createKey(session, ['category:read', 'category:create']);
    const client = await openMcpClient(node.url, made.secret);
    clients.push(client);
    const direct = await call(client, 'categories_create', { name: 'Direct', subject_type: 'user' });
    const byName = await call(client, 'call_tool', {
      name: 'categories_create',
      arguments: { name: 'By name', subject_type: 'user' },
    });
    assert.deepEqual(Object.keys(byName.body), Object.keys(direct.body));
    for (const [name, args, code] of [
      ['categories_create', { name: 'x' }, 'VALIDATION_ERROR'],
      ['categories_create', { name: 'Direct', subject_type: 'user' }, 'NAME_TAKEN'],
      ['categories_get', { id: 999_999 }, 'NOT_FOUND'],
      ['projects_create', { name: 'x' }, 'PERMISSION_DENIED'],
    ] as const) {
      const one = await call(client, name, args);
      const other = await call(client, 'call_tool', { name, arguments: args });
      assert.equal(one.body.code, code);
      assert.deepEqual({ ...other.body, requestId: '' }, { ...one.body, requestId: '' });
    }
    const wrong = [{ name: 7 }, {}, { name: 'find_tool', x: 1 }];
    for (const args of wrong)
      assert.equal((await call(client, 'call_tool', args)).body.code, 'VALIDATION_ERROR');
    const rows = await eventually(async () => {
      const { usage } = Object(await session.get(`/api/account/keys/${made.id}/usage`));
      const routes = listMember({ usage }, 'usage').map(({ route, status }) => `${route} ${status}`);
      return routes.filter((route) => route.startsWith('/mcp#')).length >= 13 && routes;
    });
    const count = (row: string) => rows.filter((each) => each === row).length;
    assert.equal(count('/mcp#categories_create 201'), 2);
    assert.equal(count('/mcp#projects_create 403'), 2);
    assert.equal(count('/mcp#call_tool 400'), 3);
  });

  it('whatever find_tool is asked, its answer is at most 8 KB, except for a tool by name', async () => {
    const client = await open('/mcp/x/all');
    const titles = (await listAllTools(client)).map(({ title = '' }) => title);
    const everything =
      'project standard datasheet revision version id name description list clause wiki file';
    for (const query of [...ENDPOINT_GROUPS, 'zzzz', '', everything, ...shareOf(titles, 0)]) {
      const result = await client.callTool({ name: 'find_tool', arguments: { query } });
      assert.ok(bytes(result) <= 8_000, `${query}: ${bytes(result)}`);
    }
  });
});
