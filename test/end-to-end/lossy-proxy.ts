/**
 * HTTP proxy that loses the first response to every POST that accepts an Idempotency-Key: it sends the POST
 * twice with one key, returns the second response, and records both.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { supportsIdempotencyKey } from '../../shared/contracts/endpoint.ts';
import { createRouteTable } from '../gateway-route-table.ts';
import { startLocalServer } from '../local-server.ts';

/** One POST that was sent twice. */
interface RepeatedRequest {
  id: string;
  first: { status: number; body: string };
  second: { status: number; body: string };
}

interface LossyProxy {
  base: string;
  /** Every POST so far that may be sent again. */
  sent: RepeatedRequest[];
  close(): void;
}

interface ProxiedResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Starts a proxy to the service at `target`; clients use `base`. */
export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const routes = createRouteTable();
  const sent: RepeatedRequest[] = [];

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const headers = plain(request.headers);
    const send = async (extra: Record<string, string>): Promise<ProxiedResponse> => {
      const reply = await fetch(`${target}${url}`, {
        method,
        headers: { ...headers, ...extra },
        redirect: 'manual',
        ...(bytes.length > 0 ? { body: bytes } : {}),
      });
      return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
    };
    const route = method === 'POST' ? routes.match(method, new URL(url, target).pathname) : null;
    let reply: ProxiedResponse;
    if (route && supportsIdempotencyKey(route.spec)) {
      const key = { 'idempotency-key': randomUUID() };
      const lost = await send(key);
      reply = await send(key);
      sent.push({ id: route.id, first: shown(lost), second: shown(reply) });
    } else reply = await send({});
    // Of the cookies, which are headers of one name, `fromEntries` would keep the last alone.
    response.writeHead(reply.status, {
      ...Object.fromEntries([...reply.headers].filter(([name]) => !HOP_BY_HOP_HEADERS.has(name))),
      'set-cookie': reply.headers.getSetCookie(),
    });
    response.end(reply.bytes);
  }

  const server = await startLocalServer((request, response) => {
    forward(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  return { base: server.url, sent, close: server.close };
}

/** Headers that belong to one hop, or that no longer match the decompressed bytes. */
const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'origin',
]);

/** Request headers for the service; the origin of a page behind the proxy becomes `sec-fetch-site`. */
const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name === 'origin'
        ? [['sec-fetch-site', 'same-origin']]
        : HOP_BY_HOP_HEADERS.has(name) || value === undefined
          ? []
          : [[name, String(value)]],
    ),
  );

const shown = ({ status, bytes }: ProxiedResponse): RepeatedRequest['first'] => ({
  status,
  body: bytes.toString('utf8'),
});
