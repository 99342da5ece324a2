/** The gateway service: web server, API routes, MCP, local endpoints, discovery actions. It owns no data. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { KeyUsageQueue } from '../../shared/kernel/service/key-usage-queue.ts';
import { RefusalQueue } from '../../shared/kernel/service/refusal-queue.ts';
import { createObjectStore } from '../../shared/storage/create-object-store.ts';
import { ApiGateway } from './api-gateway.ts';
import { ApiRequestHandler } from './api-request-handler.ts';
import { Authenticator } from './callers/authenticator.ts';
import { Gatekeeper } from './callers/gatekeeper.ts';
import { RateCounters } from './callers/rate-counters.ts';
import { RateLimits } from './callers/rate-limits.ts';
import { discoveryActions } from './discovery/actions.ts';
import { createFilesListEndpoint } from './local-endpoints/files-list-endpoint.ts';
import { createHealthEndpoint } from './local-endpoints/health-endpoint.ts';
import { createSessionEndpoints } from './local-endpoints/session-endpoints.ts';
import { createStandardsListEndpoint } from './local-endpoints/standards-list-endpoint.ts';
import { createUploadEndpoint } from './local-endpoints/upload-endpoint.ts';
import { McpEndpoint } from './mcp/mcp-endpoint.ts';
import { WebServer } from './web-server.ts';

/** Creates the service. It listens after all services have started, and drains before they stop. */
export async function createService(node: Node): Promise<ServiceSchema> {
  const authenticator = new Authenticator(node);
  const store = createObjectStore(node.config);
  const rateCounters = new RateCounters(node.config, (line) => node.log.warn(line));
  const rateLimits = new RateLimits(node.config, rateCounters);
  const keyUsage = new KeyUsageQueue(node, 'gateway');
  const refusals = new RefusalQueue(node, 'gateway');
  if (node.config.redisUrl !== null) node.servers.add('redis', () => rateCounters.check());
  if (node.config.s3 !== null) node.servers.add('s3', () => store.check());
  const gatekeeper = new Gatekeeper({ config: node.config, authenticator, rateLimits, keyUsage, refusals });
  const localEndpoints = new Map([
    ...createSessionEndpoints({ node, authenticator, rateLimits }),
    ['discovery.health', createHealthEndpoint(node)] as const,
    ['files.upload', createUploadEndpoint({ node, gatekeeper, store })] as const,
    ['files.list', createFilesListEndpoint(node, gatekeeper)] as const,
    ['standards.list', createStandardsListEndpoint(node, gatekeeper)] as const,
  ]);
  const requestHandler = new ApiRequestHandler({ node, gatekeeper, localEndpoints, store });
  const api = new ApiGateway({ node, gatekeeper, requestHandler });
  const server = new WebServer({ node, api, mcp: new McpEndpoint(node, gatekeeper), gatekeeper });
  // Listens once calls can be answered, and drains before the services stop.
  node.afterStart.push(() => server.listen());
  node.beforeStop.push(() => server.drain());
  node.beforeStop.push(() => keyUsage.flush());
  node.beforeStop.push(() => refusals.flush());
  const service = defineService(node, {
    name: 'gateway',
    handlers: discoveryActions({ node }),
    loaders: {},
    backgroundWork: [rateCounters],
    events: { 'identity.principalChanged': () => authenticator.clearCache() },
  });
  const web = api.serviceSchema();
  return { ...service, ...web, settings: { ...web.settings, ...service.settings } };
}
