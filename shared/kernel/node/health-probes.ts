/**
 * Liveness and readiness probes of a node for its platform, `/healthz/live` and `/healthz/ready`: the
 * responses, and a server for them where HEALTH_PORT is set. That server gives the metrics too,
 * at `/metrics`; no other port does.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Measurement } from '../metrics/metric-declarations.ts';
import type { NodeMetrics } from '../metrics/node-metrics.ts';
import { PROMETHEUS_CONTENT_TYPE } from '../metrics/prometheus-text.ts';
import { type BackingServerName, unavailableServers } from './backing-servers.ts';
import type { Node } from './node.ts';

/**
 * A node is not ready without these. Without Redis it counts limits by itself, without S3 only files are
 * unavailable.
 */
const REQUIRED_SERVERS: ReadonlySet<BackingServerName> = new Set(['mongodb', 'nats']);

/**
 * Responds to a probe. Live: the event loop runs. Ready: services started, not draining, MongoDB and NATS
 * respond; `unavailable` lists all servers that do not.
 * @returns false for any other path
 */
export async function handleProbe(node: Node, path: string, response: ServerResponse): Promise<boolean> {
  if (path !== '/healthz/live' && path !== '/healthz/ready') return false;
  const unavailable = path === '/healthz/ready' ? unavailableServers(await node.servers.health()) : [];
  const ok = path === '/healthz/live' || isReady(node, unavailable);
  response.writeHead(ok ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(
    JSON.stringify({ status: ok ? 'ok' : 'not ready', ...(unavailable.length > 0 ? { unavailable } : {}) }),
  );
  return true;
}

const isReady = (node: Node, unavailable: readonly BackingServerName[]): boolean =>
  node.isReady && !node.isDraining && !unavailable.some((name) => REQUIRED_SERVERS.has(name));

/** Readiness and servers, for the metrics of the node. */
export async function measureHealth(node: Node): Promise<Measurement[]> {
  const health = await node.servers.health();
  return [
    { metric: 'css_node_ready', value: isReady(node, unavailableServers(health)) ? 1 : 0 },
    ...Object.entries(health).map(([server, state]) => ({
      metric: 'css_server_up' as const,
      value: state === 'up' ? 1 : 0,
      labels: { server },
    })),
  ];
}

/** Probes and metrics of a node, on a port of their own. */
export function startProbeServer(node: Node, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path === '/metrics' && node.metrics) await sendMetrics(node.metrics, response);
    else if (!(await handleProbe(node, path, response))) response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

async function sendMetrics(metrics: NodeMetrics, response: ServerResponse): Promise<void> {
  const text = await metrics.text();
  response.writeHead(200, { 'Content-Type': PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' }).end(text);
}
