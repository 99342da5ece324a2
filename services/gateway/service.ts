/** The gateway service: web server, API routes, MCP, local endpoints, discovery actions. It owns no data. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { ApiGateway } from './api-gateway.ts';
import { ApiRequestHandler } from './api-request-handler.ts';
import { discoveryActions } from './discovery/actions.ts';
import { createHealthEndpoint } from './discovery/health-check.ts';
import { createImageUploadEndpoint } from './local-endpoints/image-upload-endpoint.ts';
import { createSessionEndpoints } from './local-endpoints/session-endpoints.ts';
import {
  createFilesListEndpoint,
  createStandardsListEndpoint,
} from './local-endpoints/unpaged-list-endpoints.ts';
import { createUploadEndpoint } from './local-endpoints/upload-endpoint.ts';
import { openGateway } from './open-gateway.ts';
import { WebServer } from './web-server.ts';

/** Creates the service. It listens after all services have started, and drains before they stop. */
export async function createService(node: Node): Promise<ServiceSchema> {
  const gateway = await openGateway(node);
  const { gatekeeper, authenticator, rateCounters, reports } = gateway;
  const localEndpoints = new Map([
    ...createSessionEndpoints(gateway),
    ['discovery.health', createHealthEndpoint(node)] as const,
    ['files.upload', createUploadEndpoint(gateway)] as const,
    ['standards.images.upload', createImageUploadEndpoint(gateway)] as const,
    ['files.list', createFilesListEndpoint(node, gatekeeper)] as const,
    ['standards.list', createStandardsListEndpoint(node, gatekeeper)] as const,
  ]);
  const api = new ApiGateway(gateway, new ApiRequestHandler(gateway, localEndpoints));
  const server = new WebServer(gateway, api, async () => {
    // Its library takes 14 MB, which a node that serves no agent does not need.
    const { McpEndpoint } = await import('./mcp/mcp-endpoint.ts');
    return new McpEndpoint(node, gatekeeper);
  });
  // Listens once calls can be answered, and drains before the services stop.
  node.afterStart.push(() => server.listen());
  node.beforeStop.push(() => server.drain());
  node.beforeStop.push(() => reports.keyUsage.flush());
  node.beforeStop.push(() => reports.refusals.flush());
  const service = defineService(node, {
    name: 'gateway',
    handlers: discoveryActions(node),
    loaders: {},
    backgroundWork: [rateCounters],
    events: { 'identity.principalChanged': () => authenticator.clearCache() },
  });
  const web = api.serviceSchema();
  return { ...service, ...web, settings: { ...web.settings, ...service.settings } };
}
