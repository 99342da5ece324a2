/** Tests that clients which read their response too slowly, or not at all, are disconnected, and no others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../test/eventually.ts';
import { type LocalServer, startLocalServer } from '../../test/local-server.ts';
import { endInChunks } from './responses/send-response.ts';
import { SlowClientMonitor } from './slow-clients.ts';

const STALLED_MS = 600;
const WHOLE_MS = 1_500;
/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x');

describe('clients that read slowly', () => {
  // Time passes only by `look`, so that a slow machine ends nobody.
  const slowReaders = new SlowClientMonitor({
    maxStallMs: STALLED_MS,
    maxResponseMs: WHOLE_MS,
    checkIntervalMs: 50,
  });
  let local: LocalServer;
  /** What `/late` and `/halting` wait for. */
  let rest: PromiseWithResolvers<void>;
  beforeAll(async () => {
    local = await startLocalServer(async (request, response) => {
      slowReaders.watch(response);
      if (request.url === '/late') await rest.promise;
      response.writeHead(200);
      response.flushHeaders();
      if (request.url === '/halting') await rest.promise;
      const bytes = request.url === '/large' ? LARGE : Buffer.from('done');
      await endInChunks({ request, response }, bytes);
    });
    // What ends here is ended for being slow.
    local.server.keepAliveTimeout = 0;
  });
  afterAll(() => local.close());

  /**
   * Asks, and does not read yet; with the server's end of the connection, once it has begun to answer or to
   * think.
   */
  async function asking(path: string, more = ''): Promise<{ socket: Socket; accepted: Socket }> {
    rest = Promise.withResolvers<void>();
    const requested = once(local.server, 'request');
    const socket = connect(local.port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`);
    const [request] = await requested;
    return { socket, accepted: request.socket };
  }

  for (const [what, sent] of [
    ['sends nothing', ''],
    ['sends empty lines', '\r\n'],
    ['asks for more', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ] as const) {
    it(`one that never reads is ended, although it ${what} (H35)`, async () => {
      const { socket, accepted } = await asking('/large');
      let now = 0;
      await eventually(() => {
        if (!accepted.destroyed) socket.write(sent);
        slowReaders.disconnectSlowClients(now);
        now += 100;
        return accepted.destroyed;
      });
      assert.ok(now >= STALLED_MS, 'before its time');
      socket.destroy();
    });
  }

  it('a client that reads a little now and then is disconnected when one response takes too long (H35)', async () => {
    const { socket, accepted } = await asking('/large');
    let now = 0;
    while (!accepted.destroyed && now <= WHOLE_MS) {
      slowReaders.disconnectSlowClients(now);
      const written = accepted.bytesWritten;
      // Reads until the server could write on.
      await eventually(async () => {
        socket.read();
        return accepted.destroyed || accepted.bytesWritten > written;
      });
      now += STALLED_MS / 2;
    }
    assert.ok(accepted.destroyed, 'it lives');
    assert.ok(now >= WHOLE_MS, 'before its time');
    socket.destroy();
  });

  it('one that reads is sent all of it', async () => {
    const { socket } = await asking('/large', 'Connection: close\r\n');
    let read = 0;
    socket.on('data', (chunk) => {
      // Half of the time of a whole response passes while it is read.
      slowReaders.disconnectSlowClients((WHOLE_MS / 2) * (read / LARGE.length));
      read += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    assert.ok(read > LARGE.length);
  });

  for (const path of ['/late', '/halting']) {
    it(`nobody is blamed for a response that is made slowly: ${path}`, async () => {
      const { socket, accepted } = await asking(path, 'Connection: close\r\n');
      slowReaders.disconnectSlowClients(0);
      slowReaders.disconnectSlowClients(2 * STALLED_MS);
      assert.equal(accepted.destroyed, false);
      rest.resolve();
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.resume();
      await once(socket, 'close');
      assert.match(text, /done/);
    });
  }

  it('one that read its response may keep its connection', async () => {
    const { socket, accepted } = await asking('/');
    socket.resume();
    await once(socket, 'data');
    await eventually(() => accepted.writableLength === 0);
    slowReaders.disconnectSlowClients(0);
    slowReaders.disconnectSlowClients(10 * WHOLE_MS);
    assert.equal(accepted.destroyed, false);
    socket.destroy();
  });
});
