/** Tests of the check of the `Host` header against DNS rebinding. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { describe, it } from '@jest/globals';
import { useNode } from '../../../test/service-node.ts';
import { sendRawRequest } from '../../../tools/world/raw-http.ts';

const ask = async (base: string, path: string, host: string) => {
  const { status, body } = await sendRawRequest(base, { path, headers: ['host', host] });
  return [status, body.code ?? null];
};

describe('the Host of a request on loopback', () => {
  const node = useNode(['gateway']);
  const PAGES = ['/api/help?format=index', '/api/openapi.json', '/docs', '/', '/nothing', '/mcp'];

  it('without BASE_URL no other name is answered, so that no page can rebind its own name to this machine (Y22)', async () => {
    for (const host of [
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil-localhost',
    ])
      for (const path of PAGES)
        assert.deepEqual(await ask(node.url, path, host), [403, 'CROSS_SITE_REQUEST'], `${host} ${path}`);
  });

  it('IP addresses, localhost and the name of the machine are; probes are for anybody (Y22)', async () => {
    for (const host of [
      '127.0.0.1:3000',
      '[::1]:3000',
      '192.168.1.5',
      'localhost',
      'LOCALHOST:3000',
      'localhost.',
      'specs.localhost',
      hostname(),
    ])
      assert.deepEqual(await ask(node.url, '/api/help?format=index', host), [200, null], host);
    assert.equal((await ask(node.url, '/healthz/live', 'evil.example'))[0], 200);
  });
});

describe('with BASE_URL', () => {
  const node = useNode(['gateway'], { BASE_URL: 'https://specs.example.org' });

  it('a proxy in front may write any Host (Y22)', async () => {
    for (const host of ['specs.example.org', 'upstream', 'other.example.org'])
      assert.deepEqual(await ask(node.url, '/api/help?format=index', host), [200, null], host);
  });
});
