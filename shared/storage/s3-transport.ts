/**
 * Transport of the S3 client with a limit for a silent server. The client has none of its own: a server that accepts
 * a connection and does not respond would block an upload, or the sweeper, without end.
 */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ClientOptions } from 'minio';
import { storageUnavailable } from './storage-unavailable.ts';

type Transport = NonNullable<ClientOptions['transport']>;

/**
 * How long no byte may pass in either direction. Long, because a server joins the parts of an upload before it
 * responds. A slow connection on which bytes still pass has no limit.
 */
export const MAX_SILENCE_MS = 30_000;

/**
 * The transport, `node:http` or `node:https`, whose requests end after a silence: the request, or its response while
 * it is read, fails with `storageUnavailable()`, and the socket is destroyed.
 */
export const limitSilence = ({ request }: Transport, maxSilenceMs: number): Transport => ({
  request: new Proxy(request, {
    apply(send, _self, args: Parameters<Transport['request']>) {
      const sent = send(...args);
      endAfterSilence(sent, maxSilenceMs);
      return sent;
    },
  }),
});

function endAfterSilence(request: ClientRequest, maxSilenceMs: number): void {
  let response: IncomingMessage | null = null;
  request.once('response', (received) => {
    response = received;
  });
  request.once('socket', (socket) => {
    const restart = (): void => {
      socket.setTimeout(maxSilenceMs);
    };
    const end = (): void => {
      // With bytes that nobody has read yet, the reader is slow and the server not silent.
      if (response !== null && response.readableLength > 0) restart();
      else (response ?? request).destroy(storageUnavailable());
    };
    restart();
    // The socket resumes when a slow reader goes on.
    socket.on('timeout', end).on('resume', restart);
    // The agent keeps the socket for other requests.
    request.once('close', () => socket.off('timeout', end).off('resume', restart));
  });
}
