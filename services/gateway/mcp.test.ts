import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Client, textOf } from '../../scripts/demo/client.ts';
import { startTestNode, type TestNode } from '../../test/service-node.ts';

describe('MCP (A8, A24), with the SDK’s own client', () => {
  let node: TestNode;
  let base: string;
  let session: Client;
  before(async () => {
    node = await startTestNode();
    base = node.node.address ?? '';
    session = await new Client(base).session('/api/account/register', {
      email: 'm@example.org',
      password: 'a long enough password',
      name: 'M',
    });
  });
  after(() => node.stop());

  const connect = async (permissions: string[]): Promise<McpClient> => {
    const secret = textOf(await session.post('/api/account/keys', { name: 'mcp', permissions }), 'secret');
    const client = new McpClient({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${secret}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }));
    return client;
  };

  it('offers what the key may call, named by the contract, with read-only hints', async () => {
    const reader = await connect(['standard:read', 'category:read']);
    const { tools } = await reader.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('standards_list') && names.includes('discovery_whoami'));
    assert.ok(!names.includes('standards_create'), 'the key may not create');
    assert.ok(!names.includes('account_keys_create') && !names.includes('account_login') && !names.includes('files_upload'));
    const list = tools.find(({ name }) => name === 'standards_list');
    assert.equal(list?.annotations?.readOnlyHint, true);
    assert.ok(
      list?.inputSchema.properties && !('format' in list.inputSchema.properties),
      'an HTTP-only parameter is not offered',
    );
    await reader.close();
  });

  it('answers the HTTP body as structured content, and errors as tool errors with the same codes', async () => {
    const writer = await connect(['category:read', 'category:create', 'standard:read']);
    const made = await writer.callTool({ name: 'categories_create', arguments: { name: 'By tool', subject_type: 'user' } });
    assert.notEqual(made.isError, true, JSON.stringify(made));
    const structured = Object(made.structuredContent);
    assert.equal(structured.name, 'By tool');
    const again = await writer.callTool({ name: 'categories_create', arguments: { name: 'By tool', subject_type: 'user' } });
    assert.equal(again.isError, true);
    assert.equal(Object(again.structuredContent).code, 'NAME_TAKEN');
    const wrong = await writer.callTool({ name: 'standards_get', arguments: { id: 'x' } });
    assert.equal(Object(wrong.structuredContent).code, 'VALIDATION_ERROR');
    const unknown = await writer.callTool({ name: 'audit_record', arguments: { entries: [] } });
    assert.equal(Object(unknown.structuredContent).code, 'NOT_FOUND', 'an internal action is no tool');
    await writer.close();
  });

  it('G4: needs a credential; GET is 405', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    assert.equal((await fetch(`${base}/mcp`, { method: 'POST', body, headers })).status, 401);
    assert.equal((await fetch(`${base}/mcp`)).status, 405);
  });
});
