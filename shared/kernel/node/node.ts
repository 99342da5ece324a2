/**
 * Type of a node: a broker with its configuration, databases and some of the services, in production one
 * process. Also a call of an action as a service, and how long principals are cached.
 * `services/start-node.ts` creates the node.
 */
import type { ServiceBroker } from 'moleculer';
import type { Connection } from 'mongoose';
import type { InputOf, ResultOf } from '../../contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../../contracts/index.ts';
import type { ServiceName } from '../../contracts/services.ts';
import type { PrincipalTokens } from '../auth/principal.ts';
import { timeoutOf } from '../bus/call-timeouts.ts';
import type { DataVersion } from '../database/data-version.ts';
import { currentRequestId } from '../logging/request-id.ts';
import type { NodeMetrics } from '../metrics/node-metrics.ts';
import type { RequestTraces } from '../tracing/request-traces.ts';
import type { AbortedRequests } from './aborted-requests.ts';
import type { BackingServers } from './backing-servers.ts';
import type { Config } from './config.ts';
import type { HandlerMiddleware } from './handler-middleware.ts';

/** A revoked right is refused within a second, a tenth of which is for the lookup. */
export const PRINCIPAL_CACHE_TTL_MS = 900;

export interface Node {
  broker: ServiceBroker;
  log: ServiceBroker['logger'];
  config: Config;
  tokens: PrincipalTokens;
  /** Absent in production. */
  handlerMiddleware?: HandlerMiddleware | undefined;
  /** How long a gateway caches a principal without an event about a change. */
  principalCacheTtlMs: number;
  /** Opens the database of a service; closed with the broker, after the last call. */
  openDatabase(service: ServiceName): Promise<Connection>;
  servers: BackingServers;
  /** Null without HEALTH_PORT, where Prometheus reads them. */
  metrics: NodeMetrics | null;
  /** Null without OTEL_EXPORTER_OTLP_ENDPOINT. */
  traces: RequestTraces | null;
  /** The time by which every deadline of moderation is computed; a test sets it. */
  now(): Date;
  /** Missing parts of its services, in sentences: they respond, but with less than their full function. */
  limitations: Set<string>;
  abortedRequests: AbortedRequests;
  /** URL of the gateway on this node, once it listens. */
  url: string | null;
  /** All services have started. */
  isReady: boolean;
  /** The node is stopping and takes no new work. */
  isDraining: boolean;
  /** Of the databases of its services: checked, then migrated, before any service starts. */
  dataVersions: DataVersion[];
  /** Run once all services have started: the gateway begins to listen. */
  afterStart: (() => Promise<void>)[];
  /** Run before any service stops: the gateway finishes its requests. */
  beforeStop: (() => Promise<void>)[];
}

/**
 * Looks something up as a service acting for itself: between nodes it is sent once more when the node that took it
 * was lost or is suspended. Only for actions that change nothing.
 */
export const readAsService = <K extends EndpointId>(
  node: Node,
  service: ServiceName,
  id: K,
  params: InputOf<EndpointMap[K]>,
): Promise<ResultOf<EndpointMap[K]>> =>
  callAs(node, service, id, params, {
    meta: { isRead: true },
    retries: node.config.natsUrl === null ? 0 : 1,
  });

/** Calls an action as a service acting for itself: background jobs, the outbox. */
export const callAsService = <K extends EndpointId>(
  node: Node,
  service: ServiceName,
  id: K,
  params: InputOf<EndpointMap[K]>,
): Promise<ResultOf<EndpointMap[K]>> => callAs(node, service, id, params, {});

function callAs<K extends EndpointId>(
  node: Node,
  service: ServiceName,
  id: K,
  params: InputOf<EndpointMap[K]>,
  { meta, ...options }: { meta?: object; retries?: number },
): Promise<ResultOf<EndpointMap[K]>> {
  const principal = node.tokens.sign({ kind: 'system', service, channel: 'bus' }, service);
  const requestID = currentRequestId();
  return node.broker.call<ResultOf<EndpointMap[K]>, InputOf<EndpointMap[K]>>(id, params, {
    ...options,
    meta: { ...meta, principal },
    ...(requestID === undefined ? {} : { requestID }),
    timeout: timeoutOf(id),
  });
}
