/** Tests of the header `If-Match` on MCP messages. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { type JsonObject, objectMember } from '../../../shared/rest-client/json.ts';
import { toolOutcome } from '../../../test/mcp-client.ts';
import { useNode } from '../../../test/service-node.ts';
import { createKey, registerAccount } from '../../../tools/world/accounts.ts';

const STALE = { 'if-match': '"a-version-nobody-has"' };

describe('If-Match of an MCP message (X2, A24)', () => {
  const node = useNode(['gateway', 'identity', 'standards', 'audit']);
  let key: RestClient;
  beforeAll(async () => {
    const session = await registerAccount(node.url, 'M');
    key = (
      await createKey(session, [
        'standard:read',
        'standard:create',
        'standard:update',
        'category:read',
        'category:create',
        'category:update',
      ])
    ).client;
  });

  /** The result of a tool: the HTTP body, or a problem document. */
  const callTool = async (
    name: string,
    args: JsonObject,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const accept = 'application/json, text/event-stream';
    const { body } = await key.request('POST', '/mcp', message, { accept, ...headers });
    return toolOutcome(objectMember(body, 'result')).body;
  };
  const newCategory = async (name: string): Promise<number> =>
    Number((await callTool('categories_create', { name, subject_type: 'user' })).id);

  it('is compared before a tool writes, as over HTTP, and ignored by one that reads (X2)', async () => {
    const id = await newCategory('Kept');
    const update = { id, name: 'Renamed' };
    const refused = await callTool('categories_update', update, STALE);
    assert.deepEqual([refused.status, refused.code], [412, 'PRECONDITION_FAILED']);
    assert.equal((await callTool('categories_get', { id }, STALE)).name, 'Kept');
    assert.equal((await callTool('categories_update', update, { 'if-match': '*' })).name, 'Renamed');
  });

  it('a write without a version to compare is 412, an empty header 400 (X2)', async () => {
    const category = { name: 'New', subject_type: 'user' };
    assert.equal((await callTool('categories_create', category, STALE)).code, 'PRECONDITION_FAILED');
    const empty = await callTool('categories_create', category, { 'if-match': ',' });
    assert.deepEqual([empty.status, empty.code], [400, 'MALFORMED_REQUEST']);
    await newCategory('New');
  });

  it('is the baseVersion of a tool that takes one (G12)', async () => {
    const standard = { name: 'Concrete', category_id: await newCategory('Structure'), subject_type: 'user' };
    const { id } = await callTool('standards_create', standard);
    const saved = await callTool('standards_workingCopy_save', { id: Number(id), elements: [] }, STALE);
    assert.deepEqual([saved.status, saved.code], [409, 'EDIT_CONFLICT']);
  });

  it('is part of what an Idempotency-Key repeats (G12)', async () => {
    const category = { name: 'Once', subject_type: 'user' };
    const once = { 'idempotency-key': 'once', 'if-match': '*' };
    const first = await callTool('categories_create', category, once);
    assert.equal(first.name, 'Once');
    assert.deepEqual(await callTool('categories_create', category, once), first);
    const other = await callTool('categories_create', category, { ...once, ...STALE });
    assert.equal(other.code, 'IDEMPOTENCY_KEY_REUSED');
  });
});
