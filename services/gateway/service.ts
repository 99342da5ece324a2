/** The gateway: HTTP in, answers out. Owns no data. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { createObjectStore } from '../../shared/storage/create-object-store.ts';
import { ApiGateway } from './api-gateway.ts';
import { ApiRequestHandler } from './api-request-handler.ts';
import { Authenticator } from './callers/authenticator.ts';
import { Gatekeeper } from './callers/gatekeeper.ts';
import { KeyUsageReporter } from './callers/key-usage-reporter.ts';
import { RateLimits } from './callers/rate-limits.ts';
import { discoveryActions } from './discovery/actions.ts';
import { createHealthHandler } from './local-endpoints/health-endpoint.ts';
import { createSessionHandlers } from './local-endpoints/session-endpoints.ts';
import { createStandardsListHandler } from './local-endpoints/standards-list-endpoint.ts';
import { createUploadHandler } from './local-endpoints/upload-endpoint.ts';
import { McpEndpoint } from './mcp/mcp-endpoint.ts';
import { WebServer } from './web-server.ts';

/** The service of this node: the web server and the handlers of discovery; it owns no data. */
export async function createService(node: Node): Promise<ServiceSchema> {
  const credentials = new Authenticator(node);
  const store = createObjectStore(node.config);
  const limits = new RateLimits(node.config, (line) => node.log.warn(line));
  const localHandlers = new Map([
    ...createSessionHandlers(node, credentials, limits),
    ['discovery.health', createHealthHandler(node)] as const,
    ['files.upload', createUploadHandler(node, store)] as const,
    ['standards.list', createStandardsListHandler(node)] as const,
  ]);
  const usage = new KeyUsageReporter(node);
  if (node.config.redisUrl !== null) node.servers.add('redis', () => limits.check());
  if (node.config.s3 !== null) node.servers.add('s3', () => store.check());
  const gatekeeper = new Gatekeeper(node.config, credentials, limits, usage);
  const api = new ApiGateway({
    node,
    gatekeeper,
    requestHandler: new ApiRequestHandler({ node, gatekeeper, localHandlers, store }),
  });
  const server = new WebServer({ node, api, mcp: new McpEndpoint(node, gatekeeper), gatekeeper });
  // A request is taken only when a call can be answered, and none is dropped by a service that stops before it.
  node.afterStart.push(() => server.listen());
  node.beforeStop.push(() => server.drain());
  node.beforeStop.push(() => usage.flush());
  const service = defineService(node, {
    name: 'gateway',
    handlers: discoveryActions(node),
    loaders: {},
    backgroundWork: [limits],
    events: { 'identity.principalChanged': () => credentials.clearCache() },
  });
  const web = api.serviceSchema();
  return { ...service, ...web, settings: { ...web.settings, ...service.settings } };
}
