/** The gateway: HTTP in, answers out. Owns no data. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { openStorage } from '../../shared/storage/open-storage.ts';
import { healthAnswer } from './answered-here/health-answer.ts';
import { listAnswer } from './answered-here/list-answer.ts';
import { sessionAnswers } from './answered-here/session.ts';
import { uploadAnswer } from './answered-here/upload-answer.ts';
import { ApiExchanges } from './api-exchanges.ts';
import { ApiGateway } from './api-gateway.ts';
import { Credentials } from './callers/credentials.ts';
import { Gatekeeper } from './callers/gatekeeper.ts';
import { KeyUsage } from './callers/key-usage.ts';
import { RateLimits } from './callers/rate-limits.ts';
import { discoveryActions } from './discovery/discovery.ts';
import { McpEndpoint } from './mcp/mcp.ts';
import { WebServer } from './web-server.ts';

/** The service of this node: the web server and the handlers of discovery; it owns no data. */
export async function createService(node: Node): Promise<ServiceSchema> {
  const credentials = new Credentials(node);
  const store = openStorage(node.config);
  const limits = new RateLimits(node.config, (line) => node.log.warn(line));
  const here = new Map([
    ...sessionAnswers(node, credentials, limits),
    ['discovery.health', healthAnswer(node)] as const,
    ['files.upload', uploadAnswer(node, store)] as const,
    ['standards.list', listAnswer(node)] as const,
  ]);
  const usage = new KeyUsage(node);
  if (node.config.redisUrl !== null) node.servers.add('redis', () => limits.check());
  if (node.config.s3 !== null) node.servers.add('s3', () => store.check());
  const gatekeeper = new Gatekeeper(node.config, credentials, limits, usage);
  const api = new ApiGateway({ node, gatekeeper, exchanges: new ApiExchanges({ node, gatekeeper, here, store }) });
  const server = new WebServer({ node, api, mcp: new McpEndpoint(node, gatekeeper), gatekeeper });
  // A request is taken only when a call can be answered, and none is dropped by a service that stops before it.
  node.afterStart.push(() => server.listen());
  node.beforeStop.push(() => server.drain());
  node.beforeStop.push(() => usage.flush());
  const service = defineService(node, {
    name: 'gateway',
    handlers: discoveryActions(node),
    loaders: {},
    background: [limits],
    events: { 'identity.principalChanged': () => credentials.forgetAll() },
  });
  const web = api.schema();
  return { ...service, ...web, settings: { ...web.settings, ...service.settings } };
}
