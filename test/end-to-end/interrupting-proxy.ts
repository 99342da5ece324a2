/**
 * For tests of an import that is interrupted: HTTP proxy for JSON requests that runs a given interruption at the n-th write, before or after the
 * service has executed that write.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LocalServer, startLocalServer } from '../local-server.ts';

interface Interruption {
  /** Number of the write, counted from 1. */
  at: number;
  /** Whether the service executes the write first. */
  isDone: boolean;
  interrupt(response: ServerResponse): void;
}

/** Forwards JSON requests to the service at `target`. */
export function startInterruptingProxy(
  target: string,
  { at, isDone, interrupt }: Interruption,
): Promise<LocalServer> {
  let writes = 0;
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = request;
    const body = await text(request);
    if (method !== 'GET') writes += 1;
    const isInterrupted = method !== 'GET' && writes === at;
    if (isInterrupted && !isDone) return interrupt(response);
    const reply = await fetch(`${target}${url}`, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (isInterrupted) return interrupt(response);
    response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
    response.end(bytes);
  }
  return startLocalServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.destroy(new Error(String(error))));
  });
}
