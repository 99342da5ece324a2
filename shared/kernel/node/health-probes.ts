/**
 * Liveness and readiness probes of a node for its platform, `/healthz/live` and `/healthz/ready`: the
 * responses, and a server for them where HEALTH_PORT is set (decisions E3).
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type BackingServerName, unavailableServers } from './backing-servers.ts';
import type { Node } from './node.ts';

/**
 * A node is not ready without these. Without Redis it counts limits by itself, without S3 only files are
 * unavailable.
 */
const REQUIRED_SERVERS: ReadonlySet<BackingServerName> = new Set(['mongodb', 'nats']);

/**
 * Responds to a probe. Live: the event loop runs. Ready: services started, not draining, MongoDB and NATS
 * respond; `away` lists all servers that do not.
 * @returns false for any other path
 */
export async function handleProbe(node: Node, path: string, response: ServerResponse): Promise<boolean> {
  if (path !== '/healthz/live' && path !== '/healthz/ready') return false;
  const away = path === '/healthz/ready' ? unavailableServers(await node.servers.health()) : [];
  const isReady = node.isReady && !node.isDraining && !away.some((name) => REQUIRED_SERVERS.has(name));
  const ok = path === '/healthz/live' || isReady;
  response.writeHead(ok ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ status: ok ? 'ok' : 'not ready', ...(away.length > 0 ? { away } : {}) }));
  return true;
}

/** Probes of a node without a gateway, on a port of their own. */
export function startProbeServer(node: Node, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (!(await handleProbe(node, request.url ?? '', response))) response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
