import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startTestNode, type TestNode } from '../../test/service-node.ts';

describe('the web server', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestNode(['gateway']);
  });
  afterAll(() => node.stop());

  /** Sends so many requests at once on one connection; how many answers came back. */
  const pipelined = (count: number, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(node.node.address ?? '');
      const one = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      const socket = connect(Number(port), hostname, () =>
        socket.write(one.repeat(count - 1) + one.replace('Host', 'Connection: close\r\nHost')),
      );
      let answers = 0;
      socket.on('data', (chunk) => {
        answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
      });
      socket.on('close', () => resolve(answers));
      socket.on('error', reject);
    });

  it('RFC 9112: a few requests sent ahead are answered in their order', async () => {
    assert.equal(await pipelined(20, '/healthz/live'), 20);
  });

  it('hardening C2, API4: a connection that asks on and on without waiting is ended', async () => {
    assert.ok((await pipelined(800, '/docs/swagger-ui-bundle.js')) <= 32);
    assert.equal(await pipelined(1, '/healthz/live'), 1, 'others are served');
  });
});
