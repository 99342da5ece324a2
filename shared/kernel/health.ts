/** `/healthz/live` and `/healthz/ready` on every node (decisions E3): for the platform, not for users. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Node } from './node.ts';

/** Answers a probe; false for any other path. Live: the event loop answers. Ready: services started, not draining. */
export function answerProbe(node: Node, path: string, response: ServerResponse): boolean {
  if (path !== '/healthz/live' && path !== '/healthz/ready') return false;
  const ok = path === '/healthz/live' || (node.ready && !node.draining);
  response.writeHead(ok ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ status: ok ? 'ok' : 'not ready' }));
  return true;
}

/** Probes of a node without a gateway, on a port of their own. */
export function serveProbes(node: Node, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (!answerProbe(node, request.url ?? '', response)) response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
