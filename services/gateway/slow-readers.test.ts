import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { endInPieces } from './answers/answer.ts';
import { SlowReaders } from './slow-readers.ts';

const STALLED_MS = 600;
const WHOLE_MS = 1_500;
/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x');

describe('clients that take their time to read', () => {
  const slowReaders = new SlowReaders({ stalledMs: STALLED_MS, wholeMs: WHOLE_MS, lookMs: 50 });
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      slowReaders.watch(response);
      if (request.url === '/late') await delay(2 * STALLED_MS);
      response.writeHead(200);
      response.flushHeaders();
      if (request.url === '/halting') await delay(2 * STALLED_MS);
      const bytes = request.url === '/large' ? LARGE : Buffer.from('done');
      await endInPieces({ request, response, requestId: 'r', address: '::1', path: '/' }, bytes);
    });
    // What ends here is ended for being slow.
    server.keepAliveTimeout = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address);
    port = address.port;
    slowReaders.start();
  });
  afterAll(() => {
    slowReaders.stop();
    server.closeAllConnections();
    server.close();
  });

  /** Asks, and does not read yet. */
  function asking(path: string, more = ''): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`);
    return socket;
  }
  /** How long the connection lived, and what was read of it. */
  async function untilClosed(socket: Socket): Promise<{ ms: number; text: string }> {
    const began = performance.now();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
    return { ms: performance.now() - began, text };
  }

  for (const [what, sent] of [
    ['sends nothing', ''],
    ['sends empty lines', '\r\n'],
    ['asks for more', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ] as const) {
    it(`H35: one that never reads is ended, although it ${what}`, async () => {
      const socket = asking('/large');
      const sending = setInterval(() => socket.write(sent), 100);
      const ended = once(server, 'connection').then(([accepted]) => once(accepted, 'close'));
      await Promise.race([ended, delay(5_000).then(() => assert.fail('it lives'))]);
      clearInterval(sending);
      socket.destroy();
    });
  }

  it('H35: one that takes a little now and then is ended when one answer has taken too long', async () => {
    const socket = asking('/large');
    const reading = setInterval(() => {
      socket.once('data', () => socket.pause());
      socket.resume();
    }, 5);
    const closed = once(server, 'connection').then(([accepted]) => once(accepted, 'close'));
    const began = performance.now();
    await Promise.race([closed, delay(5_000).then(() => assert.fail('it lives'))]);
    clearInterval(reading);
    socket.destroy();
    assert.ok(performance.now() - began >= WHOLE_MS * 0.9, 'before its time');
  });

  it('one that reads is sent all of it, and is not blamed for an answer that is made slowly', async () => {
    const { text } = await untilClosed(asking('/large', 'Connection: close\r\n'));
    assert.ok(text.length > LARGE.length);
    for (const path of ['/late', '/halting']) {
      const { ms, text } = await untilClosed(asking(path, 'Connection: close\r\n'));
      assert.match(text, /done/, path);
      assert.ok(ms > STALLED_MS, path);
    }
  });

  it('one that read its answer may keep its connection', async () => {
    const socket = asking('/');
    socket.resume();
    await delay(2 * STALLED_MS);
    assert.equal(socket.destroyed, false);
    socket.destroy();
  });
});
