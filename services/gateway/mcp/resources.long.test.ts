/** Tests of the resources and prompts of MCP, with the client of the SDK, and of what its instructions name. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { listAllTools, type McpClient, openMcpClient } from '../../../test/mcp-client.ts';
import { useNode } from '../../../test/service-node.ts';
import { createKey } from '../../../tools/world/accounts.ts';
import { populateWorld, type TenantResources } from '../../../tools/world/population.ts';
import { publishStandard } from '../../../tools/world/standards.ts';
import { TOOL_ROUTES } from './tool-routes.ts';

describe('resources and prompts of MCP (A24)', () => {
  const node = useNode();
  let ada: TenantResources;
  let mallory: TenantResources;
  let wiki: { librarySlug: string; standardSlug: string };
  let client: McpClient;
  const clients: McpClient[] = [];
  const open = async (
    secret: string,
    path?: string,
    headers?: Record<string, string>,
  ): Promise<McpClient> => {
    const opened = await openMcpClient(node.url, secret, path, headers);
    clients.push(opened);
    return opened;
  };
  beforeAll(async () => {
    const world = await populateWorld(node.url);
    ({ ada, mallory } = world);
    const { librarySlug, standardSlug } = world.wiki;
    wiki = { librarySlug, standardSlug };
    client = await open(ada.secret);
  });
  afterAll(async () => {
    for (const each of clients) await each.close();
  });

  const read = async (uri: string, from = client): Promise<string> => {
    const { contents } = await from.readResource({ uri });
    const [content] = contents;
    assert.ok(content && 'text' in content);
    assert.deepEqual([contents.length, content.uri, content.mimeType], [1, uri, 'text/markdown']);
    assert.ok(Buffer.byteLength(JSON.stringify(contents)) <= 63 * 1024);
    return content.text;
  };

  it('are listed as templates', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType]),
      [
        'spec://standards/{id}',
        'spec://standards/{id}/clauses/{address}',
        'spec://projects/{id}',
        'spec://wiki/{library}/{slug}',
      ].map((template) => [template, 'text/markdown']),
    );
    assert.deepEqual((await client.listResources()).resources, []);
  });

  it('a standard and a clause with those below it are their markup', async () => {
    const text = await read(`spec://standards/${ada.standardId}`);
    const http = await ada.key.get(`/api/standards/${ada.standardId}?format=markdown`);
    assert.equal(text, Object(http).markdown);
    const clause = await read(`spec://standards/${ada.standardId}/clauses/1.2`);
    assert.match(clause, /^1\.2 Concrete of ada/);
    assert.match(clause, /Compressive strength/);
    assert.ok(!clause.includes('1.1'));
    assert.equal(await read(`spec://standards/${ada.standardId}/clauses/1`), text);
  });

  it('a project lists its pins and datasheets, a wiki page is its text', async () => {
    const project = await read(`spec://projects/${ada.projectId}`);
    assert.match(project, /^# /);
    assert.ok(
      project.includes(`| ${ada.standardId} |`) && project.includes(`| ${ada.datasheetId} |`),
      project,
    );
    const page = await read(`spec://wiki/${wiki.librarySlug}/${wiki.standardSlug}`);
    assert.match(page, /\n1\.1 /);
    const { content } = await client.callTool({ name: 'wiki_standards_get', arguments: wiki });
    assert.equal(Object(content)[0].text, page, 'the tool gives the text as it is');
  });

  it('what is not there, and what belongs to others, is the same error', async () => {
    const stranger = await open(mallory.secret);
    const uris = [
      `spec://standards/${ada.standardId}`,
      `spec://standards/${ada.standardId}/clauses/1.1`,
      `spec://projects/${ada.projectId}`,
      'spec://standards/999999',
    ];
    for (const uri of uris)
      await assert.rejects(read(uri, stranger), /-32002.*Not found, or you do not have access/);
    const wrong = [
      `spec://standards/${ada.standardId}/clauses/9.9`,
      'spec://standards/1/clauses/../../2',
      'spec://standards/x',
      'spec://wiki/none/none',
      'http://127.0.0.1/',
      'file:///etc/passwd',
    ];
    for (const uri of wrong) await assert.rejects(read(uri), /-32002/, uri);
  });

  it('a long standard comes in parts, the address of the next one at the end of each', async () => {
    const elements = Array.from({ length: 900 }, (_, at) => ({
      address: String(at + 1),
      content: `Clause ${at + 1}: ${'words and more '.repeat(10)}`,
    }));
    const { id } = await ada.key.call('standards.create', {
      name: 'Long',
      category_id: ada.categoryId,
      subject_type: 'company',
    });
    await publishStandard(ada.key, id, { summary: 'Long' }, { elements });
    const parts: string[] = [];
    let uri: string | undefined = `spec://standards/${id}`;
    while (uri !== undefined && parts.length < 20) {
      const text = await read(uri);
      const [more, next]: (string | undefined)[] = /\n<!-- .* (spec:\S+) -->\n$/.exec(text) ?? [];
      parts.push(text.slice(0, text.length - (more?.length ?? 0)));
      uri = next;
    }
    assert.ok(parts.length > 2, `${parts.length}`);
    const whole = await ada.key.get(`/api/standards/${id}?format=markdown`);
    assert.equal(parts.join(''), Object(whole).markdown);
  });

  it('a part of any script is below 64 KB; an old or broken continuation is 400 (A24)', async () => {
    const elements = Array.from({ length: 90 }, (_, at) => ({
      address: String(at + 1),
      content: '混凝土强度'.repeat(90),
    }));
    const { id } = await ada.key.call('standards.create', {
      name: '混凝土',
      category_id: ada.categoryId,
      subject_type: 'company',
    });
    await publishStandard(ada.key, id, { summary: 'New' }, { elements });
    const first = await read(`spec://standards/${id}`);
    const [, next = ''] = /<!-- .* (spec:\S+) -->\n$/.exec(first) ?? [];
    assert.match(await read(next), /混凝土强度/);
    const query = next.slice(next.indexOf('?'));
    for (const uri of [
      `spec://standards/${ada.standardId}${query}`,
      `spec://standards/${id}?continuation=`,
      `spec://standards/${id}?continuation=7.x`,
      `spec://standards/${id}?continue=${query}`,
      `spec://standards/${id}?other=${'x'.repeat(70_000)}`,
    ])
      await assert.rejects(read(uri), (error: unknown) => {
        const { code, data } = Object(error);
        assert.deepEqual([code, data.problem.status, data.problem.code], [-32602, 400, 'VALIDATION_ERROR']);
        return true;
      });
  });

  it('an unknown parameter is refused by name, in an answer below 64 KB (A24)', async () => {
    const address = `spec://standards/${ada.standardId}`;
    const asked: [string, string][] = [
      [`${address}?format=json`, 'format'],
      [`${address}?revisionId=1&continuation=1`, 'revisionId'],
      [`${address}?=x`, ''],
      [`${address}?continuation=1&continuation=2`, 'continuation'],
      [`${address}/clauses/1?${'x'.repeat(70_000)}=1`, 'x'.repeat(100)],
      [`spec://projects/${ada.projectId}?draft=1`, 'draft'],
      [`spec://wiki/${wiki.librarySlug}/${wiki.standardSlug}?a=1?continuation=2`, 'a'],
    ];
    for (const [uri, path] of asked)
      await assert.rejects(read(uri), (error: unknown) => {
        const { code, data } = Object(error);
        assert.deepEqual(
          [code, data.problem.code, data.problem.errors[0].path],
          [-32602, 'VALIDATION_ERROR', path],
        );
        assert.ok(Buffer.byteLength(JSON.stringify(data)) <= 63 * 1024);
        return true;
      });
  });

  it('prompts name tools that the connection may call, and need their arguments', async () => {
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['compare_editions', 'settle_merge_plan', 'fill_datasheet', 'prepare_issue'],
    );
    for (const { name, arguments: args = [] } of prompts) {
      const values = Object.fromEntries(args.map((argument) => [argument.name, '7']));
      const { messages } = await client.getPrompt({ name, arguments: values });
      const text = JSON.stringify(messages);
      assert.ok(text.includes('7') && /(standards|datasheets|projects)_\w+/.test(text), name);
      await assert.rejects(client.getPrompt({ name, arguments: {} }), /-32602.*needs the argument/);
      await assert.rejects(
        client.getPrompt({ name, arguments: { ...values, other: '1' } }),
        /not an argument/,
      );
    }
    const reader = await open(ada.secret, '/mcp', { 'x-mcp-readonly': '1' });
    assert.deepEqual(
      (await reader.listPrompts()).prompts.map(({ name }) => name),
      ['compare_editions'],
    );
  });

  it('a prompt is offered only where each tool that it names may be called (A24)', async () => {
    const { secret } = await createKey(ada.session, ['project:read', 'project:draft:view']);
    const connections = [
      await open(ada.secret, '/mcp/x/projects'),
      await open(ada.secret, '/mcp/x/standards'),
      await open(ada.secret, '/mcp/x/all', { 'x-mcp-readonly': '1' }),
      await open(secret, '/mcp/x/all'),
    ];
    for (const connection of connections) {
      const callable = (await listAllTools(connection)).map(({ name }) => name);
      for (const { name, arguments: args = [] } of (await connection.listPrompts()).prompts) {
        const values = Object.fromEntries(args.map((argument) => [argument.name, '7']));
        const text = JSON.stringify((await connection.getPrompt({ name, arguments: values })).messages);
        const named = [...TOOL_ROUTES.keys()].filter((tool) => new RegExp(`\\b${tool}\\b`).test(text));
        assert.ok(named.length > 0);
        for (const tool of named) assert.ok(callable.includes(tool), `${name} names ${tool}`);
      }
    }
  });

  it('the instructions name only resources and tools that the connection may use (A24)', async () => {
    const { secret } = await createKey(ada.session, ['project:read', 'datasheet:read']);
    const connections = [
      client,
      await open(ada.secret, '/mcp/x/wiki'),
      await open(ada.secret, '/mcp/x/standards'),
      await open(ada.secret, '/mcp/x/all', { 'x-mcp-readonly': '1' }),
      await open(secret),
      await open(secret, '/mcp/x/categories'),
    ];
    for (const connection of connections) {
      const text = connection.getInstructions() ?? '';
      const { resourceTemplates } = await connection.listResourceTemplates();
      const uris = [...text.matchAll(/spec:\/\/[\w{}/]+/g)].map(([uri]) => uri);
      assert.deepEqual(
        uris,
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      );
      const found = await listAllTools(connection);
      const callable = found.map(({ name }) => name);
      const named = [...TOOL_ROUTES.keys()].filter((tool) => new RegExp(`\\b${tool}\\b`).test(text));
      for (const tool of named) assert.ok(callable.includes(tool), tool);
    }
    assert.match(client.getInstructions() ?? '', /standards_workingCopy_save/);
  });

  it('a key sees only what its permissions are enough for', async () => {
    const { secret } = await createKey(ada.session, ['standard:read']);
    const reader = await open(secret);
    const { resourceTemplates } = await reader.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ name }) => name),
      ['standard', 'clause', 'wiki_page'],
    );
    assert.deepEqual((await reader.listPrompts()).prompts, []);
    await assert.rejects(
      read(`spec://projects/${ada.projectId}`, reader),
      /requires the permission project:read/,
    );
  });

  it('a chosen toolset has only the resources and prompts of its tools', async () => {
    const wikiOnly = await open(ada.secret, '/mcp/x/wiki');
    assert.deepEqual(
      (await wikiOnly.listResourceTemplates()).resourceTemplates.map(({ name }) => name),
      ['wiki_page'],
    );
    assert.deepEqual((await wikiOnly.listPrompts()).prompts, []);
    await assert.rejects(read(`spec://standards/${ada.standardId}`, wikiOnly), /-32002/);
    await assert.rejects(
      wikiOnly.getPrompt({ name: 'prepare_issue', arguments: { project: '1' } }),
      /Unknown prompt/,
    );
  });
});
