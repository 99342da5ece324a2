/** Test of the rows that tool calls leave in the usage log of their API key. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { listMember } from '../../../shared/rest-client/json.ts';
import { eventually } from '../../../test/eventually.ts';
import { useNode } from '../../../test/service-node.ts';
import { createKey, registerAccount } from '../../../tools/world/accounts.ts';

describe('MCP in the usage log of a key (A16)', () => {
  const node = useNode(['gateway', 'identity', 'standards', 'audit']);
  let session: RestClient;
  beforeAll(async () => {
    session = await registerAccount(node.url, 'M');
  });

  const send = (method: string, params: object, headers: Record<string, string>) =>
    fetch(`${node.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    });

  it('the usage log of the key names the tool and how it ended (A16)', async () => {
    const { id, secret } = await createKey(session, ['standard:read']);
    const authorization = `Bearer ${secret}`;
    await send('tools/list', {}, { authorization });
    await send('tools/call', { name: 'standards_list', arguments: {} }, { authorization });
    await send('tools/call', { name: 'standards_get', arguments: { id: 'x' } }, { authorization });
    await send('tools/call', { name: 'standards_create', arguments: {} }, { authorization });
    await send('resources/read', { uri: 'spec://standards/999999' }, { authorization });
    const rows = await eventually(async () => {
      const { usage } = Object(await session.get(`/api/account/keys/${id}/usage`));
      const rows = listMember({ usage }, 'usage').map(({ method, route, status }) => [method, route, status]);
      return rows.length >= 5 && rows;
    });
    assert.deepEqual(rows, [
      ['POST', '/mcp#standards_get', 404],
      ['POST', '/mcp#standards_create', 403],
      ['POST', '/mcp#standards_get', 400],
      ['POST', '/mcp#standards_list', 200],
      ['POST', '/mcp', 200],
    ]);
  });
});
